// Tests the texts of the site in a browser. Run with `web/site/build --texts && node --test web/site/test.mjs`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";

import { launch, root } from "../page/tests/browser.mjs";

const axe = createRequire(new URL("../page/tests/browser.mjs", import.meta.url)).resolve("axe-core/axe.min.js");

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const TEXTS = ["README", "docs/sat", "docs/puzzlers", "docs/testing", "docs/decisions/index", "src/lib.rs", "encodings/README", "CHANGELOG"];

for (const colorScheme of ["light", "dark"])
  for (const width of [360, 1280])
    test(`each kind of text fits into ${width} pixels, ${colorScheme}, with enough contrast`, async () => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      for (const text of TEXTS) {
        await page.goto(`file://${root}target/site/${text}.html`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${text}: ${wide} pixels too wide`);
        await page.addScriptTag({ content: await readFile(axe, "utf8") });
        const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${text}: ${id}: ${nodes[0].html}`), []);
        if (["README", "docs/sat"].includes(text)) await page.screenshot({ path: `${root}target/site/shots/${text.replace("/", "-")}-${colorScheme}-${width}.png` });
      }
      await context.close();
    });
