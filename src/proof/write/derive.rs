//! Derivations of lemmas: sequences of clauses that follow by unit propagation from a formula without lemmas.
//!
//! *Idea.* Take a tuple of placements that the start does not reach in t + 1 slots. For any last turn m, the tuple's
//! image before m is not reached in t slots: a lemma of step t excludes some part of it. So m and the tuple exclude
//! each other. This *helper* clause follows by unit propagation: the turn maps the tuple back to the part that the
//! lemma excludes. With a helper for each m the lemma follows, because some turn is made. Derivations backwards from
//! the goal are analogous, with the next turn.
//!
//! *What is left out.* If the part is a single item, no helper is needed, because the transition clauses imply it. Only the
//! lemmas that the refutation uses, and those they depend on, are derived: on a pocket cube at distance 11, a
//! seventh of all. Of several parts, one that is needed anyway is chosen.
//!
//! *Idle slots.* Idle is treated as a code like any other. If some item is not at the goal, no helper is needed: if all
//! turns are excluded, only idle is left, and an idle slot implies the goal. The same holds if the goal is a pattern: a
//! lemma is about one item that is at no placement of the goal, or about two in one place, and both are excluded in the
//! last step.
//!
//! *Deletions.* A helper is used at one step; a lemma that the refutation does not use, only at the next. Then they are
//! deleted, except units.
//!
//! *Why it is sound.* It need not be sound: every clause is checked afterwards.

use std::collections::{BTreeMap, HashMap};

use super::GivenLemmas;
use super::lemma::{Lemma, PlacementTuple};
use super::literal_table::LiteralTable;
use super::outcome::ProofSizes;
use super::steps::Steps;
use crate::clauses::Clauses;
use crate::proof::check::Source;
use crate::reach::{ItemPlacement, Items, Layers};

/// The end from which a lemma is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    FromStart,
    FromGoal,
}

/// The derivations of one step.
#[derive(Default)]
struct StepDerivations {
    /// The lemmas, each with whether the refutation uses it.
    lemmas: BTreeMap<PlacementTuple, bool>,
    /// Pairs of a code and a tuple that exclude each other, with the number of lemmas that need each.
    helpers: BTreeMap<(usize, PlacementTuple), usize>,
    /// For each lemma and code, the part that excludes the code, as bits.
    parts: HashMap<PlacementTuple, Vec<u32>>,
}

/// A helper for a single item combines the transition clauses with a lemma; it is worthwhile if many lemmas need it.
const MANY_LEMMAS: usize = 6;

impl StepDerivations {
    /// Whether a helper is worth a clause. A helper for `idle` needs fewer uses, because its consequences reach the
    /// goal only after many steps.
    fn is_worth_a_clause(&self, helper: &(usize, PlacementTuple), idle: usize) -> bool {
        let uses = self.helpers.get(helper).copied().unwrap_or_default();
        let (code, part) = helper;
        part.as_slice().len() > 1 || uses >= if *code == idle { 2 } else { MANY_LEMMAS }
    }
}

/// Derives lemmas from the clauses of a formula, writes the derivation to a proof, and counts its clauses.
pub(super) fn derive(
    given: &GivenLemmas,
    used: &[Lemma],
    cnf: &Clauses,
    proof: &mut Steps,
    sizes: &mut ProofSizes,
) {
    let indices = ClauseIndices::new(cnf);
    for direction in [Direction::FromStart, Direction::FromGoal] {
        let deriver = Deriver::new(given, direction);
        let derivations = deriver.derivations(used);
        deriver.write(&derivations, &indices, proof, sizes);
    }
}

/// The index of each clause in a formula.
struct ClauseIndices(HashMap<Vec<i32>, u32>);

impl ClauseIndices {
    fn new(cnf: &Clauses) -> Self {
        let clauses = cnf
            .iter()
            .map(|clause| sorted(clause.iter().map(|l| l.to_ipasir()).collect()));
        Self(clauses.zip(0..).collect())
    }

    fn source(&self, clause: Option<Vec<i32>>) -> Option<Source> {
        let place = self.0.get(&sorted(clause?))?;
        Some(Source::Formula(*place))
    }
}

fn sorted(mut clause: Vec<i32>) -> Vec<i32> {
    clause.sort_unstable();
    clause
}

