//! An independent computation without bits, tables or shortcuts: sets of tuples of facelets, moved by the puzzle's
//! permutations.

use std::collections::BTreeSet;

use itertools::Itertools;
use twistsat::group::Permutation;
use twistsat::problem::Problem;
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::reach::{ItemPlacement, Items};

/// The facelets where the reference stickers of some pieces are.
pub type Tuple = Vec<usize>;

/// Where a turn takes the sticker of a facelet.
pub fn image_of_facelet(facelet: usize, permutation: &Permutation) -> usize {
    let mut sources = permutation.sources();
    sources.position(|from| from == facelet).unwrap()
}

/// The facelet to which a sequence takes the reference sticker of each item's piece.
pub fn facelets_of_items(puzzle: &Puzzle, items: &Items, turns: &[TurnId]) -> Tuple {
    let home = |item| puzzle.pieces().all()[items.piece(item)].facelets[0];
    let permutation = |turn: &TurnId| &puzzle.turns()[*turn].permutation;
    let end = |item| {
        let turns = turns.iter().map(permutation);
        turns.fold(home(item), image_of_facelet)
    };
    (0..items.len()).map(end).collect()
}

/// For each N from 0 to `steps`, the tuples that N turns (inverse turns if `inverted`) reach from a tuple. In each step, the
/// tuple `stay` may also remain unchanged.
fn walk(
    problem: &Problem,
    from: Tuple,
    steps: usize,
    inverted: bool,
    stay: Option<&Tuple>,
) -> Vec<BTreeSet<Tuple>> {
    let permutation = |&turn: &TurnId| {
        let permutation = &problem.puzzle.turns()[turn].permutation;
        match inverted {
            true => permutation.inverse(),
            false => permutation.clone(),
        }
    };
    let facelets = problem.puzzle.facelets().len();
    let places =
        |p: Permutation| -> Vec<usize> { (0..facelets).map(|f| image_of_facelet(f, &p)).collect() };
    let turns = problem.allowed.iter().map(permutation).map(places);
    let turns: Vec<Vec<usize>> = turns.collect();
    let mut layers = vec![BTreeSet::from([from])];
    for _ in 0..steps {
        let last = &layers[layers.len() - 1];
        let all = last.iter().cartesian_product(&turns);
        let moved = all.map(|(tuple, places)| tuple.iter().map(|&at| places[at]).collect());
        let mut next: BTreeSet<Tuple> = moved.collect();
        next.extend(stay.filter(|goal| last.contains(*goal)).cloned());
        layers.push(next);
    }
    layers
}

/// The layers of one set of items.
pub struct Naive {
    pub items: Vec<usize>,
    /// For each step, the tuples that the turns before it reach from the start.
    pub ahead: Vec<BTreeSet<Tuple>>,
    /// For each step, the tuples from which the turns after it reach the goal.
    pub behind: Vec<BTreeSet<Tuple>>,
}

impl Naive {
    /// The layers for a problem that starts with `scramble` applied to the solved state and ends at the solved state.
    pub fn new(
        problem: &Problem,
        all: &Items,
        items: &[usize],
        scramble: &[TurnId],
        idle: bool,
    ) -> Self {
        let steps = problem.budget.slots();
        let chosen = |tuple: Tuple| -> Tuple { items.iter().map(|&item| tuple[item]).collect() };
        let start = chosen(facelets_of_items(&problem.puzzle, all, scramble));
        let goal = chosen(facelets_of_items(&problem.puzzle, all, &[]));
        let stay = idle.then_some(&goal);
        let mut behind = walk(problem, goal.clone(), steps, true, stay);
        behind.reverse();
        Self {
            items: items.to_vec(),
            ahead: walk(problem, start, steps, false, stay),
            behind,
        }
    }

    /// All joint placements, possible or not, as the library's numbers and as facelets.
    pub fn tuples<'a>(
        &self,
        all: &'a Items,
    ) -> impl Iterator<Item = (Vec<ItemPlacement>, Tuple)> + 'a {
        let items = self.items.clone();
        let placements = items.iter().map(|&item| 0..all.placements(item).len());
        placements.multi_cartesian_product().map(move |numbers| {
            let at: Vec<ItemPlacement> = items.iter().copied().zip(numbers).collect();
            let facelets = at.iter().map(|&(item, p)| all.placements(item)[p]);
            let facelets = facelets.collect();
            (at, facelets)
        })
    }
}

/// All sets of 1 to `most` items, smaller ones first, with their layers.
pub fn sets(
    problem: &Problem,
    all: &Items,
    most: usize,
    scramble: &[TurnId],
    idle: bool,
) -> Vec<Naive> {
    let sets = (1..=most).flat_map(|size| (0..all.len()).combinations(size));
    let layers = sets.map(|items| Naive::new(problem, all, &items, scramble, idle));
    layers.collect()
}

/// The lemmas by definition: the excluded tuples that contain no smaller excluded tuple.
pub fn lemmas(sets: &[Naive], all: &Items, steps: usize) -> Vec<(usize, Vec<ItemPlacement>)> {
    let mut found = Vec::new();
    for step in 0..=steps {
        // All tuples that are excluded at this step.
        let mut excluded: BTreeSet<Vec<ItemPlacement>> = BTreeSet::new();
        let mut lemmas = Vec::new();
        for set in sets {
            for (at, facelets) in set.tuples(all) {
                let ahead = set.ahead[step].contains(&facelets);
                let behind = set.behind[step].contains(&facelets);
                if ahead && behind {
                    continue;
                }
                let parts = at.iter().copied().powerset();
                let mut parts = parts.filter(|part| part.len() < at.len());
                if !parts.any(|part| excluded.contains(&part)) {
                    lemmas.push((step, at.clone()));
                }
                excluded.insert(at);
            }
        }
        found.extend(lemmas);
    }
    found
}
