// What a visitor sees and does first. Run with `node --test web/page/tests/`, after `web/page/build`.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";

import { choose, isInView, launch, mix, open, ready, show, solved } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 640 };

/** Opens the page without an address of a state. */
const visit = (options = {}) => open(browser, { viewport: DESK, hash: "", ...options });

test("at 1280×800, the puzzle, its net with names of faces, how to hold it, and Solve are visible without scrolling", async () => {
  const page = await visit();
  for (const [name, faces, hold] of [
    ["rubik", "U up, R right, F front, D down, L left, B back", /^Hold it with white up and green in front\.$/],
    ["pocket", "U up, R right, F front, D down, L left, B back", /U on top, F in front/],
    ["pyraminx", "F front, L left, R right, D down", /^Hold it with green in front and yellow at the bottom/],
    ["megaminx", "U up, F front, R, BR, BL, L, FR, DR, B, DL, FL, D", /^Hold it with white up and green in front\.$/],
    ["skewb", "U up, R right, F front, D down, L left, B back", /U on top, F in front/],
    ["7x7x7", "U up, R right, F front, D down, L left, B back", /^Hold it with white up and green in front\.$/],
  ]) {
    await choose(page, name);
    for (const what of ["#puzzle", "#net svg", ".face-name", "#hold", "#solve"]) assert.ok(await isInView(page, what), `${name}: ${what}`);
    assert.equal((await page.$$eval("#net .face-name", (all) => all.map((it) => it.textContent))).join(", "), faces);
    assert.match(await page.textContent("#hold"), hold);
    // A name is above its face and covers no sticker.
    const covered = await page.evaluate(() => {
      const of = (it) => it.getBoundingClientRect();
      const cells = [...document.querySelectorAll("#net .cell polygon")].map(of);
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
      return [...document.querySelectorAll("#net .face-name")].filter((it) => cells.some((cell) => meets(of(it), cell))).length;
    });
    // Between the faces of a Megaminx there is no space.
    if (name !== "megaminx") assert.equal(covered, 0, name);
  }
  await page.close();
});

test("the colors in which to hold a cube are the painted ones", async () => {
  const page = await visit();
  // x2 turns yellow up.
  await mix(page, "x2 R");
  assert.equal(await page.textContent("#hold"), "Hold it with yellow up and blue in front.");
  await page.close();
});

test("the most common puzzles come first in the list", async () => {
  const page = await visit();
  const names = await page.$$eval("#puzzle option", (all) => all.map(({ value }) => value));
  assert.deepEqual(names.slice(0, 6), ["rubik", "pocket", "4x4x4", "pyraminx", "megaminx", "skewb"]);
  assert.equal(await page.inputValue("#puzzle"), "rubik");
  await page.close();
});

test("the keys w y o r g b paint as soon as the page is ready", async () => {
  const page = await visit();
  await page.keyboard.press("b");
  assert.equal(await page.getAttribute("#net .cell", "aria-label"), "U1: blue");
  await page.click("#empty");
  for (const key of "wyorgb") await page.keyboard.press(key);
  const fills = await page.$$eval("#net .cell", (cells) => cells.slice(0, 6).map((cell) => cell.getAttribute("aria-label").split(": ")[1]));
  assert.deepEqual(fills, ["white", "yellow", "orange", "red", "green", "blue"]);
  // Keys that are typed elsewhere do not paint.
  const before = await page.evaluate(() => twistsat.painter.state);
  await page.click("#turns");
  await page.keyboard.type("rbgw");
  assert.equal(await page.evaluate(() => twistsat.painter.state), before);
  await page.close();
});

test("stickers show colors, and letters only on request", async () => {
  const page = await visit();
  const shown = () => page.$$eval("#net .cell text", (all) => all.filter((it) => getComputedStyle(it).display !== "none").length);
  for (const name of ["rubik", "megaminx", "skewb"]) {
    await choose(page, name);
    assert.equal(await shown(), 0, name);
    await page.click("#letters");
    assert.equal(await shown(), await page.evaluate(() => twistsat.puzzle.facelets.length), name);
  }
  // Stickers with digits cannot be told apart by color alone.
  await choose(page, "twiddle");
  assert.equal(await shown(), 9);
  await page.close();
});

test("a misread sticker is marked with its name, and the message names colors", async () => {
  const page = await visit();
  await mix(page, "R U F");
  await page.evaluate(() => {
    const { painter, puzzle } = twistsat;
    const facelet = puzzle.facelets.indexOf("F5") - 4;
    const other = puzzle.colors.findIndex((_, color) => color !== painter.net.shown[facelet]);
    painter.paint([facelet], other);
  });
  await ready(page);
  const message = await page.textContent("#wrong");
  assert.match(message, /F1 shows \w+ where its corner only fits \w+/);
  assert.match(message, /(White|Red|Green|Yellow|Orange|Blue) occurs \d+ times/);
  assert.ok(await isInView(page, "#wrong"));
  assert.equal(await page.textContent("#net .cell.named text"), "F1");
  await page.close();
});

