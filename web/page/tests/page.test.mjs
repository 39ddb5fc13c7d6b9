// Tests the page in a browser. Run with `node --test web/page/tests/`, after `web/page/build` and `cargo build`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import test, { after, before } from "node:test";

import { choose, command, endsSolved, launch, looksSolved, mix, open, random, ready, root, show, single, solve, solved } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The second position of Yurichev's text, F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG, as a net. */
const SECOND = "BRBBOWROWYBYYWRWGYGGGOOR";

/** A state of the pocket cube nine turns from solved. */
const NINE = { letters: "DUUDLLFBRRBFLRFFRLBBUDDU", colors: { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" } };
const nine = [...NINE.letters].map((face) => NINE.colors[face]).join("");

test("painted with the keyboard alone, Yurichev's second position takes 9 turns, and no fewer", async () => {
  const page = await open(browser);
  const { keyboard } = page;
  // Tab leads from the top of the page to the stickers.
  await page.click("h1");
  for (let at = 0; at < 10; at++) {
    await keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.classList.contains("cell"))) break;
  }
  assert.equal(await page.evaluate(() => document.activeElement.dataset.facelet), "0");
  for (const letter of SECOND) await keyboard.press(letter.toLowerCase());
  assert.equal(await page.evaluate(() => twistsat.painter.state), SECOND);
  await ready(page);
  for (let at = 0; at < 40; at++) {
    if (await page.evaluate(() => document.activeElement.id === "solve")) break;
    await keyboard.press("Tab");
  }
  await keyboard.press("Enter");
  const said = await solved(page);
  assert.match(said, /^9 turns\. No solution is shorter\.$/);
  // Tab leads on to the player, and the arrow keys make the turns.
  for (let at = 0; at < 20; at++) {
    if (await page.evaluate(() => document.activeElement.closest(".player") !== null)) break;
    await keyboard.press("Tab");
  }
  for (let at = 0; at < 9; at++) await keyboard.press("ArrowRight");
  assert.match(await page.textContent("#player .said"), /^9 of 9 turns/);
  // The net was changed turn by turn, by moving stickers.
  assert.ok(await looksSolved(page));
  await keyboard.press("ArrowLeft");
  assert.match(await page.textContent("#player .said"), /^8 of 9 turns/);
  assert.ok(!(await looksSolved(page)));
  assert.ok(await endsSolved(page));
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("an impossible state is explained in colors next to the net, and its stickers are marked", async () => {
  const page = await open(browser);
  // One corner of the solved cube twisted: U4, F2 and R1.
  const twisted = await page.evaluate(() => {
    const { facelets, order } = twistsat.puzzle;
    const state = [...twistsat.painter.state];
    const at = (name) => order.indexOf(facelets.indexOf(name));
    const [u, r, f] = ["U4", "R1", "F2"].map(at);
    [state[u], state[r], state[f]] = [state[f], state[u], state[r]];
    return state.join("");
  });
  await show(page, twisted);
  const message = await page.textContent("#wrong");
  assert.match(message, /^One corner is twisted in its place, the one at UR?F?R? \(.*\): no turns can do that$/);
  const marked = await page.$$eval("#painter .cell.wrong", (cells) => cells.map((it) => it.getAttribute("aria-label").split(":")[0]));
  assert.deepEqual(marked.sort(), ["F2", "R1", "U4"]);
  // The stickers show the names that the message uses.
  const names = await page.$$eval("#painter .cell.wrong text", (all) => all.filter((it) => getComputedStyle(it).display !== "none").map((it) => it.textContent));
  assert.deepEqual(names.sort(), ["F2", "R1", "U4"]);
  assert.ok(await page.isDisabled("#solve"));
  // The change that the command proposes, in colors. A button makes it, and Undo reverts it.
  assert.match(await page.textContent("#repair-message"), /^The smallest change that makes it possible: one corner twisted in its place, such as /);
  await page.click("#repair-do");
  await ready(page);
  assert.equal(await page.textContent("#wrong"), "");
  assert.ok(!(await page.isVisible("#repair")));
  assert.ok(await page.isEnabled("#solve"));
  const repaired = await page.evaluate(() => twistsat.painter.state);
  await page.click("#undo");
  await ready(page);
  assert.equal(await page.evaluate(() => twistsat.painter.state), twisted);
  // The page shows the command's error message.
  const error = (() => {
    try {
      return command("solve", "pocket", "--state", twisted, "--layout", "net");
    } catch (error) {
      return error.message;
    }
  })();
  assert.ok(error.toLowerCase().includes(message.toLowerCase()), error);
  assert.ok(error.includes(`the smallest change that makes it possible is one corner twisted in its place`), error);
  assert.ok(error.endsWith(`${repaired}\n`), error);
  // Too many stickers of one color, and too few of another.
  await page.click("#solved");
  await ready(page);
  await page.click("#painter .palette button:nth-child(2)");
  await page.click("#painter .cell[data-facelet='0']");
  await ready(page);
  const counted = await page.textContent("#wrong");
  assert.match(counted, /[Oo]range occurs 5 times/);
  assert.match(counted, /[Gg]reen occurs 3 times/);
  assert.equal(await page.$$eval("#wrong .dot", (all) => new Set(all.map((it) => it.style.background)).size), 2);
  // The message is next to the net; neither it nor the proposed change covers a sticker.
  const apart = await page.evaluate(() => {
    const wrong = document.getElementById("wrong").getBoundingClientRect();
    const net = document.querySelector("#net svg").getBoundingClientRect();
    const repair = document.getElementById("repair").getBoundingClientRect();
    const covers = (cell) => {
      const { left, right, top, bottom } = cell.firstChild.getBoundingClientRect();
      return [wrong, repair].some((it) => left < it.right && right > it.left && top < it.bottom && bottom > it.top);
    };
    return { below: Math.max(0, wrong.top - net.bottom), covered: [...document.querySelectorAll("#net .cell")].filter(covers).length };
  });
  assert.ok(apart.below < 30, `${apart.below} pixels below the net`);
  assert.equal(apart.covered, 0);
  assert.ok(await page.isVisible("#repair"));
  // Undo reverts the painting.
  await page.click("#undo");
  await ready(page);
  assert.equal(await page.textContent("#wrong"), "");
  await page.close();
});

test("a sticker may be unknown, and the answer says what it was taken for", async () => {
  const page = await open(browser);
  await mix(page, "R U2 F'");
  await page.focus("#painter .cell[data-facelet='3']");
  await page.keyboard.press(".");
  await ready(page);
  const said = await solve(page);
  assert.match(said, /3 turns\. No solution is shorter\./);
  assert.match(said, /taken as: /);
  await page.close();
});

/** Drops a file on the page. */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

test("random states are solved, and the player ends with a solved picture", async () => {
  const page = await open(browser);
  for (const name of ["pocket", "pyraminx", "skewb", "domino"]) {
    await choose(page, name);
    await random(page);
    const said = await solve(page, 120_000);
    assert.match(said, /No solution is shorter/, name);
    assert.ok(await endsSolved(page), name);
  }
  const text = readFileSync(join(root, "encodings/puzzles/twiddle.toml"), "utf8");
  await drop(page, "mine.toml", text.replace('name = "twiddle"', 'name = "mine"'));
  await page.waitForFunction(() => twistsat.puzzle.name === "mine");
  await ready(page);
  await random(page);
  await solve(page);
  assert.ok(await endsSolved(page));
  // In the format of twsearch.
  await drop(page, "other.tws", readFileSync(join(root, "tests/data/tws/identical.tws"), "utf8"));
  await page.waitForFunction(() => twistsat.puzzle.name === "identical");
  await ready(page);
  await mix(page, "R");
  await solve(page);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("the mistakes of a puzzle file are shown with their lines, and the previous puzzle stays", async () => {
  const page = await open(browser);
  await drop(page, "wrong.toml", 'name = 1\ntitle = "x"\n');
  await page.waitForFunction(() => document.getElementById("file-message").textContent);
  assert.match(await page.textContent("#file-message"), /^wrong\.toml:1:8: invalid type: integer `1`/m);
  assert.equal(await page.evaluate(() => twistsat.puzzle.name), "pocket");
  await page.close();
});

test("3D shows what the net shows, if cubing.js knows the puzzle", async () => {
  const page = await open(browser);
  for (const [name, scramble] of [
    ["pocket", "R U2 F' R2 U"],
    ["pyraminx", "R U' B L"],
    ["skewb", "R U' B"],
    ["rubik", "R U2 F'"],
    ["4x4x4", "R U'"],
    ["megaminx", "R U2 F'"],
  ]) {
    await choose(page, name);
    await mix(page, scramble);
    await page.click("#solve");
    // For large puzzles, the first solution suffices.
    await page.waitForFunction(() => !document.getElementById("play-part").hidden, null, { timeout: 60_000 });
    await page.evaluate(() => document.getElementById("stop").click());
    await solved(page);
    await page.waitForSelector("#solid twisty-player");
    const same = await page.evaluate(async (scramble) => {
      const { solid } = twistsat.playing;
      await solid.ready;
      const puzzle = await solid.player.experimentalModel.kpuzzle.get();
      const start = await solid.pattern();
      // Orientations of centers are not visible, nor is which of several identical pieces is where.
      const { setup, alg } = twistsat.playing.play;
      const held = setup.split(" ").filter((word) => /^[xyz]/.test(word)).join(" ");
      const visible = (pattern) =>
        JSON.stringify(pattern.patternData, (key, value) => (/CENTER/i.test(key) || key === "orientationMod" ? undefined : value));
      const solved = puzzle.defaultPattern().applyAlg(held);
      const mixed = solved.applyAlg(scramble);
      return {
        start: visible(start) === visible(mixed),
        mixed: visible(start) !== visible(solved),
        end: visible(start.applyAlg(alg)) === visible(solved),
      };
    }, scramble);
    assert.deepEqual(same, { start: true, mixed: true, end: true }, name);
  }
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("in 3D, a cube is held as it was painted", async () => {
  const page = await open(browser);
  await show(page, SECOND);
  await solve(page);
  await page.waitForSelector("#solid twisty-player");
  const seen = await page.evaluate(async () => {
    const { solid, play } = twistsat.playing;
    await solid.ready;
    const end = (await solid.pattern()).applyAlg(play.alg);
    return {
      setup: play.setup,
      end: end.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }),
    };
  });
  assert.match(seen.setup, /^[xyz]/);
  assert.ok(seen.end);
  await page.close();
});

test("with a solver chosen, formulas are solved, and each length that was tried is listed", async () => {
  const page = await open(browser, { hash: "#puzzle=pocket&solver=varisat" });
  await show(page, SECOND);
  assert.match(await solve(page), /^9 turns\. No solution is shorter\.$/);
  const tried = await page.$$eval("#budgets tr", (rows) => rows.map((row) => row.cells[1].textContent));
  assert.ok(tried.includes("no solution") && tried.includes("a solution exists"), tried);
  await page.close();
});

test("the address contains the state of the page, including a puzzle file", async () => {
  const page = await open(browser);
  await show(page, nine);
  await page.click("#options summary");
  await page.selectOption("#metric", "qtm");
  await ready(page);
  const address = page.url();
  const other = await open(browser, { address });
  assert.equal(await other.evaluate(() => twistsat.painter.state), nine);
  assert.equal(await other.inputValue("#metric"), "qtm");
  await other.reload();
  await ready(other);
  assert.equal(await other.evaluate(() => twistsat.painter.state), nine);
  const text = readFileSync(join(root, "encodings/puzzles/twiddle.toml"), "utf8");
  await drop(other, "mine.toml", text.replace('name = "twiddle"', 'name = "mine"'));
  await other.waitForFunction(() => twistsat.puzzle.name === "mine");
  await random(other);
  const state = await other.evaluate(() => twistsat.painter.state);
  await page.goto(other.url());
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => twistsat.puzzle.name), "mine");
  assert.equal(await page.evaluate(() => twistsat.painter.state), state);
  await page.close();
  await other.close();
});

test("a damaged address leads to the default puzzle", async () => {
  const page = await open(browser, { hash: "#file=%%%&puzzle=nothing&state=<b>" });
  assert.equal(await page.evaluate(() => twistsat.puzzle.name), "rubik");
  assert.match(await page.textContent("#file-message"), /damaged/);
  await page.close();
});

test("all shortest solutions are listed, and the last one can be played", async () => {
  const page = await open(browser);
  await mix(page, "R U2 F'");
  await solve(page);
  await page.click("#all");
  await page.waitForFunction(() => /of 3 turns/.test(document.getElementById("all-message").textContent));
  const listed = await page.$$eval("#all-list button", (all) => all.map((it) => it.textContent));
  const state = await page.evaluate(() => twistsat.painter.state);
  const known = command("enumerate", "pocket", "--state", state, "--layout", "net", "--shortest", "--format", "alg", "--quiet");
  assert.deepEqual(listed, known.trim().split("\n").sort());
  await page.click("#all-list li:last-child button");
  await page.waitForSelector("#player .controls");
  assert.ok(await endsSolved(page));
  await page.close();
});

test("formula, certificate and pictures are made in the browser, and the command verifies the certificate", async () => {
  const page = await open(browser);
  await mix(page, "R U2 F' R");
  await solve(page);
  await page.click("#downloads summary");
  const folder = join(root, "target/page/saved");
  mkdirSync(folder, { recursive: true });
  const save = async (button, files) => {
    await page.click(button);
    await page.waitForFunction((files) => document.querySelectorAll("#saved a").length === files, files, { timeout: 60_000 });
    const names = [];
    for (const link of await page.$$("#saved a")) {
      const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
      names.push(download.suggestedFilename());
      await download.saveAs(join(folder, download.suggestedFilename()));
    }
    return names;
  };
  const at = (name) => join(folder, name);
  const [formula, map] = await save("#formula", 2);
  assert.ok(readFileSync(at(formula), "utf8").includes("\np cnf "));
  assert.ok(command("decode", "--help") && map.endsWith(".map.json"));
  // The formula equals that of the command, byte for byte.
  const state = await page.evaluate(() => twistsat.painter.state);
  const words = ["--state", state, "--layout", "net", "--turns", "4", "-o", "-"];
  assert.equal(readFileSync(at(formula), "utf8"), command("encode", "pocket", ...words));
  const [certificate] = await save("#prove", 3);
  assert.match(await page.textContent("#downloads-message"), /^Proved and checked here.*no solution of at most 3 turns/);
  assert.match(command("verify", at(certificate)), /verified/);
  const [net, row, player] = await save("#pictures", 3);
  assert.ok(readFileSync(at(net), "utf8").startsWith("<svg ") && readFileSync(at(row), "utf8").includes("start"));
  const played = await browser.newPage();
  await played.goto(`file://${at(player)}`);
  await played.click("[aria-label='To the end']");
  assert.match(await played.textContent(".said"), /^4 of 4 turns/);
  const shown = await page.textContent("#command");
  assert.equal(shown, `twistsat solve pocket --state ${state} --layout net`);
  await page.close();
  await played.close();
});

test("the page makes no requests to other servers", async () => {
  const page = await open(browser);
  await random(page);
  await solve(page);
  await page.waitForSelector("#solid twisty-player");
  await page.click("#player [aria-label='One turn forward']");
  await page.click("#licences summary");
  await page.waitForFunction(() => document.getElementById("licence-text").textContent.length > 1000);
  const said = await page.textContent("#licence-text");
  for (const name of ["cubing 0.63.4 (MPL-2.0", "three ", "batsat ", "varisat "]) assert.ok(said.includes(name), name);
  const elsewhere = page.requests.filter((url) => !/^(blob|data):/.test(url) && url.split("#")[0] !== single);
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("the page as a folder works, too, and requests only its own files", async () => {
  const site = join(root, "target/page/site");
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    if (!readdirSync(site).includes(name)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain" });
    response.end(readFileSync(join(site, name)));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const page = await open(browser, { address, hash: "#puzzle=pocket" });
  await random(page);
  await solve(page);
  await page.waitForSelector("#solid twisty-player");
  assert.ok(await endsSolved(page));
  const elsewhere = page.requests.filter((url) => !/^(blob|data):/.test(url) && !url.startsWith(address));
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(page.errors, []);
  await page.close();
  server.close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const [width, colorScheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]]) {
  test(`axe-core finds no serious violation, ${width} pixels, ${colorScheme}`, async () => {
    const page = await open(browser, { viewport: { width, height: 740 }, colorScheme });
    const check = async (what) => {
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(bad.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.target).join()}`), [], what);
      // Nothing is wider than the screen.
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what);
    };
    await page.evaluate(axe);
    await check("at the beginning");
    await mix(page, "R U2 F'");
    await solve(page);
    for (const summary of await page.$$("summary")) await summary.click();
    await page.click("#all");
    await page.waitForFunction(() => /of 3 turns/.test(document.getElementById("all-message").textContent));
    await check("with a solution, and all opened");
    await show(page, `W${"Y".repeat(23)}`);
    await check("with something impossible");
    await page.close();
  });
}

test("every puzzle is shown completely in both themes, and each letter fits into its sticker", async () => {
  // If set, the folder for screenshots of all puzzles.
  const shots = process.env.TWISTSAT_SHOTS;
  if (shots) mkdirSync(shots, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, { colorScheme });
    const names = await page.$$eval("#puzzle option", (all) => all.map(({ value }) => value));
    assert.ok(names.length >= 13);
    for (const name of names) {
      await choose(page, name);
      await random(page);
      await page.evaluate(() => twistsat.showLetters(true));
      if (shots) await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`), fullPage: true });
      const bad = await page.evaluate(() => {
        const whole = document.querySelector("#painter svg").getBoundingClientRect();
        const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
        const cells = [...document.querySelectorAll("#painter .cell")];
        const of = (it) => it.getBoundingClientRect();
        return cells.filter((cell) => !inside(of(cell.firstChild), whole) || of(cell.lastChild).width > of(cell.firstChild).width).length;
      });
      assert.equal(bad, 0, name);
    }
    await page.close();
  }
});
