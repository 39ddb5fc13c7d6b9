// Solves a scrambled pocket cube, and asks an invalid question: `node example.mjs`.
import { readFile } from "node:fs/promises";
import { load } from "twistsat";

const twistsat = await load(readFile(new URL(import.meta.resolve("twistsat/twistsat_web.wasm"))));

const answer = twistsat.solve({ puzzle: "pocket", scramble: "R U2 F'" });
console.log(`${answer.solution} (${answer.turns} turns, ${answer.minimal ? "minimal" : "not proved minimal"})`);

const invalid = twistsat.solve({ puzzle: "pocket", scramble: "R X" });
console.log(invalid.error);
