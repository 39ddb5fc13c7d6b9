//! Unit propagation with two watched literals.
//!
//! *Idea.* A clause must be visited only when one of its two watched literals becomes false. As long as both can still be
//! true, the clause implies nothing (Moskewicz et al. 2001, after Zhang and Stickel). The watched literals come first.
//!
//! *The fixed trail.* Consequences of the active clauses stay assigned. A check adds its assumptions after them and removes
//! them again. Going backwards through a proof, the fixed trail becomes shorter. It always contains all consequences of the
//! active clauses that the forward pass found, because clauses that are the reason of a literal are never deleted.
//!
//! *Core first.* Clauses that the refutation already uses are propagated before the others, so that it needs fewer others
//! (Heule, Hunt and Wetzler, *Trimming while checking clausal proofs*, FMCAD 2013).
//!
//! *Why it is sound.* A wrong implication would require a clause that is wrongly taken for a reason or a conflict. Before
//! a clause is taken for either, all its literals are examined. Any other mistake, such as a lost watch, can only make the
//! checker reject a valid proof.

use super::recorder::Recorder;
use super::store::{ClauseId, Literal, LookupResult, Store};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Unassigned,
    True,
    False,
}

/// The reason of a literal that is assumed and not implied by a clause.
pub(super) const ASSUMED: ClauseId = ClauseId::MAX;

struct Watch {
    clause: ClauseId,
    /// Some literal of the clause. If it is true, the clause need not be visited.
    blocker: Literal,
}

/// Why the assumptions are contradictory.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// All literals of this clause are false.
    Clause(ClauseId),
    /// This literal is true, but must be false.
    Literal(Literal),
}

/// The index of core clauses in `watches` and `heads`; the other clauses have index 1.
const CORE: usize = 0;

/// Assignment and watches over the clauses.
#[derive(Default)]
pub(super) struct Engine {
    pub(super) store: Store,
    /// By literal.
    values: Vec<Value>,
    /// By variable, the reason of its literal.
    reasons: Vec<ClauseId>,
    /// By variable, the position of its literal on the trail.
    positions: Vec<u32>,
    /// The true literals, in the order of assignment.
    trail: Vec<Literal>,
    /// For core and for other clauses, the position on the trail up to which they have been propagated.
    heads: [usize; 2],
    /// By literal, the core and the other clauses that watch it.
    watches: Vec<[Vec<Watch>; 2]>,
    /// Whether the clauses from which each variable's literal follows are already marked as core.
    explained: Vec<bool>,
    /// The number of watches visited, a measure of work.
    pub(super) work: u64,
    /// Records the clauses from which additions follow, if requested.
    pub(super) recorder: Option<Recorder>,
}

impl Engine {
    fn value(&self, literal: Literal) -> Value {
        self.values[literal.index()]
    }

