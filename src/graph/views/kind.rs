//! The places of a kind of piece, and the views of each place: the colors that it can show.

use std::collections::HashMap;

use itertools::Itertools;

use super::effect::{Effect, Step, View, all_images, effect, view};
use super::fillings::fillings;
use crate::group::Permutation;
use crate::puzzle::{Pattern, State};

/// A kind of piece; a piece may be a single facelet.
pub(super) struct Kind {
    pub(super) places: Vec<Vec<usize>>,
    /// The number of the kind's first cell.
    first: usize,
    pub(super) form: Representation,
}

/// How cells represent the views of a kind.
pub(super) enum Representation {
    /// One cell per place.
    Views {
        numbers: HashMap<View, u32>,
        /// The views by their numbers.
        views: Vec<View>,
        /// By place and view: the orbit of the view under turns. The pieces of an orbit look alike; they form a class.
        orbits: Vec<HashMap<u32, usize>>,
        /// The number of pieces in each class.
        counts: Vec<usize>,
    },
    /// One cell per mark. The other places have the view `blank`.
    Marks { blank: View, marks: Vec<Mark> },
    /// No cell: turns change no view.
    Still,
}

/// The possible places of a mark, each with the mark's view there.
pub(super) struct Mark {
    numbers: HashMap<(usize, View), u32>,
    values: Vec<(usize, View)>,
}

/// The representation by marks: most places are blank, and a cell stores the place of each other view. `None` if this
/// is impossible.
fn as_marks(places: &[Vec<usize>], start: &State, effects: &[Effect]) -> Option<Representation> {
    let views = places.iter().map(|facelets| view(start, facelets));
    let views: Vec<View> = views.collect();
    let counts = views.iter().counts();
    let (&blank, &blanks) = counts.iter().max_by_key(|(_, count)| **count)?;
    // Turns must leave the blank unchanged.
    if blanks <= places.len() / 2 || blanks == places.len() || !blank.iter().all_equal() {
        return None;
    }
    let mut marks: Vec<Mark> = Vec::new();
    for (place, view) in views.iter().enumerate().filter(|(_, view)| *view != blank) {
        let seed = (place, view.clone());
        // Two marks that look alike cannot be distinguished.
        if marks.iter().any(|mark| mark.numbers.contains_key(&seed)) {
            return None;
        }
        let values = all_images(seed, effects);
        let numbers = values.iter().cloned().zip(0..).collect();
        marks.push(Mark { numbers, values });
    }
    Some(Representation::Marks {
        blank: blank.clone(),
        marks,
    })
}

/// The representation by one cell for each place.
fn as_cells(places: &[Vec<usize>], start: &State, effects: &[Effect]) -> Representation {
    let mut views: Vec<View> = Vec::new();
    let mut numbers: HashMap<View, u32> = HashMap::new();
    let mut orbits: Vec<HashMap<u32, usize>> = vec![HashMap::new(); places.len()];
    let mut counts: Vec<usize> = Vec::new();
    for (place, facelets) in places.iter().enumerate() {
        let shown = view(start, facelets);
        let known = numbers.get(&shown).and_then(|it| orbits[place].get(it));
        if let Some(&class) = known {
            counts[class] += 1;
            continue;
        }
        for (place, view) in all_images((place, shown), effects) {
            let number = *numbers.entry(view.clone()).or_insert_with(|| {
                views.push(view);
                views.len() as u32 - 1
            });
            orbits[place].insert(number, counts.len());
        }
        counts.push(1);
    }
    if orbits.iter().all(|views| views.len() == 1) {
        return Representation::Still;
    }
    Representation::Views {
        numbers,
        views,
        orbits,
        counts,
    }
}

impl Kind {
    /// The kind with these places, whose first cell has this number.
    pub(super) fn new(
        places: Vec<Vec<usize>>,
        start: &State,
        turns: &[&Permutation],
        first: usize,
    ) -> Self {
        let effects: Vec<Effect> = turns.iter().map(|turn| effect(&places, turn)).collect();
        let form = as_marks(&places, start, &effects);
        Self {
            form: form.unwrap_or_else(|| as_cells(&places, start, &effects)),
            places,
            first,
        }
    }

    /// The number of values of each cell.
    pub(super) fn sizes(&self) -> Vec<usize> {
        match &self.form {
            Representation::Views { views, .. } => vec![views.len(); self.places.len()],
            Representation::Marks { marks, .. } => marks.iter().map(|it| it.values.len()).collect(),
            Representation::Still => Vec::new(),
        }
    }

    pub(super) fn steps(&self, effect: &Effect) -> Vec<Step> {
        match &self.form {
            Representation::Still => Vec::new(),
            Representation::Marks { marks, .. } => {
                let to = |place| effect.sources.iter().position(|(from, _)| *from == place);
                let step = |(number, mark): (usize, &Mark)| {
                    let after = |(place, view): &(usize, View)| {
                        let there = to(*place).map(|to| (to, effect.moved_view(to, view)));
                        there.and_then(|there| mark.numbers.get(&there)).copied()
                    };
                    let table = mark.values.iter().map(|value| after(value).unwrap_or(0));
                    let cell = self.first + number;
                    Step {
                        from: cell,
                        to: cell,
                        table: table.collect(),
                    }
                };
                marks.iter().enumerate().map(step).collect()
            }
            Representation::Views { numbers, views, .. } => {
                let table = |to: usize| {
                    let after = |view: &View| numbers.get(&effect.moved_view(to, view)).copied();
                    // Views that never occur in the place may be mapped to anything.
                    views.iter().map(|view| after(view).unwrap_or(0)).collect()
                };
                let moved = effect.sources.iter().enumerate();
                let moved = moved.filter(|(to, _)| !effect.fixes(*to));
                let steps = moved.map(|(to, (from, _))| Step {
                    from: self.first + from,
                    to: self.first + to,
                    table: table(to),
                });
                steps.filter(|step| !step.is_identity()).collect()
            }
        }
    }

