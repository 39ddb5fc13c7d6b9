// A sentence that says how to hold the puzzle.

const $ = (id) => document.getElementById(id);

/** `hold` has the color of each face of the solved puzzle, held as painted; by default, held as in the puzzle file. */
export function sentence(puzzle, hold) {
  const { colors, face_names: names, has_fixed_centers: hasFixedCenters, faces, solved } = puzzle;
  const own = faces.map(([facelet]) => solved[facelet]);
  const color = (face) => colors[(hold ?? own)[names.indexOf(face)]]?.name;
  const has = (...faces) => faces.every((face) => names.includes(face));
  if (names.length === 4 && has("F", "D")) return `Hold it with ${color("F")} in front and ${color("D")} at the bottom, one tip up.`;
  if (!has("U", "F")) return "";
  if (hasFixedCenters) return `Hold it with ${color("U")} up and ${color("F")} in front.`;
  return "Hold it any way you like, and keep it that way: U on top, F in front.";
}

/** Shows the sentence above the net and above the solution. */
export function show(puzzle, hold) {
  const text = sentence(puzzle, hold);
  $("hold").textContent = text;
  $("hold-again").textContent = text;
}
