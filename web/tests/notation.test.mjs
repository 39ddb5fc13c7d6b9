// Compares scrambles of every event with the npm package `cubing`: after a scramble, every sticker must be where
// `cubing` has it, and a solution must solve the puzzle there. Run with `node --test web/tests/notation.test.mjs`,
// after `cargo build` and `npm ci` in `web/page`. TWISTSAT_COMMAND replaces target/debug/twistsat.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { referee } from "./referee.mjs";

const program =
  process.env.TWISTSAT_COMMAND ?? fileURLToPath(new URL("../../target/debug/twistsat", import.meta.url));
const execute = promisify(execFile);
const command = async (...words) => (await execute(program, words)).stdout;

/** A generator of pseudorandom numbers below a limit, the same in every run. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** `count` words, each a base with a suffix, without the same base twice in a row. */
function words(next, count, bases, suffixes) {
  let last;
  return Array.from({ length: count }, () => {
    const others = bases.filter((base) => base !== last);
    last = others[next(others.length)];
    return last + suffixes[next(suffixes.length)];
  });
}

const FACES = ["U", "R", "F", "D", "L", "B"];
const wide = (faces, depth = "") => faces.map((face) => `${depth}${face}w`);
const QUARTERS = ["", "2", "'"];
const THIRDS = ["", "'"];
const FIFTHS = ["", "2", "2'", "'"];

/** A Megaminx scramble: lines of turns that move all layers but one face (R++, D--), each followed by a turn of U. */
function megaminx(next, lines) {
  const sign = () => ["++", "--"][next(2)];
  const line = () =>
    `${Array.from({ length: 10 }, (_, at) => "RD"[at % 2] + sign()).join(" ")} ${["U", "U'"][next(2)]}`;
  return Array.from({ length: lines }, line).join("\n");
}

/** Turns, followed by turns of some tips. */
function pyraminx(next, count) {
  const tips = ["l", "r", "b", "u"].filter(() => next(2));
  const turned = tips.map((tip) => tip + THIRDS[next(2)]);
  return [...words(next, count, ["U", "L", "R", "B"], THIRDS), ...turned].join(" ");
}

const plain = (bases, suffixes) => (next, count) => words(next, count, bases, suffixes).join(" ");
const ROTATIONS = ["x", "y", "z"];
const DODECAHEDRON = ["U", "F", "R", "BR", "BL", "L", "FR", "DR", "B", "DL", "FL", "D"];
const ALL_BUT_ONE_FACE = ["R++", "R--", "D++", "D--"];

/** A sequence of words of several kinds; each kind has bases and suffixes. */
const mixed =
  (...kinds) =>
  (next, count) =>
    Array.from({ length: count }, () => {
      const [bases, suffixes] = kinds[next(kinds.length)];
      return words(next, 1, bases, suffixes)[0];
    }).join(" ");

/**
 * For each event, a generator of official scrambles and their length (`count`), a generator of other words that are
 * read (`other`), and the length of scrambles that are solved quickly (`solved`).
 */
const EVENTS = {
  "2x2x2": {
    official: plain(["U", "R", "F"], QUARTERS),
    count: 11,
    other: mixed([FACES, QUARTERS], [ROTATIONS, QUARTERS]),
    solved: 11,
  },
  "3x3x3": {
    official: plain([...FACES, "Rw", "Fw", "Uw"], QUARTERS),
    count: 22,
    other: mixed([FACES, QUARTERS], [["u", "r", "f", "d", "l", "b", "M", "E", "S", ...ROTATIONS], QUARTERS]),
    solved: 4,
  },
  "4x4x4": cube(4, wide(["U", "R", "F"]), 44),
  "5x5x5": cube(5, wide(FACES), 60),
  "6x6x6": cube(6, [...wide(FACES), ...wide(["U", "R", "F"], 3)], 80),
  "7x7x7": cube(7, [...wide(FACES), ...wide(FACES, 3)], 100),
  pyraminx: {
    official: pyraminx,
    count: 11,
    other: mixed([["U", "L", "R", "B", "u", "l", "r", "b"], THIRDS], [["Uv", "Lv", "Rv", "Bv", "y"], THIRDS]),
    solved: 11,
  },
  skewb: {
    official: plain(["U", "R", "L", "B"], THIRDS),
    count: 11,
    other: mixed([["U", "R", "L", "B"], THIRDS], [ROTATIONS, QUARTERS]),
    solved: 11,
  },
  megaminx: {
    official: megaminx,
    count: 7,
    other: mixed([DODECAHEDRON, FIFTHS], [[...DODECAHEDRON.map((face) => `${face}v`), "y"], FIFTHS], [ALL_BUT_ONE_FACE, [""]]),
    solved: 2,
  },
  kilominx: {
    official: plain(["U", "R", "F", "L", "BR", "BL"], FIFTHS),
    count: 30,
    other: mixed([[...DODECAHEDRON, "u", "r", "f", "l", "b", "d"], FIFTHS], [["Uv", "Lv", "DRv", "y"], FIFTHS], [ALL_BUT_ONE_FACE, [""]]),
    solved: 3,
  },
};

