// Tells `notation.test.mjs` where each sticker is after a scramble, according to the npm package `cubing`, which shares no
// code with us. Stickers of both programs are points in space; a rotation maps ours (`facelets`) to theirs.

const cubing = new URL("../page/node_modules/cubing/dist/lib/cubing/", import.meta.url);
const { Alg } = await import(new URL("alg/index.js", cubing));
const { KPuzzle } = await import(new URL("kpuzzle/index.js", cubing));
const { puzzles } = await import(new URL("puzzles/index.js", cubing));
const { ExperimentalPGNotation } = await import(new URL("puzzle-geometry/index.js", cubing));

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const scaled = (a, by) => a.map((x) => x * by);
const plus = (...all) => all.reduce((a, b) => a.map((x, i) => x + b[i]));
const minus = (a, b) => plus(a, scaled(b, -1));
const unit = (a) => scaled(a, 1 / Math.hypot(...a));
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const mean = (all) => scaled(plus(...all), 1 / all.length);

/** A face seen from outside, as unit vectors: its normal, and the directions up and right on it. */
const side = (out, up) => ({ out, up, right: cross(up, out) });

/** The faces of a cube, with x to the right, y up, and z to the front. In the net, F is below U and above D. */
const CUBE = {
  U: side([0, 1, 0], [0, 0, -1]),
  D: side([0, -1, 0], [0, 0, 1]),
  R: side([1, 0, 0], [0, 1, 0]),
  L: side([-1, 0, 0], [0, 1, 0]),
  F: side([0, 0, 1], [0, 1, 0]),
  B: side([0, 0, -1], [0, 1, 0]),
};

/** The facelets of a cube. Each face has the same rows, the top row first. */
function ofCube(rows) {
  const place = ({ out, up, right }, row, at) => {
    const column = at - (rows[row].length - 1) / 2;
    const step = rows[row].length === 1 ? 0 : 2 / rows[row].length;
    const line = ((rows.length - 1) / 2 - row) * (2 / rows.length);
    return plus(out, scaled(up, line), scaled(right, column * step));
  };
  const face = (it) => rows.flatMap((row, r) => row.map((_, at) => place(it, r, at)));
  return Object.fromEntries(Object.entries(CUBE).map(([name, it]) => [name, face(it)]));
}

/** The corners of a tetrahedron, with U on top, and L and R in front. */
const TIPS = {
  U: [0, 1, 0],
  L: [-Math.sqrt(2 / 3), -1 / 3, Math.sqrt(2) / 3],
  R: [Math.sqrt(2 / 3), -1 / 3, Math.sqrt(2) / 3],
  B: [0, -1 / 3, -Math.sqrt(8) / 3],
};

/** The facelets of a Pyraminx. Faces have their tips at the top, left and right; D, seen from below, at the left, right and bottom. */
function ofPyraminx() {
  const by = (a, b, c) => scaled(plus(scaled(TIPS[a], 2), TIPS[b], TIPS[c]), 1 / 4);
  const between = (a, b, c) => scaled(plus(scaled(TIPS[a], 3), scaled(TIPS[b], 3), TIPS[c]), 1 / 7);
  const upright = (up, left, right) => [
    between(up, left, right),
    by(up, left, right),
    between(up, right, left),
    by(left, up, right),
    between(left, right, up),
    by(right, up, left),
  ];
  const below = (left, right, down) => [
    by(left, right, down),
    between(left, right, down),
    by(right, left, down),
    between(left, down, right),
    by(down, left, right),
    between(right, down, left),
  ];
  return {
    F: upright("U", "L", "R"),
    L: upright("U", "B", "L"),
    R: upright("U", "R", "B"),
    D: below("L", "R", "B"),
  };
}

/** The faces around U, from F to the right, and the faces below and between these. */
const UPPER = ["F", "R", "BR", "BL", "L"];
const LOWER = ["FR", "DR", "B", "DL", "FL"];

/** `count` facelets clockwise around each face of a dodecahedron, beginning at the top or upper left corner. */
function ofDodecahedron(count) {
  const tilt = Math.atan(2);
  const around = (degrees, sign) => {
    const angle = (degrees * Math.PI) / 180;
    const level = Math.sin(tilt);
    return [level * Math.sin(angle), sign * Math.cos(tilt), level * Math.cos(angle)];
  };
  const upright = (out) => side(out, unit(minus([0, 1, 0], scaled(out, out[1]))));
  const faces = { U: CUBE.U, D: CUBE.D };
  UPPER.forEach((name, at) => (faces[name] = upright(around(72 * at, 1))));
  LOWER.forEach((name, at) => (faces[name] = upright(around(72 * at + 36, -1))));
  const facelets = (name, { out, up, right }) => {
    const first = UPPER.includes(name) ? -36 : 0;
    const ring = Array.from({ length: count }, (_, at) => {
      const angle = ((first + (360 / count) * at) * Math.PI) / 180;
      return plus(out, scaled(up, Math.cos(angle) / 2), scaled(right, Math.sin(angle) / 2));
    });
    return count === 10 ? [...ring, out] : ring;
  };
  return Object.fromEntries(Object.entries(faces).map(([name, it]) => [name, facelets(name, it)]));
}

