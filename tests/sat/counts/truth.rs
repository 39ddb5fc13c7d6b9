//! Computes with plain permutations which sequences a formula must admit.

use std::cell::RefCell;
use std::rc::Rc;

use super::*;

pub type Colors = Vec<Color>;
pub type Sequence = Vec<TurnId>;

/// Sequences by the colors to which they lead.
pub type Layer = HashMap<Colors, Vec<Sequence>>;

/// The sequences of each length from one start. Most tests use the same start many times, so the last one is cached.
struct Walks {
    start: Colors,
    allowed: Vec<TurnId>,
    layers: Vec<Rc<Layer>>,
}

/// Every sequence of exactly `length` of the allowed turns.
pub fn sequences(start: &State, allowed: &[TurnId], length: usize) -> Rc<Layer> {
    thread_local!(static LAST: RefCell<Option<Walks>> = const { RefCell::new(None) });
    LAST.with_borrow_mut(|last| {
        if let Some(known) = last
            && (known.start != start.colors() || known.allowed != allowed)
        {
            *last = None;
        }
        let known = last.get_or_insert_with(|| Walks {
            start: start.colors().to_vec(),
            allowed: allowed.to_vec(),
            layers: vec![Rc::new(HashMap::from([(
                start.colors().to_vec(),
                vec![Vec::new()],
            )]))],
        });
        while known.layers.len() <= length {
            let next = next(&known.layers[known.layers.len() - 1], allowed);
            known.layers.push(Rc::new(next));
        }
        known.layers[length].clone()
    })
}

fn next(layer: &Layer, allowed: &[TurnId]) -> Layer {
    let mut next = Layer::new();
    for (colors, sequences) in layer {
        for &turn in allowed {
            let sequences = sequences.iter().map(|it| [&it[..], &[turn]].concat());
            let there = next.entry(colors_after(colors, turn)).or_default();
            there.extend(sequences);
        }
    }
    next
}

fn colors_after(colors: &[Color], turn: TurnId) -> Colors {
    let sources = POCKET.turns()[turn].permutation.sources();
    sources.map(|source| colors[source]).collect()
}

/// Whether a sequence passes no state twice.
fn passes_no_state_twice(start: &State, sequence: &[TurnId]) -> bool {
    let mut colors = start.colors().to_vec();
    let mut seen = HashSet::from([colors.clone()]);
    sequence.iter().all(|&turn| {
        colors = colors_after(&colors, turn);
        seen.insert(colors.clone())
    })
}

/// The sequences that the formula of a problem and a recipe must admit.
pub fn expected(problem: &Problem, recipe: &Recipe) -> BTreeSet<Sequence> {
    let (lengths, optimized) = match problem.budget {
        Budget::Exactly(turns) => (turns..=turns, false),
        Budget::AtMost(turns) if recipe.idle == Idle::Trailing => (0..=turns, true),
        Budget::AtMost(turns) => (turns..=turns, true),
    };
    let order = if problem.canonical {
        TurnOrder::Canonical
    } else if optimized {
        recipe.order
    } else {
        TurnOrder::None
    };
    // No built-in recipe has that order.
    assert_ne!(order, TurnOrder::NoSameFace);
    let start = problem.start.state().expect("known");
    let goal = problem.goal.state().expect("known");
    let layers = lengths.map(|length| sequences(&start, &problem.allowed, length));
    let is_expected = |sequence: &&Sequence| {
        (order == TurnOrder::None || is_canonical(sequence, &problem.allowed))
            && !(optimized && recipe.distinct && !passes_no_state_twice(&start, sequence))
    };
    let mut expected = BTreeSet::new();
    for layer in layers {
        let ending = layer.get(goal.colors()).into_iter().flatten();
        expected.extend(ending.filter(is_expected).cloned());
    }
    expected
}
