// Functions shared by the tests: they start a browser, open the page in it, and use the page as a visitor would.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const single = `file://${root}target/page/twistsat.html`;

/** Starts Debian's Chromium, or the program that the environment variable CHROMIUM names. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  // WebGL without a graphics card.
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
  return chromium.launch({ executablePath, args });
}

/** Opens the page, by default with the pocket cube, and waits until it is ready. `requests` has its network requests, `errors` its errors. */
export async function open(browser, { address = single, hash = address === single ? "#puzzle=pocket" : "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  page.requests = [];
  page.errors = [];
  page.on("request", (request) => page.requests.push(request.url()));
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  await page.goto(address + hash);
  await ready(page);
  return page;
}

/** Waits until the page has its puzzle and has checked what is painted. */
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

/** Clicks on a button that changes the state, and waits until the new state is checked. */
async function clickToChange(page, button) {
  const before = await page.evaluate(() => twistsat.painter.state);
  await page.click(button);
  await page.waitForFunction((before) => twistsat.painter.state !== before, before);
  await ready(page);
}

/** Shows a random state. */
export async function random(page) {
  await clickToChange(page, "#random");
}

/** Types turns. They must lead to a state other than the current one. */
export async function mix(page, turns) {
  await page.fill("#turns", turns);
  await clickToChange(page, "#type button");
}

/** Shows a state that is written in the layout `net`. */
export async function show(page, state) {
  await page.evaluate((state) => (twistsat.painter.state = state), state);
  await ready(page);
}

/** Clicks on Solve, and waits until the search has ended and its solution is played. Returns the answer on the page. */
export async function solve(page, timeout = 60_000) {
  await page.click("#solve");
  return solved(page, timeout);
}

/** Waits until a search has ended and its solution is played. Returns the answer on the page. */
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

/** Whether all elements with a selector are visible without scrolling. */
export function isInView(page, selector) {
  return page.$$eval(selector, (all) =>
    all.length > 0 && all.every((it) => {
      const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
      return width > 0 && height > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    }),
  );
}

/** Goes to the last step of the player; returns whether the picture there is solved. */
export async function endsSolved(page) {
  await page.click("#player [aria-label='To the end']");
  return looksSolved(page);
}

/** Whether each face has one color in the picture, judged by the fill of every sticker. */
export function looksSolved(page) {
  return page.evaluate(() => {
    const { faces } = twistsat.puzzle;
    const cells = [...document.querySelectorAll("#player .cell")];
    cells.sort((a, b) => a.dataset.facelet - b.dataset.facelet);
    const fills = cells.map((cell) => getComputedStyle(cell.firstChild).fill);
    return faces.every((face) => face.every((facelet) => fills[facelet] === fills[face[0]]));
  });
}

/** The output of the command `twistsat` of the last build, or of the program that TWISTSAT_COMMAND names. */
export function command(...words) {
  const built = ["debug", "release"].map((kind) => `${root}target/${kind}/twistsat`);
  const program = process.env.TWISTSAT_COMMAND ?? built.find(existsSync);
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${status}: ${stderr}`);
  return stdout;
}
