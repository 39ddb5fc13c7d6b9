//! Sequences that cycle three pieces and move nothing else.
//!
//! *Idea.* If `A` and `B` both move exactly one common piece, the commutator `[A, B]` is such a sequence. `B` is one
//! turn, or a pair of turns that commute, because a pair can amount to a turn of an inner layer. `A` is a turn or pair
//! `Y`, or a conjugate `X Y X'` of it. All combinations are tried. If a kind of piece is left without a 3-cycle, powers
//! of random commutators and of random sequences are tried.

use itertools::{Either, Itertools};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::table::Table;
use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::puzzle::{Pieces, Puzzle};

/// The maximum number of turns and pairs of turns that are tried as `B` and as `Y`. Each combination of `B`, `X` and
/// `Y` takes a comparison of a few words of bits.
const MAX_BASIC: usize = 400;

/// The maximum number of turns and pairs of turns that are tried as the conjugator `X`.
const MAX_CONJUGATORS: usize = 1_000;

/// The maximum number of turns combined in pairs.
const MAX_PAIRED: usize = 200;

/// The number of random sequences if a kind is left without a 3-cycle.
const RANDOM_SEQUENCES: usize = 5_000;

/// The maximum exponent of a power of a random sequence.
const MAX_EXPONENT: usize = 12;

/// The maximum number of turns of such a power.
const MAX_POWER_TURNS: usize = 100;

/// Stores the shortest sequence found for each 3-cycle, until `control` stops the search.
pub(super) fn find(
    puzzle: &Puzzle,
    pieces: &Pieces,
    turns: &[SequenceWithEffect],
    tables: &mut [Option<Table>],
    control: &Control,
) {
    let mut search = CommutatorSearch {
        puzzle,
        pieces,
        tables,
        control,
    };
    search.try_commutators_sharing_one_place(turns);
    if search.tables.iter().flatten().any(Table::is_empty) {
        search.try_random_sequences(turns);
    }
}

struct CommutatorSearch<'a> {
    puzzle: &'a Puzzle,
    pieces: &'a Pieces,
    tables: &'a mut [Option<Table>],
    control: &'a Control,
}

/// A set of places, one bit each.
type Places = Vec<u64>;

/// A sequence and the places whose pieces it moves or twists.
struct SequenceWithPlaces {
    sequence: SequenceWithEffect,
    places: Places,
}

