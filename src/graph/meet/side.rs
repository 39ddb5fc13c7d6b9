//! One side of the search: the nodes at each distance from its *end*, the start or the goal.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::answer::Halt;
use super::context::Contexts;
use super::filter::{Filter, add};
use super::node::{Node, TurnAction, context, hash, in_context};
use super::node_set::{MemoryBudget, NodeSet, NodeSetBuilder, PARTS, part_of};
use super::symmetries::Symmetries;
use crate::control::Control;
use crate::platform::in_parallel;

/// The number of nodes that a thread collects for a part before passing them on: 64, but at most 8 KiB.
const fn batch_size<const N: usize>() -> usize {
    let nodes = (1 << 13) / size_of::<Node<N>>();
    if nodes > 64 { 64 } else { nodes }
}

/// The number of nodes followed between two checks of the clock.
const NODES_PER_CHECK: usize = 1 << 12;

/// The parameters of a search, which both sides share.
pub(super) struct Parameters<'a> {
    pub(super) memory: &'a MemoryBudget,
    pub(super) control: &'a Control,
    /// The maximum number of turns followed between the sides once memory is full.
    pub(super) max_between: usize,
    /// Whether a layer contains all nodes that its number of turns reaches, even if fewer turns reach them, too.
    pub(super) exact: bool,
}

/// Work on fewer nodes takes less time than starting threads.
const FEW_NODES: usize = 1 << 11;

impl Parameters<'_> {
    /// The number of threads for work on this many nodes.
    pub(super) fn jobs_for(&self, nodes: usize) -> NonZeroUsize {
        if nodes < FEW_NODES {
            NonZeroUsize::MIN
        } else {
            self.control.jobs()
        }
    }
}

pub(super) struct Side<const N: usize> {
    /// The nodes that are 0, 1, … turns away from the end.
    pub(super) layers: Vec<NodeSet<N>>,
    pub(super) contexts: Contexts,
    /// The turns on the start's side, their inverses on the goal's side.
    pub(super) turns: Vec<TurnAction<N>>,
    /// Symmetries of the end. Of each class of nodes that they map to each other, the layers contain one, rarely two.
    pub(super) symmetries: Symmetries<N>,
    /// Whether another layer does not fit into memory.
    pub(super) is_full: bool,
    /// The period of the layers, once they are known to repeat.
    pub(super) period: Option<usize>,
    /// A filter of the last layer, if one was built.
    pub(super) filter: Option<Filter>,
    /// A filter of the nodes one turn beyond the last layer, if one was built.
    pub(super) next_layer_filter: Option<Filter>,
}

