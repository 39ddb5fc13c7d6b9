// The files beside the page, packed. In the single file they are within it, as text; else they are fetched
// from where the page is.

/** The bytes of a file. */
export async function bytes(name) {
  const within = document.getElementById(`asset-${name}`);
  const packed = within ? Uint8Array.from(atob(within.textContent), (c) => c.charCodeAt(0)) : await fetched(`${name}.gz`);
  // Some servers unpack such files on the way.
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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
