//! What is to be seen in the places of a puzzle, as small numbers.
//!
//! *Idea.* The pieces are derived from the allowed turns alone. What a place shows is a list of colours, its
//! *look*; a turn carries looks from place to place and permutes each of them in a way that does not
//! depend on the rest. So the looks of a kind of pieces are numbered, each place becomes a cell with
//! such a number, and a turn becomes a few steps: read a cell, look up, write a cell. What cannot be
//! seen is no part of a state: pieces that look alike need no special case, nor do pieces
//! of which some orientations look alike.
//!
//! *Marks.* In a row of places of which one differs from all the others (that is how a stage of a
//! plan shows a coordinate), only the marked one is noted: one cell for the whole row.

use std::collections::HashMap;

use itertools::Itertools;

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
    /// One cell: where the mark is, and how it looks there.
    Mark {
        cell: usize,
        blank: Look,
        numbers: HashMap<(usize, Look), u32>,
        values: Vec<(usize, Look)>,
    },
    /// Nothing ever changes.
    Still,
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
                Form::Mark { values, .. } => sizes.push(values.len()),
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

    /// Which numbers of each cell a pattern admits. A state is one of the pattern if each of its cells
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

/// The row with one mark that these places are; `None` if they are none.
fn marked(places: &[Vec<usize>], start: &State, effects: &[Effect], cell: usize) -> Option<Form> {
    if places.len() < 3 {
        return None;
    }
    let looks = places.iter().map(|facelets| look(start, facelets));
    let mut found = looks.clone().counts().into_iter();
    let (mark, blank) = match (found.next()?, found.next()?, found.next()) {
        ((mark, 1), (blank, _), None) | ((blank, _), (mark, 1), None) => (mark, blank),
        _ => return None,
    };
    // Turns must leave it as it is.
    if !blank.iter().all_equal() {
        return None;
    }
    let at = looks.clone().position(|look| look == mark)?;
    let values = carried(vec![(at, mark)], effects);
    let numbers = { values.iter().cloned() }.zip(0..).collect();
    Some(Form::Mark {
        cell,
        blank,
        numbers,
        values,
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
            Form::Mark {
                cell,
                numbers,
                values,
                ..
            } => {
                let to = |place| effect.0.iter().position(|(from, _)| *from == place);
                let after = |(place, look): &(usize, Look)| {
                    let there = to(*place).map(|to| (to, effect.carried(to, look)));
                    there.and_then(|there| numbers.get(&there)).copied()
                };
                let table = values.iter().map(|value| after(value).unwrap_or(0));
                vec![Step {
                    from: *cell,
                    to: *cell,
                    table: table.collect(),
                }]
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

    /// What the cells of the kind may hold in a state of a pattern, all of them at once.
    fn fitting(&self, pattern: &Pattern, start: &State, most: usize) -> Option<Vec<Vec<u32>>> {
        let Some(admitted) = self.admitted(pattern, start) else {
            return Some(Vec::new());
        };
        match &self.form {
            Form::Still => Some(vec![Vec::new()]),
            Form::Mark { .. } => {
                let numbers = 0..admitted[0].len() as u32;
                let fitting = numbers.filter(|&it| admitted[0][it as usize]);
                let fitting: Vec<Vec<u32>> = fitting.map(|it| vec![it]).collect();
                (fitting.len() <= most).then_some(fitting)
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
            Form::Mark { blank, values, .. } => {
                let refuses: Vec<usize> = { 0..self.places.len() }
                    .filter(|&place| !shows(place, blank))
                    .collect();
                let fits = |(place, look): &(usize, Look)| {
                    refuses.iter().all(|refused| refused == place) && shows(*place, look)
                };
                vec![values.iter().map(fits).collect()]
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

/// All ways to give each place one of its choices, so many of each class; `None` if they are more
/// than `most`.
fn fillings(choices: &[Vec<(u32, usize)>], counts: &[usize], most: usize) -> Option<Vec<Vec<u32>>> {
    // Places with few choices first: what contradicts itself does so early.
    let order: Vec<usize> = { 0..choices.len() }
        .sorted_by_key(|&place| choices[place].len())
        .collect();
    let mut left = counts.to_vec();
    let mut filled = vec![0; choices.len()];
    let mut all = Vec::new();
    let mut steps = 0;
    let mut fill = Filling {
        choices,
        order: &order,
        most,
        steps: &mut steps,
        all: &mut all,
    };
    fill.place(0, &mut left, &mut filled).then_some(all)
}

/// A listing under way.
struct Filling<'a> {
    choices: &'a [Vec<(u32, usize)>],
    order: &'a [usize],
    most: usize,
    /// Attempts so far: dead ends count, too.
    steps: &'a mut usize,
    all: &'a mut Vec<Vec<u32>>,
}

/// For each way that may be listed, and each place, so many attempts may come to nothing.
const MOST_ATTEMPTS: usize = 64;

impl Filling<'_> {
    fn place(&mut self, at: usize, left: &mut [usize], filled: &mut [u32]) -> bool {
        let Some(&place) = self.order.get(at) else {
            self.all.push(filled.to_vec());
            return self.all.len() <= self.most;
        };
        for &(look, class) in &self.choices[place] {
            if left[class] == 0 {
                continue;
            }
            *self.steps += 1;
            if *self.steps > (self.most + self.order.len()).saturating_mul(MOST_ATTEMPTS) {
                return false;
            }
            left[class] -= 1;
            filled[place] = look;
            let goes_on = self.place(at + 1, left, filled);
            left[class] += 1;
            if !goes_on {
                return false;
            }
        }
        true
    }
}
