// What the tests share: a real browser, the page in it, and what may be asked of both.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const single = `file://${root}target/page/twistsat.html`;

/** Chromium as Debian has it, or where CHROMIUM says. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  // WebGL without a graphics card.
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
  return chromium.launch({ executablePath, args });
}

/** A page that is ready, with the pocket cube unless told otherwise. Its network requests are in `asked`, its errors in `complaints`. */
export async function open(browser, { address = single, hash = address === single ? "#puzzle=pocket" : "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  page.asked = [];
  page.complaints = [];
  page.on("request", (request) => page.asked.push(request.url()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  await page.goto(address + hash);
  await ready(page);
  return page;
}

/** Waits until the page has its puzzle and has looked at what is painted. */
export async function ready(page) {
  await page.evaluate(async () => {
    await twistsat.ready;
    await twistsat.checked;
  });
}

/** Chooses a puzzle. */
export async function choose(page, name) {
  await page.selectOption("#puzzle", name);
  await page.waitForFunction((name) => twistsat.puzzle.name === name, name);
  await ready(page);
}

/** Clicks on what changes the state, and waits for what comes. */
async function changed(page, button) {
  const before = await page.evaluate(() => twistsat.painter.state);
  await page.click(button);
  await page.waitForFunction((before) => twistsat.painter.state !== before, before);
  await ready(page);
}

/** A random state. */
export async function random(page) {
  await changed(page, "#random");
}

/** Types turns, which lead to another state than the one before. */
export async function mix(page, turns) {
  await page.fill("#turns", turns);
  await changed(page, "#type button");
}

/** Shows a state that is written in the layout `net`. */
export async function show(page, state) {
  await page.evaluate((state) => (twistsat.painter.state = state), state);
  await ready(page);
}

/** Clicks on Solve and waits until the search has ended and its solution is played. Gives what the page says. */
export async function solve(page, timeout = 60_000) {
  await page.click("#solve");
  return solved(page, timeout);
}

/** Waits until a search has ended and its solution is played. Gives what the page says. */
export async function solved(page, timeout = 60_000) {
  await page.waitForFunction(
    () => {
      const { result } = twistsat.solving;
      const shown = document.querySelector("#found [aria-pressed='true']")?.dataset.solution;
      return result && (shown === result.solution || result.start) && document.querySelector("#player .controls");
    },
    null,
    { timeout },
  );
  return page.textContent("#answer");
}

/** What lies within the window, without scrolling. */
export function isSeen(page, selector) {
  return page.$$eval(selector, (all) =>
    all.length > 0 && all.every((it) => {
      const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
      return width > 0 && height > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    }),
  );
}

/** Goes to the end of what is played, and reads from the picture whether it is solved. */
export async function seenAtTheEnd(page) {
  await page.click("#player [aria-label='To the end']");
  return seenSolved(page);
}

/** Whether each face is of one color in the picture: the fill of every sticker, face by face. */
export function seenSolved(page) {
  return page.evaluate(() => {
    const { faces } = twistsat.puzzle;
    const cells = [...document.querySelectorAll("#player .cell")];
    cells.sort((a, b) => a.dataset.facelet - b.dataset.facelet);
    const fills = cells.map((cell) => getComputedStyle(cell.firstChild).fill);
    return faces.every((face) => face.every((facelet) => fills[facelet] === fills[face[0]]));
  });
}

/** The command, as the last build left it. */
export function command(...words) {
  const built = ["debug", "release"].map((kind) => `${root}target/${kind}/twistsat`);
  const program = process.env.TWISTSAT_COMMAND ?? built.find(existsSync);
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${status}: ${stderr}`);
  return stdout;
}
