//! Factors of a group, which act on disjoint sets of points.
//!
//! *Idea.* The elements that move nothing outside one set of orbits form a normal subgroup, the set's *factor*. The
//! factors generate their direct product, which is usually nearly the whole group: its cosets only express relations
//! between the sets, such as parities. So the first step decides, for each set, which cosets of its factor contain a
//! fitting element. The second step decides, in the small group of permutations of all cosets, whether some element leads
//! only to these cosets. Orbits whose factors have too many cosets are merged into one set: the actions on such orbits
//! nearly determine each other.
//!
//! *Source.* It is folklore that groups are subdirect products of their actions on orbits. Detecting direct products is
//! the subject of M. Chang and C. Jefferson, *Disjoint direct product decompositions of permutation groups*, 2022.
//!
//! *Why it is sound.* Each element of the group is, on each set, an element of one coset of the set's factor. Because
//! the factors are in the group, the elements of these cosets can be chosen independently.

use std::sync::OnceLock;

use itertools::Itertools;
use num_bigint::BigUint;

use super::super::chain::{Chain, MAX_STEPS, Sources, compose, inverse};
use super::super::orbits::Orbits;
use super::super::permutation::add_images;

/// The maximum number of cosets of a factor, which are tested one by one.
const MAX_COSETS: usize = 1000;

/// The factorization of a group, computed on demand; `None` if it cannot be factored.
pub(crate) type CachedFactors = OnceLock<Option<Box<Factors>>>;

/// A group as a product of factors, as far as possible.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    pub(super) parts: Vec<Part>,
    /// The group as permutations of all cosets of all parts.
    pub(super) cosets: Chain,
}

/// The factor of one set of points.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) points: Vec<usize>,
    /// The factor, on these points.
    pub(super) factor: Chain,
    pub(super) cached_factors: CachedFactors,
    /// An element of each coset, on these points. The first element is in the factor.
    pub(super) cosets: Vec<Sources>,
}

impl Factors {
    /// The factorization of a group; `None` if it cannot be factored.
    pub(super) fn find(chain: &Chain) -> Option<Self> {
        let mut sets = chain.orbits();
        sets.retain(|orbit| orbit.len() > 1);
        // A single orbit is also a factor, if there are points that nothing moves.
        while sets.len() > 1 || sets.iter().any(|orbit| orbit.len() < chain.size) {
            let parts: Vec<Option<Part>> = factors(chain, &sets)
                .into_iter()
                .zip(&sets)
                .map(|(factor, set)| Part::new(chain, factor, set.clone()))
                .collect();
            let failed: Vec<usize> = parts.iter().positions(Option::is_none).collect();
            if failed.is_empty() {
                return Self::from_parts(chain, parts.into_iter().flatten().collect());
            }
            sets = merge_sets(chain, &sets, &failed)?;
        }
        None
    }

    fn from_parts(chain: &Chain, parts: Vec<Part>) -> Option<Self> {
        let generators = chain.generators(0).map(|generator| {
            let mut sources = Vec::new();
            for part in &parts {
                let first = sources.len();
                let generator = restricted(generator, &part.points);
                let to = part.cosets.iter().map(|coset| compose(coset, &generator));
                sources.extend(to.filter_map(|to| Some((first + part.coset_index(&to)?) as u32)));
            }
            sources.into_boxed_slice()
        });
        let size = parts.iter().map(|part| part.cosets.len()).sum();
        let generators: Vec<Sources> = generators.collect();
        if generators.iter().any(|generator| generator.len() != size) {
            return None;
        }
        let cosets = Chain::new(size, generators, MAX_STEPS, None).ok()?;
        Some(Self { parts, cosets })
    }
}

