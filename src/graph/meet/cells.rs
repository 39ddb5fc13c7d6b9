//! What is to be seen in the places of a puzzle, as small numbers.
//!
//! *Idea.* The pieces are derived from the allowed turns alone. What a place shows is a list of colours, its
//! *look*; a turn carries looks from place to place and permutes each of them in a way that does not
//! depend on the rest. So the looks of a kind of pieces are numbered, each place becomes a cell with
//! such a number, and a turn becomes a few steps: read a cell, look up, write a cell. What cannot be
//! seen is no part of a state: pieces that look alike need no special case, nor do pieces
//! of which some orientations look alike.
//!
//! *Marks.* In a row of places most of which look the same (that is how a stage of a plan shows a
//! coordinate, several that go alike in one row), only the others are noted: one cell for each.

use std::collections::HashMap;

use itertools::Itertools;

use super::fillings::fillings;
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Pieces, State};

/// The colours that a place shows, in the order of its facelets.
type Look = Vec<Color>;

/// What a turn does to one cell: what comes from `from`, looked up in `table`, is in `to` afterwards.
#[derive(Clone, Debug)]
pub(in crate::graph) struct Step {
    pub(in crate::graph) from: usize,
    pub(in crate::graph) to: usize,
    /// The new number by the old one.
    pub(in crate::graph) table: Vec<u32>,
}

/// A kind of pieces, or of facelets.
struct Kind {
    /// The facelets of each place.
    places: Vec<Vec<usize>>,
    form: Form,
}

enum Form {
    /// A cell a place.
    Looks {
        /// The number of the first cell.
        first: usize,
        numbers: HashMap<Look, u32>,
        /// The looks by their numbers.
        looks: Vec<Look>,
        /// Which looks turns carry into each other, by place and look: what lies in one orbit is, as far as
        /// can be seen, one class of pieces.
        orbits: Vec<HashMap<u32, usize>>,
        /// How many pieces each class has.
        counts: Vec<usize>,
    },
    /// A cell a mark.
    Marks {
        /// The number of the first cell.
        first: usize,
        blank: Look,
        marks: Vec<Mark>,
    },
    /// Nothing ever changes.
    Still,
}

/// Where a mark can be, and how it looks there.
struct Mark {
    numbers: HashMap<(usize, Look), u32>,
    values: Vec<(usize, Look)>,
}

/// Which place each place gets its look from, and in which order its colours come.
struct Effect(Vec<(usize, Vec<usize>)>);

impl Effect {
    fn carried(&self, to: usize, look: &[Color]) -> Look {
        self.0[to].1.iter().map(|&at| look[at]).collect()
    }
}

/// The cells of a puzzle, for the states that some turns make of one state.
pub(in crate::graph) struct Cells {
    kinds: Vec<Kind>,
    /// How many numbers each cell takes.
    sizes: Vec<usize>,
    start: State,
}

impl Cells {
    pub(in crate::graph) fn new(start: &State, turns: &[&Permutation]) -> Self {
        let pieces = Pieces::derive(start.colors().len(), turns);
        let (mut kinds, mut sizes) = (Vec::new(), Vec::new());
        for places in pieces.kinds() {
            let facelets = |place: usize| pieces.all()[place].facelets.clone();
            let places: Vec<Vec<usize>> = places.clone().map(facelets).collect();
            let effects: Vec<Effect> = turns.iter().map(|turn| effect(&places, turn)).collect();
            let form = marked(&places, start, &effects, sizes.len());
            let form = form.unwrap_or_else(|| looks(&places, start, &effects, sizes.len()));
            match &form {
                Form::Looks { looks, .. } => sizes.extend(places.iter().map(|_| looks.len())),
                Form::Marks { marks, .. } => sizes.extend(marks.iter().map(|it| it.values.len())),
                Form::Still => (),
            }
            kinds.push(Kind { places, form });
        }
        Self {
            kinds,
            sizes,
            start: start.clone(),
        }
    }

