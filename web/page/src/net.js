// Nets as the page shows them: faces apart from each other, each with its name above it.

/** What the letters of faces mean. */
const WORDS = { U: "up", F: "front", R: "right", L: "left", B: "back", D: "down" };

/** How much of the width of a net a name is high. */
const HIGH = 0.036;

/** The numbers of values from the least, where those that are about as large have the same. */
function ranks(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const steps = sorted.filter((value, at) => at === 0 || value - sorted[at - 1] > 0.9);
  return values.map((value) => steps.filter((step) => step <= value + 0.01).length - 1);
}

/** Where the facelets and the names of the faces are drawn. */
export function named({ shape, faces, face_names: names }) {
  const boxes = faces.map((face) => {
    const points = face.flatMap((facelet) => shape.cells[facelet]);
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  // What lies across other faces has no place for a name; a face of one sticker needs none.
  const meet = (a, b) => a.left < b.right - 0.1 && b.left < a.right - 0.1 && a.top < b.bottom - 0.1 && b.top < a.bottom - 0.1;
  const isApart = boxes.every((box, at) => boxes.slice(at + 1).every((other) => !meet(box, other)));
  if (!isApart || faces.length === 1 || faces.some((face) => face.length === 1)) return { shape, labels: [] };
  const columns = ranks(boxes.map(({ left }) => left));
  const rows = ranks(boxes.map(({ top }) => top));
  const size = shape.width * HIGH;
  const [gap, head] = [size * 0.35, size * 1.6];
  const shift = faces.map((_, face) => [columns[face] * gap, (rows[face] + 1) * head]);
  const cells = [...shape.cells];
  const middles = [...shape.middles];
  faces.forEach((face, number) => {
    const move = (point) => point.map((it, axis) => it + shift[number][axis]);
    for (const facelet of face) {
      cells[facelet] = cells[facelet].map(move);
      middles[facelet] = move(middles[facelet]);
    }
  });
  const labels = names.map((name, face) => {
    const { left, right, top } = boxes[face];
    // Of twelve faces most names are compass points of their own.
    const word = faces.length <= 6 || "UF".includes(name) ? WORDS[name] : undefined;
    const x = (left + right) / 2 + shift[face][0];
    return { name, word, x, y: top + shift[face][1] - size * 0.75, size };
  });
  const width = shape.width + Math.max(...columns) * gap;
  const height = shape.height + (Math.max(...rows) + 1) * head;
  return { shape: { ...shape, cells, middles, width, height }, labels };
}

/** Whether colors alone tell the stickers apart. */
export function isPlain({ colors }) {
  return new Set(colors.map(({ fill }) => fill)).size === colors.length && !colors.some(({ symbol }) => /\d/.test(symbol));
}
