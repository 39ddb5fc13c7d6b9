// How the puzzle is held, in a sentence.

const $ = (id) => document.getElementById(id);

/** `hold` has the color of each face of the solved puzzle, held as it is painted. */
export function sentence(puzzle, hold) {
  const { colors, face_names: names, has_fixed_centers: tells, faces, solved } = puzzle;
  const own = faces.map(([facelet]) => solved[facelet]);
  const color = (face) => colors[(hold ?? own)[names.indexOf(face)]]?.name;
  const has = (...faces) => faces.every((face) => names.includes(face));
  if (names.length === 4 && has("F", "D")) return `Hold it with ${color("F")} in front and ${color("D")} at the bottom, one tip up.`;
  if (!has("U", "F")) return "";
  if (tells) return `Hold it with ${color("U")} up and ${color("F")} in front.`;
  return "Hold it as you like, then keep it so: U on top, F in front.";
}

/** Says how the puzzle is held, above the net and above its solution. */
export function show(puzzle, hold) {
  const text = sentence(puzzle, hold);
  $("hold").textContent = text;
  $("hold-again").textContent = text;
}