    /// The number of assigned variables.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.value(literal) == Value::False
    }

    /// The true literal of an assigned variable.
    pub(super) fn true_literal(&self, variable: usize) -> Literal {
        self.trail[self.positions[variable] as usize]
    }

    /// The reason of an assigned variable.
    pub(super) fn reason_of(&self, variable: usize) -> ClauseId {
        self.reasons[variable]
    }

    /// The position of a variable on the trail.
    pub(super) fn position(&self, variable: usize) -> u32 {
        self.positions[variable]
    }

    /// Allocates memory for the variables of the clauses.
    pub(super) fn grow(&mut self) {
        let variables = self.store.variables();
        if self.reasons.len() < variables {
            self.values.resize(2 * variables, Value::Unassigned);
            self.reasons.resize(variables, ASSUMED);
            self.positions.resize(variables, 0);
            self.explained.resize(variables, false);
            self.watches.resize_with(2 * variables, Default::default);
        }
    }

    /// Activates a clause, and assigns its permanent consequences. Returns a conflict if they are contradictory.
    pub(super) fn activate(&mut self, id: ClauseId) -> Option<Conflict> {
        self.grow();
        self.store.clauses[id as usize].active = true;
        let range = self.store.clauses[id as usize].range();
        let literals = &mut self.store.literals[range];
        // The two best literals to watch come first, those that stay valid the longest while the trail grows or shrinks:
        // true literals, the earliest assigned first, then unassigned ones, then false ones, the latest assigned first.
        let rank = |literal: &Literal| {
            let position = self.positions[literal.variable()];
            match self.values[literal.index()] {
                Value::True => (2, u32::MAX - position),
                Value::Unassigned => (1, 0),
                Value::False => (0, position),
            }
        };
        for place in 0..literals.len().min(2) {
            let best = (place..literals.len()).max_by_key(|&at| rank(&literals[at]));
            literals.swap(place, best.unwrap_or(place));
        }
        let (first, second) = (literals.first().copied(), literals.get(1).copied());
        let Some(first) = first else {
            return Some(Conflict::Clause(id));
        };
        if let Some(second) = second {
            self.watch(first, id, second);
            self.watch(second, id, first);
        }
        match self.value(first) {
            Value::True => None,
            Value::False => Some(Conflict::Clause(id)),
            Value::Unassigned
                if second.is_some_and(|second| self.value(second) != Value::False) =>
            {
                None
            }
            Value::Unassigned => {
                self.assign(first, id);
                self.propagate()
            }
        }
    }

    /// Deactivates a clause, and removes its consequences.
    pub(super) fn retract(&mut self, id: ClauseId) {
        self.store.clauses[id as usize].active = false;
        if let Some(literal) = self.implied_by(id) {
            self.backtrack(self.positions[literal.variable()] as usize);
        }
    }

    /// The literal whose reason is this clause, if any.
    fn implied_by(&self, id: ClauseId) -> Option<Literal> {
        let range = self.store.clauses[id as usize].range();
        implied_by(&self.store.literals[range], id, &self.values, &self.reasons)
    }

    /// Deactivates one copy of a clause, unless each copy is the reason of a literal.
    pub(super) fn delete(&mut self, clause: &[i32]) -> LookupResult {
        let (values, reasons) = (&self.values, &self.reasons);
        let found = self.store.forget(clause, |id, literals| {
            implied_by(literals, id, values, reasons).is_none()
        });
        if let LookupResult::Clause(id) = found {
            self.store.clauses[id as usize].active = false;
        }
        found
    }

    /// Assumes all literals of a clause false, except the literal `except`, and propagates. Returns the conflict, if any.
    pub(super) fn refute(&mut self, id: ClauseId, except: Option<Literal>) -> Option<Conflict> {
        self.refute_with_suggestions(id, except, &[])
    }

    /// As [`Self::refute`], but first visits clauses that are suggested as leading to the conflict.
    pub(super) fn refute_with_suggestions(
        &mut self,
        id: ClauseId,
        except: Option<Literal>,
        suggested: &[ClauseId],
    ) -> Option<Conflict> {
        for at in self.store.clauses[id as usize].range() {
            let literal = self.store.literals[at];
            match self.value(literal) {
                _ if except == Some(literal) => (),
                Value::True => return Some(Conflict::Literal(literal)),
                Value::False => (),
                Value::Unassigned => self.assign(!literal, ASSUMED),
            }
        }
        for &clause in suggested {
            if let Some(conflict) = self.apply(clause) {
                return Some(conflict);
            }
        }
        self.propagate()
    }

    /// Assigns the literal that a clause implies, if any. Returns a conflict if all its literals are false.
    fn apply(&mut self, id: ClauseId) -> Option<Conflict> {
        let clause = self.store.clauses.get(id as usize)?;
        if !clause.active {
            return None;
        }
        let literals = &self.store.literals[clause.range()];
        self.work += 1;
        let mut left = literals
            .iter()
            .filter(|&&literal| self.value(literal) != Value::False);
        match (left.next(), left.next()) {
            (None, _) => return Some(Conflict::Clause(id)),
            (Some(&literal), None) if self.value(literal) == Value::Unassigned => {
                self.assign(literal, id);
            }
            _ => (),
        }
        None
    }

    /// Removes all but the oldest `length` assignments.
    pub(super) fn backtrack(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.index()] = Value::Unassigned;
            self.values[(!literal).index()] = Value::Unassigned;
            self.explained[literal.variable()] = false;
        }
        self.heads = [length; 2];
    }

    fn assign(&mut self, literal: Literal, reason: ClauseId) {
        self.values[literal.index()] = Value::True;
        self.values[(!literal).index()] = Value::False;
        self.reasons[literal.variable()] = reason;
        self.positions[literal.variable()] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    fn watch(&mut self, literal: Literal, clause: ClauseId, blocker: Literal) {
        let list = usize::from(!self.store.clauses[clause as usize].core);
        self.watches[literal.index()][list].push(Watch { clause, blocker });
    }

    /// Propagates until a fixpoint or a conflict.
    fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let list = match self.heads.map(|head| head < self.trail.len()) {
                [true, _] => CORE,
                [false, true] => 1,
                [false, false] => return None,
            };
            let literal = self.trail[self.heads[list]];
            self.heads[list] += 1;
            if let Some(clause) = self.visit(!literal, list) {
                return Some(Conflict::Clause(clause));
            }
        }
    }

    /// Visits the clauses that watch a literal that has become false. Returns one whose literals are all false, if any.
    fn visit(&mut self, falsified: Literal, list: usize) -> Option<ClauseId> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()][list]);
        self.work += watches.len() as u64 + 1;
        let mut conflict = None;
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() {
            let id = watches[at].clause;
            let blocker = watches[at].blocker;
            at += 1;
            if self.values[blocker.index()] == Value::True {
                watches[kept] = Watch {
                    clause: id,
                    blocker,
                };
                kept += 1;
                continue;
            }
            let clause = &self.store.clauses[id as usize];
            let (active, core) = (clause.active, clause.core);
            let literals = &mut self.store.literals[clause.range()];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            // A clause that is no longer active or now watches other literals is dropped here, when it is visited.
            if !active || literals[1] != falsified {
                continue;
            }
            let other = literals[0];
            let value = self.values[other.index()];
            let is_not_false = |literal: &Literal| self.values[literal.index()] != Value::False;
            if value != Value::True
                && let Some(next) = literals[2..].iter().position(is_not_false)
            {
                literals.swap(1, next + 2);
                let watched = literals[1];
                self.watch(watched, id, other);
                continue;
            }
            let watch = Watch {
                clause: id,
                blocker: other,
            };
            if core && list != CORE {
                self.watches[falsified.index()][CORE].push(watch);
            } else {
                watches[kept] = watch;
                kept += 1;
            }
            match value {
                Value::True => (),
                Value::Unassigned => self.assign(other, id),
                Value::False => {
                    conflict = Some(id);
                    break;
                }
            }
        }
        watches.drain(kept..at);
        self.watches[falsified.index()][list] = watches;
        conflict
    }

    /// Marks the clauses that lead to a conflict as core. Literals from position `fixed` of the trail on belong only to
    /// this check.
    ///
    /// *Idea.* Conflict analysis without learning: backwards from the false clause through the reasons of its literals,
    /// each literal once (Goldberg and Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, DATE 2003).
    /// *Why it is sound.* With the marked clauses alone, the same literals can be assigned in the same order, and the
    /// conflict is the same. *Cost.* Proportional to the number of literals in the reasons. For the fixed trail, each
    /// reason is visited only once as long as its literal stays assigned.
    pub(super) fn explain(&mut self, conflict: Conflict, fixed: usize) {
        let mut to_visit = Vec::new();
        let mut temporary = Vec::new();
        match conflict {
            Conflict::Clause(id) => self.mark_core(id, &mut to_visit),
            Conflict::Literal(literal) => to_visit.push(literal.variable()),
        }
        while let Some(variable) = to_visit.pop() {
            if std::mem::replace(&mut self.explained[variable], true) {
                continue;
            }
            if self.positions[variable] as usize >= fixed {
                temporary.push(variable);
            }
            if self.reasons[variable] != ASSUMED {
                self.mark_core(self.reasons[variable], &mut to_visit);
            }
        }
        for variable in temporary {
            self.explained[variable] = false;
        }
    }

    fn mark_core(&mut self, id: ClauseId, to_visit: &mut Vec<usize>) {
        let clause = &mut self.store.clauses[id as usize];
        clause.core = true;
        let literals = &self.store.literals[clause.range()];
        to_visit.extend(literals.iter().map(|literal| literal.variable()));
    }
}

fn implied_by(
    literals: &[Literal],
    id: ClauseId,
    values: &[Value],
    reasons: &[ClauseId],
) -> Option<Literal> {
    let implied = |literal: &&Literal| {
        values[literal.index()] == Value::True && reasons[literal.variable()] == id
    };
    literals.iter().find(implied).copied()
}
