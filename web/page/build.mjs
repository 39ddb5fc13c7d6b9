// Makes target/page/site and target/page/twistsat.html; called by `build` in this folder.
//
// The single HTML file contains everything else, packed by `xz` and as text. The content security policy of the folder
// allows requests only to its own origin, that of the single file none.

import { execFileSync } from "node:child_process";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const out = join(root, "target/page");

/** Bundles a script; returns its text and the folders of the packages in it. */
async function bundle(entry, format) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    legalComments: "none",
    metafile: true,
    write: false,
    absWorkingDir: here,
  });
  const packages = Object.keys(metafile.inputs).map((path) => {
    const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    return found ? join(here, found[0]) : undefined;
  });
  return { text: outputFiles[0].text, packages: new Set(packages.filter(Boolean)) };
}

/** The texts of the licenses in a folder. */
async function licences(folder) {
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  // If there is a choice of licenses, the shortest one suffices.
  const mit = files.filter((name) => /mit/i.test(name));
  const texts = (mit.length ? mit : files.slice(0, 2)).map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => text.trim()).join("\n\n");
}

/** The licenses of everything in the page: npm packages, given by their folders, and Rust crates. */
async function notices(folders) {
  const all = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license, repository } = JSON.parse(await readFile(join(folder, "package.json")));
    const source = (repository?.url ?? repository ?? "").replace(/^git\+/, "");
    all.push({ name, version, license, source, text: await licences(folder) });
  }
  const arguments_ = ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", "wasm32-unknown-unknown"];
  const metadata = JSON.parse(
    execFileSync("cargo", arguments_, { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }),
  );
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const first = metadata.packages.find((it) => it.name === "twistsat-web").id;
  // Only crates that are linked into the module: no procedural macros, no dependencies of tests or build scripts.
  const tree = execFileSync(
    "cargo",
    ["tree", "--locked", "--offline", "-p", "twistsat-web", "--target", "wasm32-unknown-unknown", "-e", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const used = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  for (const { name, version, license, repository, manifest_path, source, id } of metadata.packages) {
    if (!source || id === first || !nodes.has(id) || !used.has(`${name} v${version}`)) continue;
    all.push({ name, version, license, source: repository ?? "", text: await licences(dirname(manifest_path)) });
  }
  const lines = all.map(({ name, version, license, source, text }) =>
    [`${name} ${version} (${license})`, source, "", text].join("\n"),
  );
  const own = await readFile(join(root, "LICENSE-MIT"), "utf8");
  return [`twistsat (MIT OR Apache-2.0)\n\n${own.trim()}`, ...lines].join(`\n\n${"─".repeat(40)}\n\n`) + "\n";
}

const policy = (connect) =>
  [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'wasm-unsafe-eval' 'self' blob:",
    "worker-src blob:",
    "style-src 'unsafe-inline' 'self'",
    "img-src data: blob:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const [app, worker, solid] = await Promise.all([
  bundle("main.js", "esm"),
  bundle("worker.js", "iife"),
  bundle("solid.js", "iife"),
]);
const wasm = await readFile(join(root, "target/web/twistsat_web.wasm"));
const style = (await readFile(join(root, "src/picture/player.css"), "utf8")) + (await readFile(join(here, "src/page.css"), "utf8"));
const html = await readFile(join(here, "src/index.html"), "utf8");
const assets = {
  "worker.js": worker.text,
  "solid.js": solid.text,
  "twistsat.wasm": wasm,
  "licences.txt": await notices(new Set([...app.packages, ...worker.packages, ...solid.packages])),
};

/** Replaces `<!--name-->` with the part of that name. */
const fill = (text, parts) => text.replace(/<!--(\w+)-->/g, (_, name) => parts[name] ?? "");
/** A script as the content of a `script` element. */
const escapeScript = (script) => script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

/** Packs a file for src/lzma.js. The parameters suit WebAssembly, whose bytes have no alignment. */
function pack(content) {
  const packed = execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=4,lp=0,pb=0", "--stdout"], { input: content, maxBuffer: 1 << 28 });
  // xz reads from a pipe, so it does not know the length.
  packed.writeBigUInt64LE(BigInt(Buffer.byteLength(content)), 5);
  return packed;
}

await rm(out, { recursive: true, force: true });
const site = join(out, "site");
await mkdir(site, { recursive: true });
const packed = Object.entries(assets).map(([name, content]) => [name, pack(content)]);
const files = {
  ...Object.fromEntries(packed.map(([name, content]) => [`${name}.lzma`, content])),
  "app.js": app.text,
  "page.css": style,
  "index.html": fill(html, {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy("'self'")}">`,
    style: '<link rel="stylesheet" href="page.css">',
    script: '<script type="module" src="app.js"></script>',
  }),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(site, name), content);

const texts = packed.map(
  ([name, content]) => `<script type="text/plain" id="asset-${name}">${content.toString("base64")}</script>`,
);
const single = fill(html, {
  policy: `<meta http-equiv="Content-Security-Policy" content="${policy("'none'")}">`,
  style: `<style>${style}</style>`,
  // The page comes first, then the files that it may need.
  script: `<script type="module">${escapeScript(app.text)}</script>\n${texts.join("\n")}`,
});
await writeFile(join(out, "twistsat.html"), single);
await writeFile(join(out, "licences.txt"), assets["licences.txt"]);

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
const sum = Object.values(files).reduce((all, it) => all + Buffer.byteLength(it), 0);
console.log(`target/page/site: ${Object.keys(files).length} files, ${kilobytes(sum)}`);
console.log(`target/page/twistsat.html: ${kilobytes(Buffer.byteLength(single))}`);
