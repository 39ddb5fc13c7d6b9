// Compares the module in Node with the command. Run with `node --test web/tests`, after `web/build`
// and `cargo build`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

import { load } from "../twistsat.mjs";

const root = new URL("../..", import.meta.url);
const bytes = readFileSync(new URL("target/web/twistsat_web.wasm", root));
const twistsat = await load(bytes);

/** The JSON that the command prints for a request. */
function command(request) {
  const { puzzle, ...options } = request;
  const words = Object.entries(options).flatMap(([key, value]) => [
    `--${key.replaceAll("_", "-")}`,
    String(value),
  ]);
  const program =
    process.env.TWISTSAT_COMMAND ?? new URL("target/debug/twistsat", root).pathname;
  const args = ["solve", puzzle, ...words, "--format", "json", "--quiet"];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  // A solution, or none within the budget.
  assert.ok(status === 0 || status === 20, stderr);
  return JSON.parse(stdout);
}

/**
 * An answer without times and history, which differ between runs. If the command searched for both
 * bounds in parallel (it has threads, unlike the module), its attempts depend on the machine, too.
 */
function timeless({ history, attempts, ...answer }, isParallel) {
  for (const { seconds } of history ?? []) {
    assert.ok(seconds >= 0);
  }
  const tried = attempts.map(({ encode_seconds, solve_seconds, ...rest }) => {
    assert.ok(encode_seconds >= 0 && solve_seconds >= 0);
    return rest;
  });
  return isParallel ? answer : { ...answer, attempts: tried };
}

for (const request of [
  { puzzle: "pocket", scramble: "R U2 F' R2 U F2 U' R F U" },
  { puzzle: "pocket", scramble: "R U2 F' R2 U F2 U' R F U", recipe: "lemmas", solver: "varisat" },
  { puzzle: "pocket", state: "UFFURUURRFFRDBDDLDLLLBBB", strategy: "descend" },
  { puzzle: "pocket", scramble: "R U R'", to: "solved", metric: "qtm", turns: 5 },
  { puzzle: "pocket", scramble: "R U2 F'", allow: "R U F2 half", forbid: "U2", max_turns: 3 },
  { puzzle: "pocket", scramble: "R U2 F'", forbid: "U2" },
  { puzzle: "rubik", scramble: "R U F2 l", notation: "lowercase" },
]) {
  test(`the answer is the command's: ${JSON.stringify(request)}`, () => {
    const answer = twistsat.solve(request);
    assert.equal(answer.error, undefined);
    const expected = command(request);
    const isParallel = expected.history?.length > 0;
    assert.deepEqual(timeless(answer, isParallel), timeless(expected, isParallel));
  });
}

test("a pocket cube has a minimal solution, and encoding takes measurable time", () => {
  const scramble = "R U2 F' R2 U F2 U' R F U";
  const answer = twistsat.solve({ puzzle: "pocket", scramble, method: "sat" });
  assert.equal(answer.turns, 8);
  assert.ok(answer.minimal);
  assert.ok(answer.attempts.reduce((sum, it) => sum + it.encode_seconds, 0) > 0);
});

test("a puzzle can be given as the text of a file", () => {
  const text = readFileSync(new URL("encodings/puzzles/pocket.toml", root), "utf8");
  const scramble = "R U2 F'";
  const named = twistsat.solve({ puzzle: "pocket", scramble });
  const read = twistsat.solve({ puzzle_file: { name: "mine.toml", text }, scramble });
  assert.deepEqual(timeless(read), timeless(named));
});

test("a mistake in a puzzle file is reported with its line and column", () => {
  const puzzle_file = { name: "mine.toml", text: "name = 1" };
  const { error } = twistsat.solve({ puzzle_file, scramble: "R" });
  assert.match(error, /^mine\.toml:1:8: /);
});

test("a request that cannot be answered is an error that says why", () => {
  const cases = [
    ["", /^the request: EOF/],
    ['{"puzle": "pocket"}', /^the request: unknown field `puzle`, expected one of `puzzle`/],
    ["{}", /either `puzzle` or `puzzle_file`/],
    ['{"puzzle": "poket", "scramble": ""}', /^unknown puzzle `poket`; did you mean `pocket`\? Expected one of: .*pocket/],
    ['{"puzzle": "pocket"}', /give a start: `scramble`, `state`/],
    ['{"puzzle": "pocket", "scramble": "R X"}', /^scramble: .*X/],
    ['{"puzzle": "pocket", "state": "UUU"}', /3/],
    ['{"puzzle": "pocket", "scramble": "R", "to": "?"}', /^`to` must be /],
    ['{"puzzle": "pocket", "scramble": "R", "allow": "Q"}', /^allow: .*Q/],
    ['{"puzzle": "pocket", "scramble": "R", "forbid": "R U F"}', /leave no turn/],
    ['{"puzzle": "pocket", "scramble": "R", "turns": 1, "max_turns": 2}', /`turns` cannot be combined with `max_turns`/],
    ['{"puzzle": "pocket", "scramble": "R", "turns": 1e9}', /./],
    ['{"puzzle": "pocket", "scramble": "R", "turns": 1000000000}', /too large/],
    ['{"puzzle": "pocket", "scramble": "R", "time_limit": -1}', /-1 is not a number of seconds/],
    ['{"puzzle": "pocket", "scramble": "R", "solver": "splr"}', /^unknown solver `splr`; expected one of: batsat, varisat$/],
    ['{"puzzle": "pocket", "scramble": "R", "recipe": "no"}', /^unknown recipe `no`; expected one of: /],
  ];
  for (const [request, expected] of cases) {
    const { schema, version, error, ...rest } = JSON.parse(twistsat.solveText(request));
    assert.match(error ?? "", expected, request);
    assert.equal(schema, "twistsat.error/1");
    assert.equal(version, command({ puzzle: "pocket", scramble: "" }).version);
    assert.deepEqual(rest, {});
  }
});

test("each question of the command has the answer of the command", () => {
  const lines = (name) =>
    readFileSync(new URL(`tests/data/${name}`, root), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const answers = lines("answers.jsonl");
  lines("questions.jsonl").forEach((question, number) => {
    const answer = twistsat.solve(question);
    for (const [key, expected] of Object.entries(answers[number])) {
      assert.deepEqual(answer[key], expected, `${JSON.stringify(question)}: ${key}`);
    }
  });
});

test("after a crash, the answer is an error, and the module answers again", () => {
  // A symbol cannot be encoded as text.
  const { schema, version, error } = JSON.parse(twistsat.solveText(Symbol()));
  assert.equal(schema, "twistsat.error/1");
  assert.match(version, /^\d/);
  assert.match(error, /^twistsat ended: TypeError/);
  assert.equal(twistsat.solve({ puzzle: "pocket", scramble: "R" }).turns, 1);
});

test("the time limit is measured by the imported clock, and leaves the answer unknown", () => {
  // A shortest solution of this state would take hours.
  const scramble = "R U2 L' F2 U R' B L2 D F' R2 U' B2 L D' F U2 R B' D2";
  const request = { puzzle: "rubik", scramble, time_limit: 0.2 };
  const begin = performance.now();
  const answer = twistsat.solve(request);
  assert.ok(performance.now() - begin < 5000);
  assert.equal(answer.error, undefined);
  assert.equal(answer.stopped, "time limit reached");
  assert.equal(answer.minimal, false);
});

test("the module imports only a clock and two callbacks", async () => {
  const module = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`);
  assert.deepEqual(imports.sort(), ["twistsat.now", "twistsat.panicked", "twistsat.progress"]);
});
