// The packed files of the page. The single HTML file contains them as text; otherwise they are fetched from the folder
// of the page.

import { unpack } from "./lzma.js";

/** Resolves when the page is drawn, or soon if it is in the background. Nothing is unpacked before. */
const drawn = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300);
});

/** The unpacked content of a file. */
export async function bytes(name) {
  await drawn;
  const embedded = document.getElementById(`asset-${name}`);
  return unpack(embedded ? Uint8Array.from(atob(embedded.textContent), (c) => c.charCodeAt(0)) : await fetchBytes(`${name}.lzma`));
}

async function fetchBytes(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A URL of a script that is valid as long as the page is open. */
export async function script(name) {
  return URL.createObjectURL(new Blob([await bytes(name)], { type: "text/javascript" }));
}
