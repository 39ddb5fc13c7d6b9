//! A short and slow model of puzzles: pieces in places, as the formats describe them.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

/// A piece, its orientation, and the modulus up to which the orientation is visible.
type Placed = (usize, usize, usize);

/// The piece in each place of each orbit.
type State = Vec<Vec<Placed>>;

/// For each place of each orbit: the place that its piece comes from, and the change
/// of its orientation.
#[derive(Clone, PartialEq)]
struct Move(Vec<Vec<(usize, usize)>>);

pub struct Model {
    names: Vec<String>,
    orientations: Vec<usize>,
    solved: State,
    moves: Vec<(String, Move)>,
}

impl Model {
    /// Reads a sample. Supports only the features that the samples use.
    pub fn read(path: &Path) -> Self {
        let text = super::text(path);
        if path.extension().is_some_and(|end| end == "tws") {
            of_tws(&text)
        } else {
            of_kpuzzle(&serde_json::from_str(&text).expect("JSON"))
        }
    }

    /// The number of states at each distance from the solved one, up to `most`. Each power of a move
    /// counts one. Rotations of the whole puzzle are left out.
    pub fn counts(&self, most: usize) -> Vec<u64> {
        let mut powers: Vec<Move> = Vec::new();
        for (name, made) in &self.moves {
            if ["x", "y", "z"].contains(&name.as_str()) {
                continue;
            }
            let mut power = made.clone();
            // The powers of each move in the samples soon repeat. Two moves may share powers.
            loop {
                if !powers.contains(&power) {
                    powers.push(power.clone());
                }
                power = self.then(&power, made);
                if power == *made {
                    break;
                }
            }
        }
        let mut known = HashSet::from([self.solved.clone()]);
        let mut border = vec![self.solved.clone()];
        let mut counts = vec![1];
        while counts.len() <= most && !border.is_empty() {
            let mut next = Vec::new();
            for state in &border {
                for power in &powers {
                    let state = self.apply(state, power);
                    if known.insert(state.clone()) {
                        next.push(state);
                    }
                }
            }
            counts.push(next.len() as u64);
            border = next;
        }
        if counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }

    pub fn has(&self, name: &str) -> bool {
        self.moves.iter().any(|(known, _)| known == name)
    }

    /// The state after moves, by their names, as a twsearch scramble.
    pub fn scramble_state(&self, moves: &[&str]) -> String {
        let mut state = self.solved.clone();
        for name in moves {
            let made = self.moves.iter().find(|(known, _)| known == name);
            state = self.apply(&state, &made.expect("a move").1);
        }
        let mut text = "ScrambleState x\n".to_owned();
        for ((name, orientations), pieces) in self.names.iter().zip(&self.orientations).zip(&state)
        {
            let row: Vec<String> = pieces.iter().map(|(piece, ..)| piece.to_string()).collect();
            let turned = |&(_, turned, modulus): &Placed| match modulus {
                1 if *orientations > 1 => "?".to_owned(),
                _ => turned.to_string(),
            };
            let turned: Vec<String> = pieces.iter().map(turned).collect();
            text += &format!("{name}\n{}\n{}\n", row.join(" "), turned.join(" "));
        }
        text + "End\n"
    }

    fn apply(&self, state: &State, made: &Move) -> State {
        let orbits = state.iter().zip(&made.0);
        let orbit = |(pieces, sources): (&Vec<Placed>, &Vec<(usize, usize)>)| {
            let place = |&(from, turned): &(usize, usize)| {
                let (piece, orientation, modulus) = pieces[from];
                (piece, (orientation + turned) % modulus, modulus)
            };
            sources.iter().map(place).collect()
        };
        orbits.map(orbit).collect()
    }

    fn then(&self, first: &Move, second: &Move) -> Move {
        let orbits = first.0.iter().zip(&second.0).zip(&self.orientations);
        let orbit = |((first, second), orientations): ((&Vec<_>, &Vec<_>), &usize)| {
            let place = |&(via, turned): &(usize, usize)| {
                let (from, before): (usize, usize) = first[via];
                (from, (before + turned) % orientations)
            };
            second.iter().map(place).collect()
        };
        Move(orbits.map(orbit).collect())
    }

    fn power(&self, name: &str) -> Move {
        let base = name.trim_end_matches(['2', '\'']);
        let mut moves = self.moves.iter();
        let (_, made) = moves.find(|(known, _)| known == base).expect("a move");
        let times = match &name[base.len()..] {
            "" => 1,
            "2" => 2,
            _ => 3,
        };
        (1..times).fold(made.clone(), |power, _| self.then(&power, made))
    }
}

