// Every puzzle of npm `cubing`, read from the definition that it exports: a solution of four turns must solve the
// puzzle there, and the table in docs/imports.md must say what was read. `node --test web/tests/imports.test.mjs`,
// after `cargo build` and `npm ci` in `web/page`. TWISTSAT_COMMAND names another command than target/debug/twistsat.

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

/** Too large to be solved in a test. */
const LARGE = ["40x40x40"];

/** Where four turns take long: a turn of these moves much, or there are very many. */
const TURNS = { gigaminx: 3 };

/** The definition in a file, as it is exported. */
async function exported(id) {
  const file = join(folder, `${id}.json`);
  const kpuzzle = await puzzles[id].kpuzzle();
  writeFileSync(file, JSON.stringify(kpuzzle.definition));
  return { file, kpuzzle };
}

/** Turns, the same in every run, no face twice in a row. */
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

/** What the table says of a puzzle. */
const table = new Map();
for (const line of readFileSync(new URL("docs/imports.md", root), "utf8").split("\n")) {
  const [, id, ...cells] = line.split("|").map((cell) => cell.trim());
  if (puzzles[id]) {
    table.set(id, cells.slice(0, -1));
  }
}

for (const id of Object.keys(puzzles)) {
  test(`the ${id} of cubing.js`, async () => {
    const { file, kpuzzle } = await exported(id);
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

test("the table has no other puzzles", () => {
  assert.deepEqual([...table.keys()].sort(), Object.keys(puzzles).sort());
});
