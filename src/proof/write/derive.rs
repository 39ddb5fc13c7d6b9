//! Derivations of lemmas: sequences of clauses that follow by unit propagation from a formula without lemmas.
//!
//! *Idea.* Take a tuple of placements that the start does not reach in t + 1 slots. For any last turn m, the tuple's
//! image before m is not reached in t slots: a lemma of step t excludes some part of that image. So m and the tuple
//! exclude each other. This *helper* clause follows by unit propagation: the turn maps the tuple back to the part that
//! the lemma excludes. With a helper for each m, the lemma about the tuple follows, because some turn is made.
//! Derivations backwards from the goal are analogous, with the next turn.
//!
//! *What is left out.* If the part is a single item, no helper is needed, because the transition clauses imply the
//! same. Only the lemmas that the refutation uses, and those they depend on, are derived: on a pocket cube at distance
//! 11, a seventh of all. If several parts are excluded, a part whose lemma is needed anyway is chosen.
//!
//! *Idle slots.* What happens in a slot, a turn or idle, is its *code*; a helper can be about any code. For idle, no
//! helper is needed if some item is not at the goal: if all turns are excluded, only idle is left, and an idle slot
//! implies the goal. The same holds if the goal is a pattern: a lemma is about an item at no placement of the goal, or
//! about two items in one place, and the clauses of the last step exclude both cases.
//!
//! *Deletions.* A helper is used at one step; a lemma that the refutation does not use, only at the next step. Both are
//! deleted after that, except units.
//!
//! *Why it is sound.* A derivation need not be sound, because every clause is checked afterwards.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::GivenLemmas;
use super::lemma::{Lemma, PlacementTuple};
use super::literal_table::LiteralTable;
use super::outcome::ProofSizes;
use super::steps::Steps;
use crate::clauses::Clauses;
use crate::proof::check::Source;
use crate::reach::{ItemPlacement, Layers};

/// The end from which a lemma is derived. The *nearer* of two steps is the one nearer to that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    FromStart,
    FromGoal,
}

/// A code and a tuple that exclude each other.
type Helper = (usize, PlacementTuple);

/// The derivation of a lemma.
#[derive(Default)]
struct Derivation {
    /// Whether the refutation uses the lemma.
    is_used: bool,
    /// For each code, the part of the tuple that excludes it, as bits; 0 for none.
    parts: Vec<u32>,
}

/// The derivations of one step.
#[derive(Default)]
struct StepDerivations {
    lemmas: BTreeMap<PlacementTuple, Derivation>,
    /// The helpers, each with the number of lemmas that need it.
    helpers: BTreeMap<Helper, usize>,
}

/// A helper for a single item combines the transition clauses with a lemma; it is worth a clause if many lemmas need
/// it.
const MANY_LEMMAS: usize = 6;

/// Derives lemmas from the clauses of a formula, writes the derivation to a proof, and counts its clauses.
pub(super) fn derive(
    given: &GivenLemmas,
    used: &[Lemma],
    cnf: &Clauses,
    proof: &mut Steps,
    sizes: &mut ProofSizes,
) {
    let clauses = cnf.iter().map(|clause| {
        let literals = clause.iter().map(|literal| literal.to_ipasir());
        sorted(literals.collect())
    });
    let indices: HashMap<Vec<i32>, u32> = clauses.zip(0..).collect();
    for direction in [Direction::FromStart, Direction::FromGoal] {
        let deriver = Deriver::new(given, &indices, direction);
        let derivations = deriver.derivations(used);
        deriver.write(&derivations, proof, sizes);
    }
}

fn sorted(mut clause: Vec<i32>) -> Vec<i32> {
    clause.sort_unstable();
    clause
}

struct Deriver<'a> {
    table: &'a LiteralTable,
    layers: &'a Layers,
    /// The index of each clause of the formula, by its sorted literals.
    indices: &'a HashMap<Vec<i32>, u32>,
    direction: Direction,
    /// The placement before each turn, by item, turn and placement.
    before: Vec<Vec<Vec<usize>>>,
    /// The number of codes that are turns; the next code is idle.
    turns: usize,
}

impl<'a> Deriver<'a> {
    fn new(
        given: &'a GivenLemmas,
        indices: &'a HashMap<Vec<i32>, u32>,
        direction: Direction,
    ) -> Self {
        let items = given.layers.items();
        let turns = items.turns().len();
        let before = |item: usize, turn: usize| {
            let mut before = vec![0; items.placements(item).len()];
            for from in 0..before.len() {
                before[items.after(item, from, turn)] = from;
            }
            before
        };
        let before = |item| (0..turns).map(|turn| before(item, turn)).collect();
        Self {
            table: &given.table,
            layers: &given.layers,
            indices,
            direction,
            before: (0..items.len()).map(before).collect(),
            turns,
        }
    }

