// Makes target/site from the page, the texts and the library's documentation; called by `build` in this folder.
//
// Each text has the path that it has in the repository: `docs/sat.md` is at `docs/sat.html`. Beginning with README.md,
// the script follows links, and puts every text, picture, folder and source that a text links to on the site. So a
// reader of the site can go wherever a reader of the repository can. A link to a missing file is an error.

import { existsSync, statSync } from "node:fs";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { Marked } from "marked";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const out = join(root, "target/site");
const textsOnly = process.argv.includes("--texts");

const escape = (text) => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
const isText = (path) => path.endsWith(".md");
const isPicture = (path) => /\.(svg|png)$/.test(path);
const isFolder = (path) => statSync(join(root, path)).isDirectory();

/** The path on the site of a file of the repository. */
function address(path) {
  if (isPicture(path)) return path;
  if (isFolder(path)) return posix.join(path, "index.html");
  return isText(path) ? path.replace(/md$/, "html") : `${path}.html`;
}

/** The relative link from one page of the site to another. */
const linkTo = (from, to) => relative(dirname(from), to).replaceAll("\\", "/");

const faults = [];
const queue = ["README.md"];
const seen = new Set(queue);

/** The target on the site of a link in a text. A link to another site is not changed. */
function follow(text, href) {
  if (/^[a-z]+:/.test(href)) return href;
  const [target, anchor] = href.split("#");
  const path = target ? posix.normalize(posix.join(posix.dirname(text), decodeURI(target))).replace(/\/$/, "") : text;
  if (path.startsWith("..") || !existsSync(join(root, path))) {
    faults.push(`${text}: there is no ${href}`);
    return href;
  }
  if (!seen.has(path)) queue.push(path);
  seen.add(path);
  return (path === text && anchor ? "" : linkTo(address(text), address(path))) + (anchor ? `#${anchor}` : "");
}

/** A function that returns the anchor of each heading of a text, as GitHub makes it. */
function slugs() {
  const taken = new Map();
  return (heading) => {
    const text = heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const times = taken.get(text) ?? 0;
    taken.set(text, times + 1);
    return times ? `${text}-${times}` : text;
  };
}