function cube(size, wides, count) {
  const depths = Array.from({ length: size - 1 }, (_, at) => at + 1);
  const ranges = depths.flatMap((last) => depths.slice(0, last - 1).map((first) => `${first}-${last}`));
  const layers = FACES.flatMap((face) => [
    ...depths.map((depth) => depth + face),
    ...depths.slice(2).map((depth) => depth + face.toLowerCase()),
    ...ranges.flatMap((range) => [`${range}${face}w`, range + face.toLowerCase()]),
  ]);
  return {
    official: plain([...FACES, ...wides], QUARTERS),
    count,
    other: mixed(
      [[...FACES, ...wide(FACES)], QUARTERS],
      [["u", "r", "f", "d", "l", "b", ...ROTATIONS], QUARTERS],
      [layers, [...QUARTERS, "3", "3'", "5'"]],
      [["m", "e", "s"], QUARTERS],
    ),
    solved: 2,
  };
}

/** Calls `make` for each of `things`, several at a time. */
async function each(things, make) {
  const rest = [...things.entries()];
  const results = [];
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) results[next[0]] = await make(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/** A function that reads a state which the command prints as U=… F=…. It returns the face of each sticker's color, face by face. */
async function reader(id, faces) {
  const shown = (text) => {
    const symbols = new Map(text.trim().split(" ").map((face) => face.split("=")));
    return faces.flatMap((face) => [...symbols.get(face)]);
  };
  const solved = await command("show", id, "--scramble", "", "--as", "faces");
  const own = new Map(faces.map((face) => [new RegExp(`(?:^| )${face}=(.)`).exec(solved)[1], face]));
  return (text) => shown(text).map((symbol) => own.get(symbol));
}

for (const [id, { official, count, other, solved }] of Object.entries(EVENTS)) {
  test(`after a scramble, every sticker is where cubing.js has it: ${id}`, async () => {
    const { faces, home } = await referee(id);
    assert.deepEqual(faces(""), home);
    const read = await reader(id, [...new Set(home)]);
    const next = generator(id.length);
    const scrambles = [
      ...Array.from({ length: 100 }, () => official(next, count)),
      ...Array.from({ length: 50 }, () => other(next, 12)),
    ];
    await each(scrambles, async (scramble) => {
      const shown = await command("show", id, "--scramble", scramble, "--as", "faces");
      assert.deepEqual(read(shown), faces(scramble), scramble);
    });
  });

  test(`a solution solves the scrambled puzzle: ${id}`, async () => {
    const { faces, isSolved } = await referee(id);
    const next = generator(id.length + 1);
    const scrambles = Array.from({ length: 4 }, (_, at) =>
      id === "megaminx"
        ? `${ALL_BUT_ONE_FACE[next(4)]} ${ALL_BUT_ONE_FACE[next(4)]}`
        : [official, other][at % 2](next, solved),
    );
    await each(scrambles, async (scramble) => {
      const solution = await command("solve", id, "--scramble", scramble, "--format", "alg", "--quiet");
      assert.ok(isSolved(`${scramble} ${solution}`), `${scramble} / ${solution}`);
    });
  });
}
