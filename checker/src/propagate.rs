//! Unit propagation with two watched literals.
//!
//! *Idea.* A clause needs a look only when the one or the other of two of its
//! literals becomes false: as long as both can still be true it implies
//! nothing (Moskewicz et al. 2001, after Zhang and Stickel). The two stand first in the clause.
//!
//! *The fixed trail.* What follows from the active clauses alone stays assigned;
//! a check adds its assumptions above it and takes them back. Going backwards
//! through a proof the fixed trail becomes shorter. It is always all that follows
//! from the clauses that are active, as the forward pass found it: clauses
//! that are the reason of a literal are never deleted.
//!
//! *Core first.* Clauses that the refutation already uses are propagated before
//! others, so that fewer become used (Heule, Hunt and Wetzler, *Trimming while
//! checking clausal proofs*, FMCAD 2013).
//!
//! *Why sound.* A wrong "implied" needs a clause that is taken for a reason or a
//! conflict and is none. [`Engine::visit`] looks at every literal of an active clause
//! before it says so. A mistake elsewhere, such as a watch lost, can only
//! make the checker reject what it could accept.

use super::recorder::Recorder;
use super::store::{ClauseId, Found, Literal, Store};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Open,
    True,
    False,
}

/// No clause, but an assumption.
pub(super) const ASSUMED: ClauseId = ClauseId::MAX;

struct Watch {
    clause: ClauseId,
    /// Some literal of the clause. If it is true there is nothing to do.
    blocker: Literal,
}

/// Why what is assumed cannot be.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// All literals of this clause are false.
    Clause(ClauseId),
    /// This literal is true, and was to be false.
    Literal(Literal),
}

/// Index of the lists and heads of core clauses; those of the others have 1.
const CORE: usize = 0;

/// Assignment and watches over the clauses.
#[derive(Default)]
pub(super) struct Engine {
    pub(super) store: Store,
    values: Vec<Value>,
    reasons: Vec<ClauseId>,
    positions: Vec<u32>,
    trail: Vec<Literal>,
    heads: [usize; 2],
    watches: Vec<[Vec<Watch>; 2]>,
    explained: Vec<bool>,
    /// Watches looked at, a measure of work.
    pub(super) work: u64,
    /// Who wants to know from which clauses additions follow, if anyone does.
    pub(super) recorder: Option<Recorder>,
}

impl Engine {
    fn value(&self, literal: Literal) -> Value {
        self.values[literal.index()]
    }