impl<const N: usize> Side<N> {
    pub(super) fn new(end: NodeSet<N>, contexts: Contexts, turns: Vec<TurnAction<N>>) -> Self {
        Self {
            layers: vec![end],
            contexts,
            turns,
            symmetries: Symmetries::default(),
            is_full: false,
            period: None,
            filter: None,
            next_layer_filter: None,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.layers.iter().map(NodeSet::bytes).sum()
    }

    /// Builds a filter for many queries of the last layer, if there is memory for it.
    pub(super) fn build_filter(&mut self, parameters: &Parameters<'_>) {
        let bytes = Filter::bytes(self.last().len());
        if self.filter.is_none() && bytes <= parameters.memory.remaining() {
            parameters.memory.take(bytes);
            let jobs = parameters.jobs_for(self.last().len());
            let mut filter = Filter::for_nodes(self.last().len());
            filter.add_layer(self.last(), jobs);
            self.filter = Some(filter);
        }
    }

    /// Whether there is a filter of the nodes beyond the last layer, or memory for one.
    pub(super) fn has_room_for_next_layer_filter(&self, memory: &MemoryBudget) -> bool {
        let fits = |nodes| Filter::bytes(nodes as usize) <= memory.remaining();
        self.next_layer_filter.is_some() || self.expected_next_nodes().is_some_and(fits)
    }

    /// Builds a filter of the nodes one turn beyond the last layer, if there is memory for it.
    pub(super) fn build_next_layer_filter(
        &mut self,
        parameters: &Parameters<'_>,
    ) -> Result<(), Halt> {
        let Some(nodes) = self.expected_next_nodes() else {
            return Ok(());
        };
        // If there are too many contexts, go on without the filter: the search may not need them all.
        if self.next_layer_filter.is_some()
            || !self.has_room_for_next_layer_filter(parameters.memory)
            || self.contexts.expand_known().is_err()
        {
            return Ok(());
        }
        let mut filter = Filter::for_nodes(nodes as usize);
        self.add_next_nodes(&mut filter, parameters)?;
        parameters.memory.take(filter.size());
        self.next_layer_filter = Some(filter);
        Ok(())
    }

    /// Adds the nodes one turn beyond the last layer to a filter. The contexts of that layer must have been expanded.
    pub(super) fn add_next_nodes(
        &self,
        filter: &mut Filter,
        parameters: &Parameters<'_>,
    ) -> Result<(), Halt> {
        let parts = filter.parts();
        self.for_each_batch(parameters, &|part, nodes| {
            let Ok(mut part) = parts[part].lock() else {
                return false; // Another thread panicked.
            };
            nodes.drain(..).for_each(|node| add(&mut part, hash(&node)));
            true
        });
        Ok(parameters.control.check()?)
    }

    /// The nodes of a state at this depth, in any context.
    pub(super) fn nodes_of_state(&self, node: &Node<N>, depth: usize) -> &[Node<N>] {
        let filter = self.filter.as_ref().filter(|_| depth == self.depth());
        if filter.is_none_or(|it| it.admits(hash(node))) {
            self.layers[depth].nodes_of_state(node)
        } else {
            &[]
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    pub(super) fn last(&self) -> &NodeSet<N> {
        &self.layers[self.layers.len() - 1]
    }

    /// Adds a layer, if there is memory for it.
    pub(super) fn grow(&mut self, parameters: &Parameters<'_>) -> Result<(), Halt> {
        self.contexts.expand_known()?;
        if self.is_too_large(parameters.memory) {
            self.is_full = true;
            return Ok(());
        }
        // The filters do not belong to the new last layer.
        let filters = [self.filter.take(), self.next_layer_filter.take()];
        for filter in filters.iter().flatten() {
            parameters.memory.give_back(filter.size());
        }
        drop(filters);
        let builder = NodeSetBuilder::new(parameters.memory);
        let is_full = self.for_each_batch(parameters, &|part, nodes| builder.add(part, nodes));
        if is_full || parameters.control.stop().is_some() {
            builder.discard();
            parameters.control.check()?;
            self.is_full = true;
            return Ok(());
        }
        let earlier: &[NodeSet<N>] = if parameters.exact { &[] } else { &self.layers };
        let layer = builder.finish_without(earlier, parameters.jobs_for(self.last().len()));
        let repeats = |&period: &usize| {
            let before = self.layers.len().checked_sub(period);
            before.is_some_and(|at| self.layers[at] == layer)
        };
        self.period = [1, 2].into_iter().find(repeats);
        self.layers.push(layer);
        Ok(())
    }

    /// Whether the next layer is expected to exceed the memory, so that no attempt is made.
    pub(super) fn is_too_large(&self, memory: &MemoryBudget) -> bool {
        let next = self.expected_next_nodes();
        next.is_some_and(|nodes| nodes * size_of::<Node<N>>() as f64 > memory.remaining() as f64)
    }

    /// The number of nodes of the next layer, as predicted from the last three layers; `None` if there is only one layer.
    ///
    /// *Idea.* Layers grow by a nearly constant factor, which falls once many states of the puzzle have been reached. The
    /// prediction is that the factor falls by the same ratio as before.
    pub(super) fn expected_next_nodes(&self) -> Option<f64> {
        let sizes = self.layers.iter().rev().take(3);
        let sizes: Vec<f64> = sizes.map(|layer| layer.len().max(1) as f64).collect();
        let [last, before, ref earlier @ ..] = sizes[..] else {
            return None;
        };
        let factor = last / before;
        let factor_before = earlier.first().map_or(factor, |earlier| before / earlier);
        let fall = f64::min(1.0, factor / factor_before);
        Some(last * factor * fall)
    }

    /// Follows all turns from the last layer and passes the nodes reached to `take` in batches, each of one part. `take`
    /// empties the batch and returns whether to continue. The result is whether `take` ended the work early.
    fn for_each_batch(
        &self,
        parameters: &Parameters<'_>,
        take: &(dyn Fn(usize, &mut Vec<Node<N>>) -> bool + Sync),
    ) -> bool {
        let (next, is_ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let parts = &self.last().parts;
        let work = |_| {
            let mut batches: Vec<Vec<Node<N>>> = vec![Vec::new(); PARTS];
            let hand_over = |part: usize, batch: &mut Vec<Node<N>>| {
                if !take(part, batch) {
                    is_ended.store(true, Ordering::Relaxed);
                }
            };
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                for nodes in part.chunks(NODES_PER_CHECK) {
                    if is_ended.load(Ordering::Relaxed) || parameters.control.stop().is_some() {
                        return;
                    }
                    for node in nodes {
                        for turn in 0..self.turns.len() {
                            let Some(after) = self.after(node, turn) else {
                                continue;
                            };
                            let after = self.symmetries.representative(after);
                            let part = part_of(&after);
                            batches[part].push(after);
                            if batches[part].len() >= batch_size::<N>() {
                                hand_over(part, &mut batches[part]);
                            }
                        }
                    }
                }
            }
            for (part, batch) in batches.iter_mut().enumerate() {
                hand_over(part, batch);
            }
        };
        in_parallel(parameters.jobs_for(self.last().len()).get(), work);
        is_ended.into_inner()
    }

    /// The node after a turn; `None` if the turn violates a rule.
    // Without the attribute, the function is not inlined everywhere, and a search takes a seventh longer.
    #[inline(always)]
    pub(super) fn after(&self, node: &Node<N>, turn: usize) -> Option<Node<N>> {
        let context = self.contexts.after(context(node), turn)?;
        Some(in_context(&self.turns[turn].apply(node), context))
    }
}