    /// Whether a lemma is derived in this direction: from the nearer end, if that end excludes its tuple.
    fn derives(&self, Lemma { step, tuple }: &Lemma) -> bool {
        let excluded_from_start = self.layers.reached_from_start(*step, tuple) == Some(false);
        let excluded_from_goal = self.layers.reaches_goal(*step, tuple) == Some(false);
        let near_start = 2 * step <= self.table.slots();
        let from_start = excluded_from_start && (near_start || !excluded_from_goal);
        from_start == (self.direction == Direction::FromStart)
    }

    /// The steps in order, the nearest first.
    fn steps(&self) -> Vec<usize> {
        let steps = 0..=self.table.slots();
        match self.direction {
            Direction::FromStart => steps.collect(),
            Direction::FromGoal => steps.rev().collect(),
        }
    }

    /// The next nearer step, and the slot between; `None` at the end.
    fn nearer(&self, step: usize) -> Option<(usize, usize)> {
        match self.direction {
            Direction::FromStart => step.checked_sub(1).map(|nearer| (nearer, nearer)),
            Direction::FromGoal => (step < self.table.slots()).then_some((step + 1, step)),
        }
    }

    /// Finds the dependencies of the lemmas, the farthest step first. The result is indexed by step.
    fn derivations(&self, used: &[Lemma]) -> Vec<StepDerivations> {
        let steps = self.steps();
        let mut derivations = Vec::new();
        derivations.resize_with(steps.len(), StepDerivations::default);
        for lemma in used.iter().filter(|lemma| self.derives(lemma)) {
            let lemma_derivation = derivations[lemma.step].lemmas.entry(lemma.tuple);
            lemma_derivation.or_default().is_used = true;
        }
        for step in steps.into_iter().rev() {
            let Some((nearer, _)) = self.nearer(step) else {
                break;
            };
            let mut here = std::mem::take(&mut derivations[step]);
            let known = &mut derivations[nearer].lemmas;
            let mut needed: HashSet<PlacementTuple> = known.keys().copied().collect();
            for (tuple, derivation) in &mut here.lemmas {
                derivation.parts = vec![0; self.table.codes()];
                for (code, part) in derivation.parts.iter_mut().enumerate() {
                    if let Some(away) = self.away_from_goal(tuple, code) {
                        *part = away;
                    } else if let Some(found) = self.tuple_part(nearer, tuple, code, &needed) {
                        let lemma = self.image_under(tuple, code).subset(found);
                        if needed.insert(lemma) {
                            known.insert(lemma, Derivation::default());
                        }
                        *part = found;
                    } else {
                        continue;
                    }
                    *here.helpers.entry((code, tuple.subset(*part))).or_default() += 1;
                }
            }
            derivations[step] = here;
        }
        derivations
    }

    /// For an idle slot, an item of a tuple that is not at the goal, as a bit.
    fn away_from_goal(&self, tuple: &PlacementTuple, code: usize) -> Option<u32> {
        let items = self.layers.items();
        let away = |&(item, placement): &ItemPlacement| !items.is_at_goal(item, placement);
        let place = tuple.iter().position(away).filter(|_| code == self.turns)?;
        Some(1 << place)
    }

    /// The part of a tuple, as bits, that excludes a code because of a lemma at the nearer step: with the fewest items
    /// possible, preferably of a lemma that is needed anyway. `None` if there is no such part; then no clause is
    /// needed, or the check of the proof fails.
    fn tuple_part(
        &self,
        nearer: usize,
        tuple: &PlacementTuple,
        code: usize,
        needed: &HashSet<PlacementTuple>,
    ) -> Option<u32> {
        let moved = self.image_under(tuple, code);
        for size in 1..=tuple.len() as u32 {
            let parts = (1_u32..1 << tuple.len()).filter(|part| part.count_ones() == size);
            let excluded = |part: &u32| self.excludes(nearer, &moved.subset(*part));
            let parts: Vec<u32> = parts.filter(excluded).collect();
            let is_needed = |part: &&u32| needed.contains(&moved.subset(**part));
            let found = parts.iter().find(is_needed).or(parts.first());
            if found.is_some() {
                return found.copied();
            }
        }
        None
    }