    /// How much is assigned.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.value(literal) == Value::False
    }

    /// The literal of a variable that is assigned.
    pub(super) fn true_literal(&self, variable: usize) -> Literal {
        self.trail[self.positions[variable] as usize]
    }

    /// Why a variable that is assigned has its value.
    pub(super) fn reason_of(&self, variable: usize) -> ClauseId {
        self.reasons[variable]
    }

    /// When it got its value.
    pub(super) fn position(&self, variable: usize) -> u32 {
        self.positions[variable]
    }

    /// Makes room for the variables that clauses have.
    pub(super) fn grow(&mut self) {
        let variables = self.store.variables();
        if self.reasons.len() < variables {
            self.values.resize(2 * variables, Value::Open);
            self.reasons.resize(variables, ASSUMED);
            self.positions.resize(variables, 0);
            self.explained.resize(variables, false);
            self.watches.resize_with(2 * variables, Default::default);
        }
    }

    /// Makes a clause active, and assigns what follows for good.
    pub(super) fn activate(&mut self, id: ClauseId) -> Option<Conflict> {
        self.grow();
        self.store.clauses[id as usize].active = true;
        let range = self.store.clauses[id as usize].range();
        let literals = &mut self.store.literals[range];
        // The two best come first. Best is a literal that stays fit to be watched
        // the longest while the trail grows, and also while it shrinks: true and early, open, false
        // and late.
        let rank = |literal: &Literal| {
            let position = self.positions[literal.variable()];
            match self.values[literal.index()] {
                Value::True => (2, u32::MAX - position),
                Value::Open => (1, 0),
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
            Value::Open if second.is_some_and(|second| self.value(second) != Value::False) => None,
            Value::Open => {
                self.assign(first, id);
                self.propagate()
            }
        }
    }

    /// Makes a clause inactive, and takes back what followed from it.
    pub(super) fn retract(&mut self, id: ClauseId) {
        self.store.clauses[id as usize].active = false;
        if let Some(literal) = self.implied_by(id) {
            self.backtrack(self.positions[literal.variable()] as usize);
        }
    }

    /// The literal whose reason is this clause.
    fn implied_by(&self, id: ClauseId) -> Option<Literal> {
        let range = self.store.clauses[id as usize].range();
        implied_by(&self.store.literals[range], id, &self.values, &self.reasons)
    }

    /// Makes a copy of a clause inactive that is not the reason of a literal.
    pub(super) fn delete(&mut self, clause: &[i32]) -> Found {
        let (values, reasons) = (&self.values, &self.reasons);
        let found = self.store.forget(clause, |id, literals| {
            implied_by(literals, id, values, reasons).is_none()
        });
        if let Found::Clause(id) = found {
            self.store.clauses[id as usize].active = false;
        }
        found
    }

    /// Assumes all literals of a clause false, but the one that is left out, and
    /// propagates.
    pub(super) fn refute(&mut self, id: ClauseId, but: Option<Literal>) -> Option<Conflict> {
        self.refute_by(id, but, &[])
    }

    /// The same; first it looks at clauses of which somebody thinks that they lead to the conflict.
    pub(super) fn refute_by(
        &mut self,
        id: ClauseId,
        but: Option<Literal>,
        suggested: &[ClauseId],
    ) -> Option<Conflict> {
        for at in self.store.clauses[id as usize].range() {
            let literal = self.store.literals[at];
            match self.value(literal) {
                _ if but == Some(literal) => (),
                Value::True => return Some(Conflict::Literal(literal)),
                Value::False => (),
                Value::Open => self.assign(!literal, ASSUMED),
            }
        }
        for &clause in suggested {
            if let Some(conflict) = self.apply(clause) {
                return Some(conflict);
            }
        }
        self.propagate()
    }

    /// Assigns what follows from one clause, if anything does.
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
            (Some(&literal), None) if self.value(literal) == Value::Open => {
                self.assign(literal, id);
            }
            _ => (),
        }
        None
    }

    /// Forgets all but the oldest assignments.
    pub(super) fn backtrack(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal.index()] = Value::Open;
            self.values[(!literal).index()] = Value::Open;
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

    /// Assigns what follows, until nothing does or a clause is false.
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

    /// Looks at the clauses that watch a literal which has become false.
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
            // A clause that is no longer active or watches other literals by now
            // is dropped here, when it is met.
            if !active || literals[1] != falsified {
                continue;
            }
            let other = literals[0];
            let value = self.values[other.index()];
            let open = |literal: &Literal| self.values[literal.index()] != Value::False;
            if value != Value::True
                && let Some(next) = literals[2..].iter().position(open)
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
                Value::Open => self.assign(other, id),
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

    /// Marks the clauses that a conflict comes from as core. Those above `fixed`
    /// on the trail are there for this check only.
    ///
    /// *Idea.* Conflict analysis without learning: from the clause that is false
    /// back through the reasons of its literals, each literal once (Goldberg and
    /// Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, DATE 2003).
    /// *Why sound.* With the marked clauses alone the same literals can be
    /// assigned in the same order, and the conflict is the same. *Cost.* The
    /// reasons' literals, and for the fixed trail only once as long as it stands.
    pub(super) fn explain(&mut self, conflict: Conflict, fixed: usize) {
        let mut open = Vec::new();
        let mut passing = Vec::new();
        match conflict {
            Conflict::Clause(id) => self.mark(id, &mut open),
            Conflict::Literal(literal) => open.push(literal.variable()),
        }
        while let Some(variable) = open.pop() {
            if std::mem::replace(&mut self.explained[variable], true) {
                continue;
            }
            if self.positions[variable] as usize >= fixed {
                passing.push(variable);
            }
            if self.reasons[variable] != ASSUMED {
                self.mark(self.reasons[variable], &mut open);
            }
        }
        for variable in passing {
            self.explained[variable] = false;
        }
    }

    fn mark(&mut self, id: ClauseId, open: &mut Vec<usize>) {
        let clause = &mut self.store.clauses[id as usize];
        clause.core = true;
        let literals = &self.store.literals[clause.range()];
        open.extend(literals.iter().map(|literal| literal.variable()));
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