struct Deriver<'a> {
    table: &'a LiteralTable,
    layers: &'a Layers,
    direction: Direction,
    /// The placement before each turn, by item, turn and placement.
    before: Vec<Vec<Vec<usize>>>,
    items: &'a Items,
    /// The number of codes that are turns; the next code is idle.
    turns: usize,
}

impl<'a> Deriver<'a> {
    fn new(given: &'a GivenLemmas, direction: Direction) -> Self {
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
            direction,
            before: (0..items.len()).map(before).collect(),
            items,
            turns,
        }
    }

    /// Whether a lemma is derived in this direction: from the nearer end, if that excludes it.
    fn derives(&self, lemma: &Lemma) -> bool {
        let at = lemma.tuple.as_slice();
        let excluded_from_start = self.layers.reached_from_start(lemma.step, at) == Some(false);
        let excluded_from_goal = self.layers.reaches_goal(lemma.step, at) == Some(false);
        let near_start = 2 * lemma.step <= self.table.slots();
        let from_start = excluded_from_start && (near_start || !excluded_from_goal);
        from_start == (self.direction == Direction::FromStart)
    }

    /// The steps, beginning at the nearer end.
    fn steps(&self) -> Vec<usize> {
        let steps = 0..=self.table.slots();
        match self.direction {
            Direction::FromStart => steps.collect(),
            Direction::FromGoal => steps.rev().collect(),
        }
    }

    /// Finds the dependencies of the lemmas, from the far end to the near one, by step.
    fn derivations(&self, used: &[Lemma]) -> Vec<StepDerivations> {
        let steps = self.steps();
        let mut derivations: Vec<StepDerivations> =
            steps.iter().map(|_| StepDerivations::default()).collect();
        for lemma in used.iter().filter(|lemma| self.derives(lemma)) {
            derivations[lemma.step].lemmas.insert(lemma.tuple, true);
        }
        for pair in steps.windows(2).rev() {
            let (nearer, step) = (pair[0], pair[1]);
            let mut needed: HashMap<PlacementTuple, bool> =
                std::mem::take(&mut derivations[nearer].lemmas)
                    .into_iter()
                    .collect();
            let mut helpers = BTreeMap::new();
            let mut parts = HashMap::new();
            for tuple in derivations[step].lemmas.keys() {
                let at = tuple.as_slice();
                let mut of_tuple = vec![0; self.table.codes()];
                for (code, part) in of_tuple.iter_mut().enumerate() {
                    if let Some(away) = self.away_from_goal(at, code) {
                        *part = away;
                    } else if let Some(found) = self.tuple_part(nearer, at, code, &needed) {
                        let moved = self.image_under(at, code);
                        needed
                            .entry(PlacementTuple::subset(&moved, found))
                            .or_insert(false);
                        *part = found;
                    } else {
                        continue;
                    }
                    *helpers
                        .entry((code, PlacementTuple::subset(at, *part)))
                        .or_default() += 1;
                }
                parts.insert(*tuple, of_tuple);
            }
            derivations[step].helpers = helpers;
            derivations[step].parts = parts;
            derivations[nearer].lemmas = needed.into_iter().collect();
        }
        derivations
    }

    /// For an idle slot, an item of a tuple that is not at the goal.
    fn away_from_goal(&self, at: &[ItemPlacement], code: usize) -> Option<u32> {
        let away = |&(item, placement): &ItemPlacement| !self.items.is_at_goal(item, placement);
        let place = at.iter().position(away).filter(|_| code == self.turns)?;
        Some(1 << place)
    }

    /// The part of a tuple, as bits, that excludes a code because of a lemma at the nearer step: with the fewest items
    /// possible, preferably one that is needed anyway. `None` if no clause is needed, or if none exists, which the check
    /// will detect.
    fn tuple_part(
        &self,
        nearer: usize,
        at: &[ItemPlacement],
        code: usize,
        needed: &HashMap<PlacementTuple, bool>,
    ) -> Option<u32> {
        let moved = self.image_under(at, code);
        for size in 1..=at.len() as u32 {
            let parts = (1_u32..1 << at.len()).filter(|part| part.count_ones() == size);
            let excluded = |part: &u32| {
                self.excludes(nearer, PlacementTuple::subset(&moved, *part).as_slice())
            };
            let parts: Vec<u32> = parts.filter(excluded).collect();
            let known = |part: &&u32| needed.contains_key(&PlacementTuple::subset(&moved, **part));
            let found = parts.iter().find(known).or(parts.first());
            if found.is_some() {
                return found.copied();
            }
        }
        None
    }

    /// The image of placements under a code, in the direction away from the far end.
    fn image_under(&self, at: &[ItemPlacement], code: usize) -> Vec<ItemPlacement> {
        let moved = |&(item, placement): &ItemPlacement| {
            let moved = match self.direction {
                _ if code == self.turns => placement,
                Direction::FromStart => self.before[item][code][placement],
                Direction::FromGoal => self.layers.items().after(item, placement, code),
            };
            (item, moved)
        };
        at.iter().map(moved).collect()
    }

    fn excludes(&self, step: usize, at: &[ItemPlacement]) -> bool {
        let possible = match self.direction {
            Direction::FromStart => self.layers.reached_from_start(step, at),
            Direction::FromGoal => self.layers.reaches_goal(step, at),
        };
        possible == Some(false)
    }

    /// Writes the derivations, from the near end to the far one.
    fn write(
        &self,
        derivations: &[StepDerivations],
        indices: &ClauseIndices,
        proof: &mut Steps,
        sizes: &mut ProofSizes,
    ) {
        let steps = self.steps();
        // The lemmas of the previous step.
        let mut known = HashMap::new();
        for (n, &step) in steps.iter().enumerate() {
            let here = &derivations[step];
            let slot = match self.direction {
                Direction::FromStart => step.saturating_sub(1),
                Direction::FromGoal => step,
            };
            let nearer = n.checked_sub(1).map(|before| steps[before]);
            let from = |helper: &(usize, PlacementTuple)| {
                let (code, part) = helper;
                self.transition_clauses(slot, step, nearer?, *code, part, indices)
            };
            let mut helpers = BTreeMap::new();
            let mut written = Vec::new();
            for helper in here
                .helpers
                .keys()
                .filter(|it| here.is_worth_a_clause(it, self.turns))
            {
                let (code, part) = helper;
                let Some(clause) =
                    self.table
                        .excluding_clause(Some((slot, *code)), step, part.as_slice())
                else {
                    continue;
                };
                let moved = PlacementTuple::new(&self.image_under(part.as_slice(), *code));
                let sources = from(helper).unwrap_or_default().into_iter();
                let sources = sources.chain(known.get(&moved).copied());
                helpers.insert(*helper, proof.add(&clause, sources));
                written.push(clause);
            }
            sizes.helpers += written.len();
            let mut lemmas = HashMap::new();
            for tuple in here.lemmas.keys() {
                let Some(clause) = self.table.excluding_clause(None, step, tuple.as_slice()) else {
                    continue;
                };
                let mut sources = Vec::new();
                let parts = here.parts.get(tuple).into_iter().flatten();
                for (code, &part) in parts.enumerate().filter(|(_, part)| **part != 0) {
                    let helper = (code, PlacementTuple::subset(tuple.as_slice(), part));
                    match helpers.get(&helper) {
                        Some(&helper) => sources.push(helper),
                        None => sources.extend(from(&helper).unwrap_or_default()),
                    }
                }
                if nearer.is_some() {
                    sources.extend(indices.source(self.table.some_code_clause(slot)));
                }
                lemmas.insert(*tuple, proof.add(&clause, sources));
                sizes.derived += 1;
            }
            written.iter().for_each(|helper| proof.delete(helper));
            if let Some(nearer) = nearer {
                self.forget(nearer, &derivations[nearer], proof);
            }
            known = lemmas;
        }
    }

    /// The clauses by which a code maps placements from a step to the one before.
    fn transition_clauses(
        &self,
        slot: usize,
        step: usize,
        nearer: usize,
        code: usize,
        part: &PlacementTuple,
        indices: &ClauseIndices,
    ) -> Option<Vec<Source>> {
        let moved = self.image_under(part.as_slice(), code);
        part.as_slice()
            .iter()
            .zip(moved)
            .map(|(&at, to)| {
                let clause = self
                    .table
                    .transition_clause((slot, code), (step, at), (nearer, to));
                indices.source(clause)
            })
            .collect()
    }

    /// Deletes the lemmas of a step that were used only for derivations.
    fn forget(&self, step: usize, here: &StepDerivations, proof: &mut Steps) {
        for (tuple, _) in here.lemmas.iter().filter(|(_, used)| !**used) {
            let clause = self.table.excluding_clause(None, step, tuple.as_slice());
            if let Some(clause) = clause.filter(|clause| clause.len() > 1) {
                proof.delete(&clause);
            }
        }
    }
}
