//! A simulator of the 3×3×3 that rotates vectors and uses no puzzle file, so it judges the program's solutions independently.

/// The position of a sticker, and the direction it faces.
type Sticker = ([i32; 3], [i32; 3]);

const FACES: [(char, [i32; 3]); 6] = [
    ('U', [0, 1, 0]),
    ('R', [1, 0, 0]),
    ('F', [0, 0, 1]),
    ('D', [0, -1, 0]),
    ('L', [-1, 0, 0]),
    ('B', [0, 0, -1]),
];

/// The stickers in the order U R F D L B, each face row by row.
fn stickers() -> Vec<Sticker> {
    let mut stickers = Vec::new();
    for (face, normal) in FACES {
        for (row, column) in (0..9).map(|n| (n / 3, n % 3)) {
            let place = match face {
                'U' => [column - 1, 1, row - 1],
                'R' => [1, 1 - row, 1 - column],
                'F' => [column - 1, 1 - row, 1],
                'D' => [column - 1, -1, 1 - row],
                'L' => [-1, 1 - row, column - 1],
                _ => [1 - column, 1 - row, -1],
            };
            stickers.push((place, normal));
        }
    }
    stickers
}

fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A quarter turn about an axis, clockwise as seen from outside.
fn quarter_turn(axis: [i32; 3], v: [i32; 3]) -> [i32; 3] {
    let along = dot(axis, v);
    let cross = |i: usize, j: usize| v[i] * axis[j] - v[j] * axis[i];
    [
        axis[0] * along + cross(1, 2),
        axis[1] * along + cross(2, 0),
        axis[2] * along + cross(0, 1),
    ]
}

/// The state of 54 characters after these turns in Singmaster's notation.
pub fn after(state: &str, turns: &str) -> String {
    let stickers = stickers();
    let mut state: Vec<char> = state.chars().collect();
    assert_eq!(state.len(), stickers.len());
    for turn in turns.split_whitespace() {
        let axis = FACES
            .iter()
            .find(|(face, _)| turn.starts_with(*face))
            .unwrap_or_else(|| panic!("{turn} is not a turn"))
            .1;
        let times = match &turn[1..] {
            "" => 1,
            "2" => 2,
            "'" => 3,
            other => panic!("{other} is not a turn"),
        };
        for _ in 0..times {
            let mut next = state.clone();
            for (from, &(place, normal)) in stickers.iter().enumerate() {
                if dot(place, axis) == 1 {
                    let moved = (quarter_turn(axis, place), quarter_turn(axis, normal));
                    let to = stickers.iter().position(|it| *it == moved).unwrap();
                    next[to] = state[from];
                }
            }
            state = next;
        }
    }
    state.into_iter().collect()
}

/// Whether every face shows one color.
pub fn is_solved(state: &str) -> bool {
    let state: Vec<char> = state.chars().collect();
    state
        .chunks(9)
        .all(|face| face.iter().all(|&it| it == face[0]))
}

/// The solved state.
pub const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