test("a solution can be followed during the search, and a better one is offered without replacing it", async () => {
  const page = await visit({ hash: "#puzzle=4x4x4" });
  // The first solution of this state is shortened twice. A random state might have no second solution.
  await mix(page, "R Uw2 F' D2 Lw B2 R2 U Fw2 D L2 B' U2 Rw F2 D2 L U B2 R");
  await page.click("#solve");
  // The click runs inside the page, because a click from here could arrive after a better solution.
  await page.waitForFunction(() => {
    const forward = document.querySelector("#player [aria-label='One turn forward']");
    forward?.click();
    return forward;
  }, null, { timeout: 60_000 });
  assert.ok(await page.isEnabled("#stop"), "the search continues");
  const said = await page.textContent("#player .said");
  assert.match(said, /^1 of \d+ turns/);
  // A better solution does not change the player of the one that is followed.
  const offered = await page.getAttribute("#found [aria-pressed='true']", "data-solution");
  await page.waitForFunction((offered) => document.querySelector("#found button").dataset.solution !== offered, offered, { timeout: 120_000 });
  assert.ok(await page.isEnabled("#stop"), "the search still continues");
  assert.equal(await page.textContent("#player .said"), said);
  const length = (text) => Number(/^(\d+) turns/.exec(text)[1]);
  const best = length(await page.textContent("#found button"));
  await page.click("#found button");
  await page.waitForFunction((best) => document.querySelector("#player .of").textContent === `0 of ${best} turns`, best);
  await page.click("#stop");
  await page.close();
});

for (const viewport of [DESK, PHONE]) {
  test(`the puzzle in 3D, the turn and the controls fit on a screen of ${viewport.width}×${viewport.height}`, async () => {
    const page = await visit({ viewport });
    await mix(page, "R U2 F'");
    await page.click("#solve");
    await solved(page);
    await page.waitForSelector("#solid twisty-player");
    await page.click("#player [aria-label='One turn forward']");
    for (const what of ["#solid", "#player .now", "#player .buttons > *", "#player .controls input"]) assert.ok(await isInView(page, what), what);
    assert.match(await page.textContent("#player .now"), /^[URFDLB]['2]?$/);
    await page.close();
  });
}

test("the Megaminx has its usual colors", async () => {
  const page = await visit({ hash: "#puzzle=megaminx" });
  // As in scrambles of the World Cube Association: white on top, green in front, gray at the bottom.
  const usual = {
    U: "white", F: "green", R: "red", BR: "blue", BL: "yellow", L: "purple",
    D: "gray", B: "lime", DL: "orange", FL: "cyan", FR: "cream", DR: "pink",
  };
  const shown = await page.evaluate(() => {
    const { face_names: names, faces, colors, solved } = twistsat.puzzle;
    return Object.fromEntries(names.map((name, at) => [name, colors[solved[faces[at][0]]].name]));
  });
  assert.deepEqual(shown, usual);
  await page.close();
});

test("no message names an option of the command", async () => {
  const page = await visit();
  const texts = [];
  const take = async (id) => texts.push(await page.textContent(id));
  for (const [name, typed] of [["rubik", "R++"], ["rubik", "Q"], ["rubik", "UUU"], ["rubik", "?".repeat(54)], ["megaminx", "RDR"], ["pyraminx", "M"], ["4x4x4", "R U y3Rw"], ["pocket", "W".repeat(24)]]) {
    await choose(page, name);
    await page.fill("#turns", typed);
    await page.click("#type button");
    await page.waitForTimeout(400);
    await take("#turns-message");
    await take("#wrong");
  }
  // One color only, swapped centers, and two states with unknown stickers.
  await choose(page, "rubik");
  for (const state of ["U".repeat(54), "UUUUUUUUULLLFFFRRRBBBLLLFRFRFRBBBLLLFFFRRRBBBDDDDDDDDD", `${".".repeat(53)}U`, `UU${".".repeat(50)}RR`]) {
    await show(page, state);
    await take("#wrong");
    if (await page.isEnabled("#solve")) {
      await page.click("#solve");
      await page.waitForTimeout(1000);
      await page.evaluate(() => document.getElementById("stop").click());
      await take("#answer");
    }
  }
  const messages = texts.filter(Boolean);
  assert.ok(messages.length >= 8, messages.join("\n"));
  assert.deepEqual(messages.filter((it) => /(^|\s|\()-{1,2}[a-z]/.test(it)), []);
  await page.close();
});

test("from a width of 900 pixels on, there are two columns", async () => {
  const page = await visit();
  const columns = async (width) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate(() => {
      const [left, right] = ["paint-part", "solve-part"].map((id) => document.getElementById(id).getBoundingClientRect());
      return right.left >= left.right && right.top < left.bottom ? 2 : 1;
    });
  };
  assert.deepEqual([await columns(899), await columns(900), await columns(1280)], [1, 2, 2]);
  await page.close();
});