const unmarked = (html) => html.replace(/<[^>]*>/g, "").replace(/&#?(\w+);/g, (all, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', 39: "'" })[name] ?? all);

/** Renders a text; returns its title and its body. */
function rendered(text, markdown) {
  const slug = slugs();
  let title;
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      title ??= unmarked(html);
      return `<h${depth} id="${slug(unmarked(html))}">${html}</h${depth}>\n`;
    },
    // Wide content can be scrolled, also by keyboard.
    code({ text: code, lang }) {
      return `<pre tabindex="0"${lang ? ` class="${escape(lang)}"` : ""}><code>${escape(code)}\n</code></pre>\n`;
    },
    table(token) {
      const inner = (cell) => this.parser.parseInline(cell.tokens);
      // An empty cell is not a header.
      const one = (html, tag) => (html ? `<${tag}>${html}</${tag}>` : "<td></td>");
      const cells = (row, tag) => `<tr>${row.map((cell) => one(inner(cell), tag)).join("")}</tr>`;
      const rows = token.rows.map((row) => cells(row, "td")).join("\n");
      const head = cells(token.header, "th");
      return `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
    // Short code, such as an option, is not wrapped at hyphens.
    codespan({ text: code }) {
      return `<code${code.length < 24 ? ' class="short"' : ""}>${escape(code)}</code>`;
    },
    html({ text: html }) {
      return escape(html);
    },
  };
  const walkTokens = (token) => {
    if (token.type === "link" || token.type === "image") token.href = follow(text, token.href);
  };
  const body = new Marked({ renderer, walkTokens, gfm: true }).parse(markdown);
  return { title: title ?? text, body };
}

/** The contents that README.md lists under "Documentation": rows of links. */
async function contents() {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const section = readme.split("\n## Documentation\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|") && line.includes("]("));
  if (!rows.length) throw new Error("README.md has no table under Documentation");
  return rows.map((row) => {
    const [, name] = row.split("|");
    const links = [...row.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title, path]) => ({ title, path }));
    return { name: name.replaceAll("*", "").trim(), links };
  });
}

function page(path, title, body, parts) {
  const at = address(path);
  const link = ({ title, path: to }) => {
    const here = to === path ? ' aria-current="page"' : "";
    return `<li><a href="${follow(path, relative(dirname(path), to) || ".")}"${here}>${escape(title)}</a></li>`;
  };
  const list = parts.map(({ name, links }) => `<h2>${escape(name)}</h2>\n<ul>${links.map(link).join("\n")}</ul>`).join("\n");
  const api = textsOnly ? "" : `<li><a href="${linkTo(at, "api/twistsat/index.html")}">the library</a></li>\n`;
  const front = textsOnly ? "" : `<a href="${linkTo(at, "index.html")}">Solve a puzzle</a>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}${title === "twistsat" ? "" : " – twistsat"}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${linkTo(at, "site.css")}">
</head>
<body>
<header>
<a class="name" href="${linkTo(at, address("README.md"))}">twistsat</a>
${front}<a class="to-contents" href="#contents">Contents</a>
</header>
<main>
${body}</main>
<nav id="contents" aria-label="Contents">
${list}
<h2>API</h2>
<ul>${api}<li><a href="${follow(path, relative(dirname(path), "examples") || ".")}">examples</a></li></ul>
</nav>
</body>
</html>
`;
}

/** The page of a folder: a list of its files. Texts are listed by their titles. */
async function listed(folder) {
  const names = (await readdir(join(root, folder))).sort();
  const items = [];
  for (const name of names) {
    const path = posix.join(folder, name);
    if (isFolder(path)) continue;
    const text = isText(name) ? await readFile(join(root, path), "utf8") : "";
    const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    items.push(`<li><a href="${follow(`${folder}/.`, name)}">${escape(title)}</a></li>`);
  }
  return { title: folder, body: `<h1>${escape(folder)}</h1>\n<ul>${items.join("\n")}</ul>\n` };
}

async function source(path) {
  const text = await readFile(join(root, path), "utf8");
  return { title: path, body: `<h1>${escape(path)}</h1>\n<pre tabindex="0"><code>${escape(text)}</code></pre>\n` };
}

async function write(path, content) {
  await mkdir(dirname(join(out, path)), { recursive: true });
  await writeFile(join(out, path), content);
}

/** Checks that every link within the site leads to a file and, if it has an anchor, to an ID in the file. Returns the number of links. */
async function check(files) {
  const anchors = new Map();
  const ids = async (file) => {
    if (!anchors.has(file)) {
      const html = await readFile(join(out, file), "utf8");
      anchors.set(file, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
    }
    return anchors.get(file);
  };
  let links = 0;
  for (const file of files.filter((it) => it.endsWith(".html"))) {
    const html = (await readFile(join(out, file), "utf8")).replace(/<(script|style|pre|code)\b[^]*?<\/\1>/g, "");
    for (const [, href] of html.matchAll(/<[^>]*\s(?:href|src)="([^"]*)"/g)) {
      if (/^([a-z]+:|\/\/)/.test(href) || href === "#") continue;
      links += 1;
      const [target, anchor] = href.split("#");
      const path = target ? posix.join(posix.dirname(file), decodeURI(target)) : file;
      const there = join(out, path);
      if (!existsSync(there) || statSync(there).isDirectory()) faults.push(`${file}: ${href} leads nowhere`);
      // In rustdoc's pages of sources, scripts create the anchors, which are line numbers.
      else if (anchor && path.endsWith(".html") && !path.startsWith("api/src/") && !(await ids(path)).has(decodeURIComponent(anchor))) faults.push(`${file}: ${href}: ${path} has no such anchor`);
    }
  }
  return links;
}

await rm(out, { recursive: true, force: true });
await write("site.css", (await readFile(join(root, "src/picture/player.css"), "utf8")).split("\n.alone")[0] + (await readFile(join(here, "site.css"), "utf8")));
const files = [];
const parts = await contents();
for (let path; (path = queue.shift()); ) {
  if (isPicture(path)) {
    await write(path, await readFile(join(root, path)));
    continue;
  }
  const kind = isFolder(path) ? listed(path) : isText(path) ? rendered(path, await readFile(join(root, path), "utf8")) : source(path);
  const { title, body } = await kind;
  // Links of a folder's page are relative to the folder.
  await write(address(path), page(isFolder(path) ? `${path}/.` : path, title, body, parts));
  files.push(address(path));
}
if (!textsOnly) {
  await cp(join(root, "target/page/site"), out, { recursive: true });
  const front = await readFile(join(out, "index.html"), "utf8");
  if (!front.includes("</header>")) throw new Error("the page has no header");
  await writeFile(join(out, "index.html"), front.replace("</header>", '<a href="README.html">Documentation</a>\n</header>'));
  await cp(join(root, "target/site-api/doc"), join(out, "api"), { recursive: true });
  files.push("index.html", "api/twistsat/index.html", "api/twistsat_checker/index.html");
}
const links = await check(files);
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`target/site: ${files.length} pages; ${links} links checked`);