    /// How many numbers each cell takes.
    pub(in crate::graph) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// What a permutation does that is a turn, or undoes one.
    pub(in crate::graph) fn steps(&self, permutation: &Permutation) -> Vec<Step> {
        let steps = |kind: &Kind| kind.steps(&effect(&kind.places, permutation));
        self.kinds.iter().flat_map(steps).collect()
    }

    /// The numbers of the start in all cells.
    pub(in crate::graph) fn of_start(&self) -> Vec<u32> {
        let all: Option<Vec<Vec<u32>>> = self.of(&Pattern::from(&self.start), 1);
        all.and_then(|mut all| all.pop()).unwrap_or_default()
    }

    /// The numbers of all states of a pattern that show the same pieces as the start; `None` if they
    /// are more than `most`. Turns need not lead to all of them.
    pub(in crate::graph) fn of(&self, pattern: &Pattern, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for kind in &self.kinds {
            let more = kind.fitting(pattern, &self.start, most)?;
            if all.len().checked_mul(more.len())? > most {
                return None;
            }
            let longer = |(so_far, more): (&Vec<u32>, &Vec<u32>)| [&so_far[..], more].concat();
            all = { all.iter().cartesian_product(&more) }
                .map(longer)
                .collect();
        }
        Some(all)
    }

    /// Whether it can be told cell by cell whether a state is one of a pattern.
    pub(in crate::graph) fn tell(&self, pattern: &Pattern) -> bool {
        self.kinds.iter().all(|kind| kind.is_told_by_cells(pattern))
    }

    /// Which numbers of each cell a pattern admits, which [`Self::tell`] says it does. A state is one of the pattern if each of its cells
    /// is admitted. `None` if it admits no state that turns make of the start.
    pub(in crate::graph) fn admitted(&self, pattern: &Pattern) -> Option<Vec<Vec<bool>>> {
        let mut admitted = Vec::new();
        for kind in &self.kinds {
            admitted.extend(kind.admitted(pattern, &self.start)?);
        }
        Some(admitted)
    }
}

fn effect(places: &[Vec<usize>], turn: &Permutation) -> Effect {
    let mut at = HashMap::new();
    for (place, facelets) in places.iter().enumerate() {
        at.extend(facelets.iter().enumerate().map(|(n, &f)| (f, (place, n))));
    }
    let from = |facelets: &Vec<usize>| {
        let sources: Vec<(usize, usize)> = facelets.iter().map(|&f| at[&turn.source(f)]).collect();
        (sources[0].0, sources.into_iter().map(|(_, n)| n).collect())
    };
    Effect(places.iter().map(from).collect())
}

fn look(state: &State, facelets: &[usize]) -> Look {
    facelets.iter().map(|&f| state.color(f)).collect()
}

/// All that turns make of some looks in some places, as they are found.
fn carried(seeds: Vec<(usize, Look)>, effects: &[Effect]) -> Vec<(usize, Look)> {
    let mut known: HashMap<(usize, Look), ()> = HashMap::new();
    let mut all = Vec::new();
    // Where each place's look goes.
    let targets: Vec<Vec<usize>> = { effects.iter() }
        .map(|effect| {
            let mut to = vec![0; effect.0.len()];
            for (place, (from, _)) in effect.0.iter().enumerate() {
                to[*from] = place;
            }
            to
        })
        .collect();
    for seed in seeds {
        if known.insert(seed.clone(), ()).is_none() {
            all.push(seed);
        }
    }
    let mut next = 0;
    while next < all.len() {
        for (effect, targets) in effects.iter().zip(&targets) {
            let (place, look) = &all[next];
            let to = targets[*place];
            let there = (to, effect.carried(to, look));
            if known.insert(there.clone(), ()).is_none() {
                all.push(there);
            }
        }
        next += 1;
    }
    all
}

