// Reads every puzzle that the npm package `cubing` exports. A scramble of four turns is solved, and the solution must
// solve the puzzle in `cubing`, too; the table in docs/imports.md must say what was read. Run with `node --test
// web/tests/imports.test.mjs`, after `cargo build` and `npm ci` in `web/page`. TWISTSAT_COMMAND replaces
// target/debug/twistsat.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const cubing = new URL("web/page/node_modules/cubing/dist/lib/cubing/", root);
const { Alg } = await import(new URL("alg/index.js", cubing));
const { puzzles } = await import(new URL("puzzles/index.js", cubing));

const program =
  process.env.TWISTSAT_COMMAND ?? fileURLToPath(new URL("target/debug/twistsat", root));
const folder = mkdtempSync(join(tmpdir(), "twistsat-"));
test.after(() => rmSync(folder, { recursive: true }));

const command = (...words) => spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });

/** Puzzles that are too large to be solved in a test. */
const LARGE = ["40x40x40"];

/** The lengths of scrambles for puzzles of which four turns take too long to solve. */
const TURNS = { gigaminx: 3 };

/** Exports the definition of a puzzle to a file. */
async function exportPuzzle(id) {
  const file = join(folder, `${id}.json`);
  const kpuzzle = await puzzles[id].kpuzzle();
  writeFileSync(file, JSON.stringify(kpuzzle.definition));
  return { file, kpuzzle };
}

/** Pseudorandom turns, the same in every run, without two turns of a face in a row. */
function scramble({ turns }, length) {
  let state = 1;
  const next = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let last;
  return Array.from({ length }, () => {
    const others = turns.filter(({ name }) => name !== last || turns.length === 1);
    const { name, order } = others[next(others.length)];
    last = name;
    return next(2) === 0 || order === 2 ? name : `${name}'`;
  }).join(" ");
}

/** The cells of the table in docs/imports.md, by puzzle. */
const table = new Map();
for (const line of readFileSync(new URL("docs/imports.md", root), "utf8").split("\n")) {
  const [, id, ...cells] = line.split("|").map((cell) => cell.trim());
  if (puzzles[id]) {
    table.set(id, cells.slice(0, -1));
  }
}

for (const id of Object.keys(puzzles)) {
  test(`the ${id} of cubing.js`, async () => {
    const { file, kpuzzle } = await exportPuzzle(id);
    const shown = command("puzzle", "show", "--puzzle-file", file, "--format", "json");
    if (shown.status !== 0) {
      assert.equal(shown.status, 1);
      assert.equal(shown.stderr.trim().split("\n").length, 1, shown.stderr);
      const reason = shown.stderr.trim().replace(/^.*?\.json:\d+:\d+: /, "");
      assert.deepEqual(table.get(id), ["refused", reason]);
      return;
    }
    const puzzle = JSON.parse(shown.stdout);
    const rotations = puzzle.groups.flatMap(({ turns }) => turns).length;
    const names = puzzle.aliases.length;
    const read = [`${puzzle.turns.length} turns`, `${rotations} rotations`, `${names} other names`];
    const some = read.filter((it) => !it.startsWith("0 "));
    assert.deepEqual(table.get(id), ["read", some.join(", ")]);
    if (LARGE.includes(id)) {
      return;
    }
    const length = TURNS[id] ?? 4;
    const turns = scramble(puzzle, length);
    const words = ["--puzzle-file", file, "--scramble", turns, "--to", "solved"];
    const solved = command("solve", ...words, "--format", "alg", "--quiet", "--max-turns", `${length}`);
    assert.equal(solved.status, 0, `${turns}: ${solved.stderr}`);
    const solution = solved.stdout.trim();
    assert.ok(solution.split(" ").length <= length, `${turns}: ${solution}`);
    const start = kpuzzle.defaultPattern();
    const alg = new Alg(turns).concat(new Alg(solution));
    assert.ok(start.applyAlg(alg).isIdentical(start), `${turns}, then ${solution}`);
    assert.ok(!start.applyAlg(new Alg(turns)).isIdentical(start));
  });
}

test("the table has exactly the puzzles of cubing.js", () => {
  assert.deepEqual([...table.keys()].sort(), Object.keys(puzzles).sort());
});