impl Part {
    /// The factor of some points and its cosets; `None` if there are too many cosets, or if the factor is too large.
    fn new(group: &Chain, factor: Chain, points: Vec<usize>) -> Option<Self> {
        let generators = restricted_generators(group, &points);
        let identity: Sources = (0..points.len() as u32).collect();
        let on_points = restricted_generators(&factor, &points);
        let order = factor.order();
        let factor = Chain::new(points.len(), on_points, MAX_STEPS, Some(&order));
        let factor = factor.ok()?;
        let mut cosets = vec![smallest_in_coset(&factor, identity)];
        let images = |coset: &Sources| {
            let products = generators.iter().map(|generator| compose(coset, generator));
            products.map(|it| smallest_in_coset(&factor, it)).collect()
        };
        add_images(&mut cosets, MAX_COSETS, images)?;
        Some(Self {
            points,
            factor,
            cached_factors: CachedFactors::default(),
            cosets,
        })
    }

    /// The index of an element's coset; `None` if the element is not in the group.
    fn coset_index(&self, element: &Sources) -> Option<usize> {
        let smallest = smallest_in_coset(&self.factor, element.clone());
        self.cosets.iter().position(|coset| *coset == smallest)
    }
}

/// The element of a coset with the smallest source for the first base point, then for the next, and so on.
fn smallest_in_coset(factor: &Chain, mut element: Sources) -> Sources {
    for level in &factor.levels {
        let best = (0..level.orbit.len()).min_by_key(|&at| element[level.orbit[at]]);
        let best = best.unwrap_or(0);
        element = compose(&element, &inverse(&level.inverses[best]));
    }
    element
}

fn restricted_generators(chain: &Chain, points: &[usize]) -> Vec<Sources> {
    let generators = chain.generators(0);
    generators.map(|it| restricted(it, points)).collect()
}

/// The restriction of an element to some points, which it permutes. Point `n` there is `points[n]` here.
fn restricted(element: &Sources, points: &[usize]) -> Sources {
    let mut numbers = vec![0; element.len()];
    for (number, &point) in (0..).zip(points) {
        numbers[point] = number;
    }
    let sources = points.iter().map(|&point| element[point] as usize);
    sources.map(|source| numbers[source]).collect()
}

/// For each set of orbits, the elements that move nothing outside the set. The list of sets is halved recursively.
fn factors(chain: &Chain, sets: &[Vec<usize>]) -> Vec<Chain> {
    if let [_] = sets {
        return vec![chain.clone()];
    }
    let (a, b) = sets.split_at(sets.len() / 2);
    let mut all = factors(&chain.stabilizer(&b.concat()), a);
    all.extend(factors(&chain.stabilizer(&a.concat()), b));
    all
}

/// The sets after merging. Of the sets with the indices `failed`, whose factors could not be used, those are merged whose
/// actions nearly determine each other, or all of them; `None` if nothing is merged or only one set is left.
fn merge_sets(chain: &Chain, sets: &[Vec<usize>], failed: &[usize]) -> Option<Vec<Vec<usize>>> {
    let order = |points: &[usize]| -> Option<BigUint> {
        let generators = restricted_generators(chain, points);
        let chain = Chain::new(points.len(), generators, MAX_STEPS, None);
        Some(chain.ok()?.order())
    };
    let orders: Vec<Option<BigUint>> = failed.iter().map(|&set| order(&sets[set])).collect();
    let are_linked = |a: usize, b: usize| -> Option<bool> {
        let both = [&sets[failed[a]][..], &sets[failed[b]]].concat();
        let together = orders[a].as_ref()? * orders[b].as_ref()?;
        Some(together / order(&both)? > BigUint::from(MAX_COSETS))
    };
    let mut groups = Orbits::new(failed.len());
    for [a, b] in (0..failed.len()).array_combinations() {
        // Undecided pairs are treated as linked, which is always sound.
        if are_linked(a, b).unwrap_or(true) {
            groups.join(a, b);
        }
    }
    let mut groups = groups.all();
    if groups.len() == failed.len() {
        groups = vec![(0..failed.len()).collect()];
    }
    let points = |group: Vec<usize>| {
        group
            .iter()
            .flat_map(|&at| sets[failed[at]].clone())
            .collect()
    };
    let mut merged: Vec<Vec<usize>> = groups.into_iter().map(points).collect();
    let others = (0..sets.len()).filter(|set| !failed.contains(set));
    merged.extend(others.map(|set| sets[set].clone()));
    (1 < merged.len() && merged.len() < sets.len()).then_some(merged)
}