/// The row with a few marks that these places are; `None` if they are none.
fn marked(places: &[Vec<usize>], start: &State, effects: &[Effect], first: usize) -> Option<Form> {
    let looks: Vec<Look> = places
        .iter()
        .map(|facelets| look(start, facelets))
        .collect();
    let counts = looks.iter().counts();
    let (&blank, &blanks) = counts.iter().max_by_key(|(_, count)| **count)?;
    let few = places.len() / 2;
    // Turns must leave it as it is.
    if blanks <= few || blanks == places.len() || !blank.iter().all_equal() {
        return None;
    }
    let mut marks: Vec<Mark> = Vec::new();
    for (place, look) in looks.iter().enumerate().filter(|(_, look)| *look != blank) {
        let seed = (place, look.clone());
        // Which of two that look alike is which cannot be seen.
        if marks.iter().any(|mark| mark.numbers.contains_key(&seed)) {
            return None;
        }
        let values = carried(vec![seed], effects);
        let numbers = { values.iter().cloned() }.zip(0..).collect();
        marks.push(Mark { numbers, values });
    }
    Some(Form::Marks {
        first,
        blank: blank.clone(),
        marks,
    })
}

/// Each place by itself.
fn looks(places: &[Vec<usize>], start: &State, effects: &[Effect], first: usize) -> Form {
    let seeds: Vec<(usize, Look)> = { places.iter().enumerate() }
        .map(|(place, facelets)| (place, look(start, facelets)))
        .collect();
    let mut looks: Vec<Look> = Vec::new();
    let mut numbers: HashMap<Look, u32> = HashMap::new();
    let mut orbits: Vec<HashMap<u32, usize>> = vec![HashMap::new(); places.len()];
    let mut counts: Vec<usize> = Vec::new();
    for (place, shown) in seeds {
        let known = numbers.get(&shown).and_then(|it| orbits[place].get(it));
        if let Some(&class) = known {
            counts[class] += 1;
            continue;
        }
        for (place, look) in carried(vec![(place, shown)], effects) {
            let number = *numbers.entry(look.clone()).or_insert_with(|| {
                looks.push(look);
                looks.len() as u32 - 1
            });
            orbits[place].insert(number, counts.len());
        }
        counts.push(1);
    }
    if looks.len() == 1 {
        return Form::Still;
    }
    if orbits.iter().all(|looks| looks.len() == 1) {
        return Form::Still;
    }
    Form::Looks {
        first,
        numbers,
        looks,
        orbits,
        counts,
    }
}

impl Kind {
    fn steps(&self, effect: &Effect) -> Vec<Step> {
        match &self.form {
            Form::Still => Vec::new(),
            Form::Marks { first, marks, .. } => {
                let to = |place| effect.0.iter().position(|(from, _)| *from == place);
                let step = |(number, mark): (usize, &Mark)| {
                    let after = |(place, look): &(usize, Look)| {
                        let there = to(*place).map(|to| (to, effect.carried(to, look)));
                        there.and_then(|there| mark.numbers.get(&there)).copied()
                    };
                    let table = mark.values.iter().map(|value| after(value).unwrap_or(0));
                    Step {
                        from: first + number,
                        to: first + number,
                        table: table.collect(),
                    }
                };
                marks.iter().enumerate().map(step).collect()
            }
            Form::Looks {
                first,
                numbers,
                looks,
                ..
            } => {
                let table = |to: usize| {
                    let after = |look: &Look| numbers.get(&effect.carried(to, look)).copied();
                    // What never lies there may become anything.
                    looks.iter().map(|look| after(look).unwrap_or(0)).collect()
                };
                let steps = effect.0.iter().enumerate().map(|(to, (from, _))| Step {
                    from: first + from,
                    to: first + to,
                    table: table(to),
                });
                steps.filter(|step| !step.is_nothing()).collect()
            }
        }
    }

