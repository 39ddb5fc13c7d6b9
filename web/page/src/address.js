// What the page is at, in its address: after the #, which browsers never send.

async function through(stream, data) {
  const out = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** Packs a text into letters, digits, - and _. */
async function pack(text) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(letters) {
  const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

/** `{puzzle, file, state, metric, solver, recipe}` from what stands behind the #. */
export async function read(hash) {
  const parts = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  if (parts.file) {
    const [name, text] = JSON.parse(await unpack(parts.file));
    parts.file = { name, text };
  }
  return parts;
}

/** What stands behind the #. */
export async function write({ file, ...parts }) {
  const packed = file && (await pack(JSON.stringify([file.name, file.text])));
  const all = Object.entries({ ...parts, file: packed }).filter(([, value]) => value);
  return `#${new URLSearchParams(all)}`;
}