    /// Whether the image of every possible view of a place is a possible view of the place's image.
    pub(super) fn admits_images(&self, effect: &Effect) -> bool {
        let Representation::Views {
            numbers,
            views,
            orbits,
            ..
        } = &self.form
        else {
            return true;
        };
        effect.sources.iter().enumerate().all(|(to, (from, _))| {
            let image = |view: &u32| numbers.get(&effect.moved_view(to, &views[*view as usize]));
            let mut occurring = orbits[*from].keys();
            occurring.all(|view| image(view).is_some_and(|it| orbits[to].contains_key(it)))
        })
    }

    /// The places that must have a mark according to a pattern; none if the kind has no marks.
    fn places_requiring_marks(&self, pattern: &Pattern) -> Vec<usize> {
        let Representation::Marks { blank, .. } = &self.form else {
            return Vec::new();
        };
        let refuses = |place: &usize| !self.admits(pattern, *place, blank);
        (0..self.places.len()).filter(refuses).collect()
    }

    /// Whether a pattern admits a view in a place.
    fn admits(&self, pattern: &Pattern, place: usize, view: &View) -> bool {
        let mut pairs = self.places[place].iter().zip(view);
        pairs.all(|(&facelet, &color)| pattern.admits_color(facelet, color))
    }

    /// Whether a pattern can be tested cell by cell. That is impossible if any one of several marks must be in a place.
    pub(super) fn is_testable_by_cell(&self, pattern: &Pattern) -> bool {
        matches!(&self.form, Representation::Marks { marks, .. } if marks.len() < 2)
            || self.places_requiring_marks(pattern).is_empty()
    }

    /// All joint values of the kind's cells in states of a pattern; `None` if there are more than `most`.
    pub(super) fn joint_values(
        &self,
        pattern: &Pattern,
        start: &State,
        most: usize,
    ) -> Option<Vec<Vec<u32>>> {
        let Some(admitted) = self.admitted_values(pattern, start) else {
            return Some(Vec::new());
        };
        match &self.form {
            Representation::Still => Some(vec![Vec::new()]),
            Representation::Marks { marks, .. } => {
                let choices = marks.iter().zip(&admitted).map(|(mark, admitted)| {
                    let places = mark.values.iter().map(|&(place, _)| place);
                    let choices = (0..).zip(places).zip(admitted);
                    choices
                        .filter(|(_, fits)| **fits)
                        .map(|(choice, _)| choice)
                        .collect()
                });
                let choices: Vec<Vec<(u32, usize)>> = choices.collect();
                // No two marks are in one place.
                let mut all = fillings(&choices, &vec![1; self.places.len()], most)?;
                let refused = self.places_requiring_marks(pattern);
                all.retain(|numbers| {
                    let has_mark = |&place: &usize| {
                        let mut values = marks.iter().zip(numbers);
                        values.any(|(mark, &it)| mark.values[it as usize].0 == place)
                    };
                    refused.iter().all(has_mark)
                });
                Some(all)
            }
            Representation::Views { orbits, counts, .. } => {
                let choices = orbits.iter().zip(&admitted).map(|(orbits, admitted)| {
                    let known = orbits.iter().map(|(&view, &class)| (view, class));
                    let fits = known.filter(|&(view, _)| admitted[view as usize]);
                    fits.sorted().collect()
                });
                let choices: Vec<Vec<(u32, usize)>> = choices.collect();
                fillings(&choices, counts, most)
            }
        }
    }

    /// For each cell, whether a pattern admits each value; `None` if the pattern excludes a color that never changes.
    pub(super) fn admitted_values(
        &self,
        pattern: &Pattern,
        start: &State,
    ) -> Option<Vec<Vec<bool>>> {
        Some(match &self.form {
            Representation::Still => {
                let mut facelets = self.places.iter().flatten();
                let same = facelets.all(|&f| pattern.admits_color(f, start.color(f)));
                same.then(Vec::new)?
            }
            Representation::Marks { marks, .. } => {
                let refused = self.places_requiring_marks(pattern);
                let fits = |(place, view): &(usize, View)| {
                    let leaves_none = marks.len() > 1 || refused.iter().all(|it| it == place);
                    leaves_none && self.admits(pattern, *place, view)
                };
                let admitted = marks
                    .iter()
                    .map(|mark| mark.values.iter().map(fits).collect());
                admitted.collect()
            }
            Representation::Views { views, .. } => {
                let admitted = |place| {
                    let views = views.iter();
                    views
                        .map(|view| self.admits(pattern, place, view))
                        .collect()
                };
                (0..self.places.len()).map(admitted).collect()
            }
        })
    }
}
