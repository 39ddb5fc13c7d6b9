// The files of the page, packed. The single file contains them as text; otherwise they are fetched from the folder of
// the page.

import { unpack } from "./lzma.js";

/** The page is drawn before anything is unpacked. One that is in the background is not drawn. */
const drawn = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300);
});

/** The bytes of a file. */
export async function bytes(name) {
  await drawn;
  const within = document.getElementById(`asset-${name}`);
  return unpack(within ? Uint8Array.from(atob(within.textContent), (c) => c.charCodeAt(0)) : await fetched(`${name}.lzma`));
}

async function fetched(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** An address of a script, for as long as the page is there. */
export async function script(name) {
  return URL.createObjectURL(new Blob([await bytes(name)], { type: "text/javascript" }));
}