    /// The image of a tuple at the nearer step, if the slot between has this code.
    fn image_under(&self, tuple: &PlacementTuple, code: usize) -> PlacementTuple {
        let moved = |&(item, placement): &ItemPlacement| {
            let moved = match self.direction {
                _ if code == self.turns => placement,
                Direction::FromStart => self.before[item][code][placement],
                Direction::FromGoal => self.layers.items().after(item, placement, code),
            };
            (item, moved)
        };
        PlacementTuple::new(tuple.iter().map(moved))
    }

    fn excludes(&self, step: usize, tuple: &PlacementTuple) -> bool {
        let possible = match self.direction {
            Direction::FromStart => self.layers.reached_from_start(step, tuple),
            Direction::FromGoal => self.layers.reaches_goal(step, tuple),
        };
        possible == Some(false)
    }

    /// Writes the derivations, the nearest step first.
    fn write(&self, derivations: &[StepDerivations], proof: &mut Steps, sizes: &mut ProofSizes) {
        // The lemmas of the nearer step.
        let mut known = HashMap::new();
        for step in self.steps() {
            let here = &derivations[step];
            let nearer = self.nearer(step);
            let slot = nearer.map_or(0, |(_, slot)| slot);
            let mut helpers = BTreeMap::new();
            let mut written = Vec::new();
            let needed = here.helpers.iter();
            for (helper, _) in needed.filter(|&(it, &uses)| self.is_worth_a_clause(it, uses)) {
                let &(code, ref part) = helper;
                let clause = self.table.excluding_clause(Some((slot, code)), step, part);
                let Some(clause) = clause else {
                    continue;
                };
                let sources = self.transition_clauses(step, helper).into_iter();
                let lemma = known.get(&self.image_under(part, code)).copied();
                helpers.insert(helper, proof.add(&clause, sources.chain(lemma)));
                written.push(clause);
            }
            sizes.helpers += written.len();
            let mut lemmas = HashMap::new();
            for (tuple, derivation) in &here.lemmas {
                let Some(clause) = self.table.excluding_clause(None, step, tuple) else {
                    continue;
                };
                let mut sources = Vec::new();
                let parts = derivation.parts.iter().enumerate();
                for (code, &part) in parts.filter(|(_, part)| **part != 0) {
                    let helper = (code, tuple.subset(part));
                    match helpers.get(&helper) {
                        Some(&source) => sources.push(source),
                        None => sources.extend(self.transition_clauses(step, &helper)),
                    }
                }
                if nearer.is_some() {
                    sources.extend(self.source(self.table.some_code_clause(slot)));
                }
                lemmas.insert(*tuple, proof.add(&clause, sources));
                sizes.derived += 1;
            }
            written.iter().for_each(|helper| proof.delete(helper));
            if let Some((nearer, _)) = nearer {
                self.forget(nearer, &derivations[nearer], proof);
            }
            known = lemmas;
        }
    }

    /// Whether a helper with this number of uses is worth a clause. A helper for idle needs fewer uses, because its
    /// consequences reach the goal only after many steps.
    fn is_worth_a_clause(&self, (code, part): &Helper, uses: usize) -> bool {
        part.len() > 1 || uses >= if *code == self.turns { 2 } else { MANY_LEMMAS }
    }

    /// The clauses by which the code of a helper maps its placements to the nearer step; none if one of them is
    /// missing.
    fn transition_clauses(&self, step: usize, &(code, ref part): &Helper) -> Vec<Source> {
        let Some((nearer, slot)) = self.nearer(step) else {
            return Vec::new();
        };
        let moved = self.image_under(part, code);
        let sources = part.iter().zip(moved.iter()).map(|(&at, &to)| {
            let (from, to) = ((step, at), (nearer, to));
            self.source(self.table.transition_clause((slot, code), from, to))
        });
        sources.collect::<Option<_>>().unwrap_or_default()
    }

    /// A clause of the formula, as a source.
    fn source(&self, clause: Option<Vec<i32>>) -> Option<Source> {
        let index = self.indices.get(&sorted(clause?))?;
        Some(Source::Formula(*index))
    }

    /// Deletes the lemmas of a step that were used only for derivations.
    fn forget(&self, step: usize, here: &StepDerivations, proof: &mut Steps) {
        for (tuple, _) in here.lemmas.iter().filter(|(_, it)| !it.is_used) {
            let clause = self.table.excluding_clause(None, step, tuple);
            if let Some(clause) = clause.filter(|clause| clause.len() > 1) {
                proof.delete(&clause);
            }
        }
    }
}