    /// The places of a row of marks that must have one by a pattern.
    fn refusing_blanks(&self, pattern: &Pattern) -> Vec<usize> {
        let Form::Marks { blank, .. } = &self.form else {
            return Vec::new();
        };
        let refuses = |place: &usize| {
            let mut pairs = self.places[*place].iter().zip(blank);
            !pairs.all(|(&facelet, &color)| pattern.admits_color(facelet, color))
        };
        (0..self.places.len()).filter(refuses).collect()
    }

    /// Whether a pattern says nothing of several cells at once.
    fn is_told_by_cells(&self, pattern: &Pattern) -> bool {
        match &self.form {
            Form::Marks { marks, .. } => {
                marks.len() < 2 || self.refusing_blanks(pattern).is_empty()
            }
            Form::Looks { .. } | Form::Still => true,
        }
    }

    /// What the cells of the kind may hold in a state of a pattern, all of them at once.
    fn fitting(&self, pattern: &Pattern, start: &State, most: usize) -> Option<Vec<Vec<u32>>> {
        let Some(admitted) = self.admitted(pattern, start) else {
            return Some(Vec::new());
        };
        match &self.form {
            Form::Still => Some(vec![Vec::new()]),
            Form::Marks { marks, .. } => {
                let choices = marks.iter().zip(&admitted).map(|(mark, admitted)| {
                    let values = mark.values.iter().zip(0..).zip(admitted);
                    let fits = values.filter(|(_, fits)| **fits);
                    fits.map(|(((place, _), number), _)| (number, *place))
                        .collect()
                });
                let choices: Vec<Vec<(u32, usize)>> = choices.collect();
                // No two marks are in one place.
                let mut all = fillings(&choices, &vec![1; self.places.len()], most)?;
                let refused = self.refusing_blanks(pattern);
                all.retain(|numbers| {
                    let marked = |&place: &usize| {
                        let mut values = marks.iter().zip(numbers);
                        values.any(|(mark, &it)| mark.values[it as usize].0 == place)
                    };
                    refused.iter().all(marked)
                });
                Some(all)
            }
            Form::Looks { orbits, counts, .. } => {
                let choices: Vec<Vec<(u32, usize)>> = { orbits.iter().zip(&admitted) }
                    .map(|(orbits, admitted)| {
                        let known = orbits.iter().map(|(&look, &class)| (look, class));
                        let fits = known.filter(|&(look, _)| admitted[look as usize]);
                        fits.sorted().collect()
                    })
                    .collect();
                fillings(&choices, counts, most)
            }
        }
    }

    fn admitted(&self, pattern: &Pattern, start: &State) -> Option<Vec<Vec<bool>>> {
        let shows = |place: usize, look: &Look| {
            let mut pairs = self.places[place].iter().zip(look);
            pairs.all(|(&facelet, &color)| pattern.admits_color(facelet, color))
        };
        Some(match &self.form {
            Form::Still => {
                let mut facelets = self.places.iter().flatten();
                let same = facelets.all(|&f| pattern.admits_color(f, start.color(f)));
                same.then(Vec::new)?
            }
            Form::Marks { marks, .. } => {
                let refused = self.refusing_blanks(pattern);
                let fits = |(place, look): &(usize, Look)| {
                    let leaves_none = marks.len() > 1 || refused.iter().all(|it| it == place);
                    leaves_none && shows(*place, look)
                };
                { marks.iter() }
                    .map(|mark| mark.values.iter().map(fits).collect())
                    .collect()
            }
            Form::Looks { looks, .. } => { 0..self.places.len() }
                .map(|place| looks.iter().map(|look| shows(place, look)).collect())
                .collect(),
        })
    }
}

impl Step {
    fn is_nothing(&self) -> bool {
        let same = |(old, &new): (usize, &u32)| old == new as usize;
        self.from == self.to && self.table.iter().enumerate().all(same)
    }
}
