// Nets as the page shows them: with gaps between the faces, and the name of each face above it.

/** The names of faces in words. */
const WORDS = { U: "up", F: "front", R: "right", L: "left", B: "back", D: "down" };

/** The font size of names, as a fraction of the width of the net. */
const FONT_SIZE = 0.036;

/** The ranks of values, from 0 for the smallest. Values that are almost equal have the same rank. */
function ranks(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const steps = sorted.filter((value, at) => at === 0 || value - sorted[at - 1] > 0.9);
  return values.map((value) => steps.filter((step) => step <= value + 0.01).length - 1);
}

/** The shape of a net with gaps between the faces, and the labels with the names of the faces. */
export function withLabels({ shape, faces, face_names: names }) {
  const boxes = faces.map((face) => {
    const points = face.flatMap((facelet) => shape.cells[facelet]);
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  // Overlapping faces leave no space for names; a face with one sticker needs none.
  const meet = (a, b) => a.left < b.right - 0.1 && b.left < a.right - 0.1 && a.top < b.bottom - 0.1 && b.top < a.bottom - 0.1;
  const isApart = boxes.every((box, at) => boxes.slice(at + 1).every((other) => !meet(box, other)));
  if (!isApart || faces.length === 1 || faces.some((face) => face.length === 1)) return { shape, labels: [] };
  const columns = ranks(boxes.map(({ left }) => left));
  const rows = ranks(boxes.map(({ top }) => top));
  const size = shape.width * FONT_SIZE;
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
    // With twelve faces, most names have no single word.
    const word = faces.length <= 6 || "UF".includes(name) ? WORDS[name] : undefined;
    const x = (left + right) / 2 + shift[face][0];
    return { name, word, x, y: top + shift[face][1] - size * 0.75, size };
  });
  const width = shape.width + Math.max(...columns) * gap;
  const height = shape.height + (Math.max(...rows) + 1) * head;
  return { shape: { ...shape, cells, middles, width, height }, labels };
}

/** Whether stickers can be told apart by color alone. Stickers with digits need their symbols. */
export function hasDistinctColors({ colors }) {
  return new Set(colors.map(({ fill }) => fill)).size === colors.length && !colors.some(({ symbol }) => /\d/.test(symbol));
}