const grid = (size) => Array.from({ length: size }, () => Array(size).fill(0));

/** The positions of the facelets of each face, in the order in which the command prints them. */
export const facelets = {
  "2x2x2": ofCube(grid(2)),
  "3x3x3": ofCube(grid(3)),
  "4x4x4": ofCube(grid(4)),
  "5x5x5": ofCube(grid(5)),
  "6x6x6": ofCube(grid(6)),
  "7x7x7": ofCube(grid(7)),
  skewb: ofCube([[0, 0], [0], [0, 0]]),
  pyraminx: ofPyraminx(),
  megaminx: ofDodecahedron(10),
  kilominx: ofDodecahedron(5),
};

/** Faces of a dodecahedron that have other names inside cubing.js. */
const RENAMED = { FR: "C", FL: "A", DL: "I", B: "BF", DR: "E" };

/** The rotation that maps the directions of one set of faces to those of another. */
function rotation(from, to) {
  const names = Object.keys(from);
  // Three linearly independent directions. Coordinates in this basis are the same for both sets.
  const [a, b, c] = names
    .flatMap((a) => names.flatMap((b) => names.map((c) => [a, b, c])))
    .find(([a, b, c]) => Math.abs(dot(from[a], cross(from[b], from[c]))) > 0.2);
  const volume = dot(from[a], cross(from[b], from[c]));
  const along = (v) =>
    [cross(from[b], from[c]), cross(from[c], from[a]), cross(from[a], from[b])].map((n) => dot(v, n) / volume);
  const rotated = (v) => {
    const [x, y, z] = along(v);
    return plus(scaled(to[a], x), scaled(to[b], y), scaled(to[c], z));
  };
  for (const name of names) {
    if (Math.hypot(...minus(rotated(from[name]), to[name])) > 1e-3) throw new Error(`${name} has another direction`);
  }
  return rotated;
}

/** The functions that tell where each sticker of a puzzle is after turns. */
export async function referee(id) {
  const geometry = await puzzles[id].pg();
  const notation = new ExperimentalPGNotation(geometry, geometry.getOrbitsDef(true));
  const definition = notation.remapKPuzzleDefinition(geometry.getKPuzzleDefinition(true));
  const kpuzzle = new KPuzzle(definition, { experimentalPGNotation: notation });
  const { stickers: drawn, faces } = geometry.get3d();
  const nameOf = faces.map((face) => face.name);
  const triples = (flat) => Array.from({ length: flat.length / 3 }, (_, at) => flat.slice(3 * at, 3 * at + 3));
  const all = drawn.map((it) => ({ ...it, face: nameOf[it.face], at: mean(triples(it.coords)) }));
  const stickers = all.filter((it) => !it.isDup);

  // Maps our facelets to their stickers.
  const theirName = (name) => (facelets[id].FR && RENAMED[name]) || name;
  const ours = Object.entries(facelets[id]);
  const direction = (points) => unit(mean(points));
  const theirs = (name) => stickers.filter((it) => it.face === theirName(name));
  const rotated = rotation(
    Object.fromEntries(ours.map(([name, points]) => [name, direction(points)])),
    Object.fromEntries(ours.map(([name]) => [name, direction(theirs(name).map((it) => it.at))])),
  );
  const places = ours.flatMap(([name, points]) =>
    points.map((point) => {
      const near = (sticker) => -dot(unit(sticker.at), unit(rotated(point)));
      return { face: name, sticker: theirs(name).sort((a, b) => near(a) - near(b))[0] };
    }),
  );
  if (new Set(places.map((it) => it.sticker)).size !== places.length) throw new Error(`${id}: two facelets have the same sticker`);

  const ourName = Object.fromEntries(ours.map(([name]) => [theirName(name), name]));
  const key = (orbit, piece, side) => `${orbit} ${piece} ${side}`;
  const faceOf = new Map(all.map((it) => [key(it.orbit, it.ord, it.ori), ourName[it.face]]));
  const sides = {};
  for (const it of all) sides[it.orbit] = Math.max(sides[it.orbit] ?? 0, it.ori + 1);
  const shownAt = (pattern) => ({ sticker: { orbit, ord, ori } }) => {
    const { pieces, orientation } = pattern.patternData[orbit];
    const count = sides[orbit];
    const back = (((ori - orientation[ord]) % count) + count) % count;
    return faceOf.get(key(orbit, pieces[ord], back));
  };
  const after = (alg) => kpuzzle.defaultPattern().applyAlg(new Alg(alg));
  return {
    /** For each of our facelets, the face to which the sticker there belongs. */
    faces: (alg) => places.map(shownAt(after(alg))),
    home: places.map((it) => it.face),
    /** Whether each face shows one color, tips included. The Kilominx of cubing.js has hidden edges, which are ignored. */
    isSolved(alg) {
      const seen = stickers.filter(({ orbit }) => id !== "kilominx" || orbit === "CORNERS");
      const shown = seen.map((sticker) => [sticker.face, shownAt(after(alg))({ sticker })]);
      return new Set(shown.map(String)).size === faces.length;
    },
  };
}