impl CommutatorSearch<'_> {
    /// Tries all commutators of a short sequence and a conjugate of another one that have exactly one moved place in
    /// common.
    fn try_commutators_sharing_one_place(&mut self, turns: &[SequenceWithEffect]) {
        let (all, basic_count) = self.turns_and_pairs(turns);
        let basic = &all[..basic_count];
        let nothing = SequenceWithEffect::empty(self.pieces.size());
        for y in basic {
            self.try_commutators_with(&nothing, y, &y.places, basic);
            for x in all.iter().filter(|x| intersect(&x.places, &y.places)) {
                if self.control.stop().is_some() {
                    return;
                }
                let places = self.image_of_places(&y.places, &x.sequence);
                self.try_commutators_with(&x.sequence, y, &places, basic);
            }
        }
    }

    /// The turns, then the commuting pairs that move fewer places than one of their two turns (the inner layers), then
    /// the other commuting pairs. Also returns the number of turns and inner layers together.
    fn turns_and_pairs(&self, turns: &[SequenceWithEffect]) -> (Vec<SequenceWithPlaces>, usize) {
        let with_places = |sequence: SequenceWithEffect| SequenceWithPlaces {
            places: self.moved_places(&sequence),
            sequence,
        };
        let single: Vec<SequenceWithPlaces> = turns.iter().cloned().map(with_places).collect();
        let paired = single.iter().take(MAX_PAIRED);
        let may_continue = |_: &[&SequenceWithPlaces; 2]| self.control.stop().is_none();
        let pairs = paired.array_combinations().take_while(may_continue);
        let pairs = pairs.filter(|[a, b]| {
            let [first, second] = [a, b].map(|single| single.sequence.turns[0]);
            let faces = [first, second].map(|turn| self.puzzle.turns()[turn].face);
            faces[0] != faces[1] && self.puzzle.commute(first, second)
        });
        let (inner, other): (Vec<SequenceWithPlaces>, Vec<SequenceWithPlaces>) = pairs
            .partition_map(|[a, b]| {
                let pair = with_places(a.sequence.followed_by(&b.sequence));
                let most_alone = count_places(&a.places).max(count_places(&b.places));
                if count_places(&pair.places) < most_alone {
                    Either::Left(pair)
                } else {
                    Either::Right(pair)
                }
            });
        let effect = |it: &SequenceWithPlaces| it.sequence.to.clone();
        let basic = single.into_iter().chain(inner).unique_by(effect);
        let basic: Vec<SequenceWithPlaces> = basic.take(MAX_BASIC).collect();
        let count = basic.len();
        let all = basic.into_iter().chain(other).unique_by(effect);
        (all.take(MAX_CONJUGATORS).collect(), count)
    }

    /// Tries the commutators of `x y x'`, which moves `places`, with each of these sequences.
    fn try_commutators_with(
        &mut self,
        x: &SequenceWithEffect,
        y: &SequenceWithPlaces,
        places: &Places,
        sequences: &[SequenceWithPlaces],
    ) {
        let mut conjugate: Option<SequenceWithEffect> = None;
        for SequenceWithPlaces {
            sequence: b,
            places: others,
        } in sequences
        {
            let Some(place) = single_common_place(places, others) else {
                continue;
            };
            let a = conjugate.get_or_insert_with(|| {
                let there = x.followed_by(&y.sequence);
                there.followed_by(&x.inverse(self.puzzle))
            });
            let length = 2 * (a.turns.len() + b.turns.len());
            // The destination of a sticker under the commutator.
            let to = |f: usize| {
                let [a_to, b_to, a_from, b_from] = [&a.to, &b.to, &a.from, &b.from];
                b_from[a_from[b_to[a_to[f] as usize] as usize] as usize] as usize
            };
            let home = self.pieces.all()[place].facelets[0];
            let candidates = [home, a.from[home] as usize, b.from[home] as usize];
            let Some(moved) = candidates.into_iter().find(|&f| to(f) != f) else {
                continue;
            };
            let kind = self.pieces.all()[place].kind;
            let cycle = [moved, to(moved), to(to(moved))];
            let shorter = self.tables[kind].as_ref().is_some_and(|table| {
                let known = table.length(cycle);
                known.is_none_or(|known| known as usize > length)
            });
            if shorter {
                self.keep_if_shorter(&commutator(self.puzzle, a, b));
            }
        }
    }

    /// Tries random commutators and sequences, and their powers.
    fn try_random_sequences(&mut self, turns: &[SequenceWithEffect]) {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for number in 0..RANDOM_SEQUENCES {
            if self.control.stop().is_some() {
                return;
            }
            let mut random_sequence = |longest: usize| {
                let length = random.random_range(1..=longest);
                let turns = (0..length).map(|_| turns[random.random_range(0..turns.len())].clone());
                let empty = SequenceWithEffect::empty(self.pieces.size());
                turns.fold(empty, |sequence, turn| sequence.followed_by(&turn))
            };
            let base = if number % 2 == 0 {
                random_sequence(8)
            } else {
                commutator(self.puzzle, &random_sequence(4), &random_sequence(3))
            };
            let mut power = base.clone();
            for _ in 0..MAX_EXPONENT {
                self.keep_if_shorter(&power);
                power = power.followed_by(&base);
                if power.turns.len() > MAX_POWER_TURNS {
                    break;
                }
            }
        }
    }

    /// Stores a sequence and its inverse if it is a 3-cycle and shorter than the known sequence.
    fn keep_if_shorter(&mut self, sequence: &SequenceWithEffect) {
        let Some(cycles) = self.three_cycle(sequence) else {
            return;
        };
        let kind = self.pieces.all()[self.pieces.place_of(cycles[0][0])].kind;
        let Some(table) = &mut self.tables[kind] else {
            return;
        };
        let turns = &sequence.turns;
        let known = table.length(cycles[0]);
        if known.is_some_and(|known| known as usize <= turns.len()) {
            return;
        }
        let backwards: Vec<[usize; 3]> = cycles.iter().map(|&[a, b, c]| [c, b, a]).collect();
        table.insert(&backwards, self.puzzle.inverse_sequence(turns));
        table.insert(&cycles, turns.clone());
    }

    /// The three facelets through which a sequence cycles a sticker, for each sticker of the first moved piece; `None`
    /// if the sequence is not a cycle of three pieces.
    fn three_cycle(&self, sequence: &SequenceWithEffect) -> Option<Vec<[usize; 3]>> {
        let moved = |place: &usize| self.moves(sequence, *place);
        let mut places = (0..self.pieces.all().len()).filter(moved);
        let first = places.next()?;
        if places.count() != 2 {
            return None;
        }
        let to = |f: usize| sequence.to[f] as usize;
        let cycles: Vec<[usize; 3]> = self
            .pieces
            .orientations(first)
            .map(|f| [f, to(f), to(to(f))])
            .collect();
        let [a, b, c] = *cycles.first()?;
        let different = [a, b, c]
            .iter()
            .map(|&f| self.pieces.place_of(f))
            .all_unique();
        (different && to(c) == a).then_some(cycles)
    }

    fn moves(&self, sequence: &SequenceWithEffect, place: usize) -> bool {
        let reference = self.pieces.all()[place].facelets[0];
        sequence.to[reference] as usize != reference
    }

    fn moved_places(&self, sequence: &SequenceWithEffect) -> Places {
        let count = self.pieces.all().len();
        place_set(
            count,
            (0..count).filter(|&place| self.moves(sequence, place)),
        )
    }

    /// The places that the conjugate `x y x'` moves, from the places that `y` moves.
    fn image_of_places(&self, places: &Places, x: &SequenceWithEffect) -> Places {
        let count = self.pieces.all().len();
        let image = |place: usize| {
            let reference = self.pieces.all()[place].facelets[0];
            self.pieces.place_of(x.from[reference] as usize)
        };
        let members = (0..count).filter(|place| places[place / 64] >> (place % 64) & 1 == 1);
        place_set(count, members.map(image))
    }
}

fn commutator(
    puzzle: &Puzzle,
    a: &SequenceWithEffect,
    b: &SequenceWithEffect,
) -> SequenceWithEffect {
    a.followed_by(b)
        .followed_by(&a.inverse(puzzle))
        .followed_by(&b.inverse(puzzle))
}

/// The set of these places; the puzzle has `count` places.
fn place_set(count: usize, members: impl Iterator<Item = usize>) -> Places {
    let mut set = vec![0; count.div_ceil(64)];
    for member in members {
        set[member / 64] |= 1 << (member % 64);
    }
    set
}

fn count_places(places: &Places) -> u32 {
    places.iter().map(|word| word.count_ones()).sum()
}

fn intersect(a: &Places, b: &Places) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The only common place of two sets, if there is exactly one.
fn single_common_place(a: &Places, b: &Places) -> Option<usize> {
    let mut only = None;
    for (word, (a, b)) in a.iter().zip(b).enumerate() {
        let common = a & b;
        if common != 0 {
            if only.is_some() || !common.is_power_of_two() {
                return None;
            }
            only = Some(word * 64 + common.trailing_zeros() as usize);
        }
    }
    only
}