fn of_tws(text: &str) -> Model {
    let mut model = Model {
        names: Vec::new(),
        orientations: Vec::new(),
        solved: Vec::new(),
        moves: Vec::new(),
    };
    let mut sets: Vec<(String, usize)> = Vec::new();
    let lines = text.lines();
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut lines = lines.filter(|line| !line.is_empty() && !line[0].starts_with('#'));
    while let Some(line) = lines.next() {
        match line[0] {
            "Name" => (),
            "Set" => {
                sets.push((line[1].to_owned(), line[2].parse().unwrap()));
                model.names.push(line[1].to_owned());
                model.orientations.push(line[3].parse().unwrap());
            }
            "MoveAlias" | "MoveSequence" => {
                let words = line[2..].iter().flat_map(|word| word.split(','));
                let powers: Vec<Move> = words.map(|word| model.power(word)).collect();
                let all = powers.iter().skip(1);
                let all = all.fold(powers[0].clone(), |a, b| model.then(&a, b));
                model.moves.push((line[1].to_owned(), all));
            }
            statement => {
                let mut rows: Vec<Vec<Vec<&str>>> = vec![Vec::new(); sets.len()];
                let mut set = 0;
                for line in lines.by_ref().take_while(|line| line[0] != "End") {
                    match sets.iter().position(|(name, _)| name == line[0]) {
                        Some(found) => set = found,
                        None => rows[set].push(line),
                    }
                }
                let orbits = (0..sets.len()).map(|set| {
                    let (size, orientations) = (sets[set].1, model.orientations[set]);
                    let first = usize::from(matches!(statement, "Solved" | "Move"));
                    let number = |word: &str| word.parse::<usize>().unwrap();
                    let pieces: Vec<usize> = rows[set].first().map_or_else(
                        || (0..size).collect(),
                        |row| row.iter().map(|word| number(word) - first).collect(),
                    );
                    let second: Vec<&str> = rows[set].get(1).cloned().unwrap_or(vec!["0"; size]);
                    (orientations, pieces, second)
                });
                if statement == "Solved" || statement == "StartState" {
                    let solved = orbits.map(|(orientations, pieces, turned)| {
                        let place = |(piece, turned): (usize, &str)| match turned {
                            "?" => (piece, 0, 1),
                            turned => (piece, turned.parse().unwrap(), orientations),
                        };
                        pieces.into_iter().zip(turned).map(place).collect()
                    });
                    model.solved = solved.collect();
                } else {
                    let effects = orbits.map(|(_, from, turned)| {
                        let place = |place: usize| {
                            // A `Move` lists orientations by the place that the piece comes from.
                            let is_move = statement == "Move";
                            let listed = if is_move { from[place] } else { place };
                            (from[place], turned[listed].parse().unwrap())
                        };
                        (0..from.len()).map(place).collect()
                    });
                    let made = Move(effects.collect());
                    model.moves.push((line[1].to_owned(), made));
                }
            }
        }
    }
    model
}

fn of_kpuzzle(file: &Value) -> Model {
    let numbers = |value: &Value| -> Vec<usize> {
        let values = value.as_array().expect("numbers").iter();
        values.map(|it| it.as_u64().unwrap() as usize).collect()
    };
    let orientations = |orbit: &Value| orbit["numOrientations"].as_u64().unwrap() as usize;
    // In the older files, where this is an object, there is one orbit.
    let orbits: Vec<(String, usize)> = match &file["orbits"] {
        Value::Array(orbits) => {
            let name = |orbit: &Value| orbit["orbitName"].as_str().unwrap().to_owned();
            let orbits = orbits.iter();
            orbits
                .map(|orbit| (name(orbit), orientations(orbit)))
                .collect()
        }
        orbits => {
            let orbits = orbits.as_object().unwrap().iter();
            orbits
                .map(|(name, orbit)| (name.clone(), orientations(orbit)))
                .collect()
        }
    };
    let start = file.get("defaultPattern");
    let start = start.unwrap_or(&file["startStateData"]);
    let solved = orbits.iter().map(|(name, orientations)| {
        let [pieces, turned] = ["pieces", "orientation"].map(|key| numbers(&start[name][key]));
        let moduli = start[name].get("orientationMod");
        let moduli = moduli.map_or(vec![0; pieces.len()], numbers);
        let moduli = moduli.iter();
        let moduli = moduli.map(|&it| if it == 0 { *orientations } else { it });
        itertools::izip!(pieces, turned, moduli).collect()
    });
    let effect = |made: &Value| {
        let orbit = |(name, _): &(String, usize)| {
            let size = start[name]["pieces"].as_array().unwrap().len();
            let Some(effect) = made.get(name) else {
                return (0..size).map(|place| (place, 0)).collect();
            };
            let turned = effect.get("orientationDelta");
            let turned = turned.unwrap_or(&effect["orientation"]);
            let from = numbers(&effect["permutation"]).into_iter();
            from.zip(numbers(turned)).collect()
        };
        Move(orbits.iter().map(orbit).collect())
    };
    let moves = file["moves"].as_object().expect("moves").iter();
    let moves = moves.map(|(name, made)| (name.clone(), effect(made)));
    let (moves, solved) = (moves.collect(), solved.collect());
    let (names, orientations) = orbits.into_iter().unzip();
    Model {
        names,
        orientations,
        solved,
        moves,
    }
}
