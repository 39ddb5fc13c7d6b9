// The state of the page in its address, after the #. Browsers never send that part to a server.

async function transform(stream, data) {
  const out = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** Packs a text into letters, digits, - and _. */
async function pack(text) {
  const packed = await transform(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(letters) {
  const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await transform(new DecompressionStream("deflate-raw"), bytes));
}

/** Reads `{puzzle, file, state, metric, solver, recipe}` from the part of an address after the #. */
export async function read(hash) {
  const parts = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  if (parts.file) {
    const [name, text] = JSON.parse(await unpack(parts.file));
    parts.file = { name, text };
  }
  return parts;
}

/** The part of an address from the # on. */
export async function write({ file, ...parts }) {
  const packed = file && (await pack(JSON.stringify([file.name, file.text])));
  const all = Object.entries({ ...parts, file: packed }).filter(([, value]) => value);
  return `#${new URLSearchParams(all)}`;
}
