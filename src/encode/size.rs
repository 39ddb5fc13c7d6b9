//! Estimates the size of a formula before it is built, and finds a smaller recipe if the default one needs too many
//! clauses.
//!
//! *Idea.* The default recipe saves a solver most of its work, but the number of its clauses grows with the number of
//! pieces, of places and of turns. On a puzzle with hundreds of pieces and turns, the formula for a few slots already
//! has too many clauses. Recipes that encode the color of each facelet need fewer clauses, and give the same answers.
//!
//! *Measured.* On a puzzle of 360 pieces and 78 turns, a slot takes 2.8 million clauses with the default recipe, 1.2
//! million with `onehot` and 0.3 million with `conditional`. A scramble of four turns was solved in 3 s with `onehot`
//! or `conditional`; binary selectors and multiplexers took more than 20 s.

use super::error::{MAX_CLAUSES, check_budget, memory_in_words, unsupported_error};
use super::recipe::{Form, GoalEncoding, Recipe, Transition};
use super::selectors::Selectors;
use super::sound_options::SoundOptions;
use super::states::States;
use super::{conditional, constraints, order, reachable_start};
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::problem::Problem;

/// The approximate number of clauses, without lemmas, in the formula of a problem and a recipe.
///
/// # Errors
/// [`Error`] if the recipe cannot express the problem.
pub fn estimate(problem: &Problem, recipe: &Recipe) -> Result<usize, Error> {
    check_budget(problem.budget)?;
    let options = SoundOptions::new(problem, recipe);
    estimate_controlled(problem, recipe, &options, &Control::unlimited())
}

/// Rejects problems that the recipe cannot express, and formulas that are too large.
pub(super) fn check_encodable(
    problem: &Problem,
    recipe: &Recipe,
    options: &SoundOptions,
    control: &Control,
) -> Result<(), Error> {
    let uniform_decides = || {
        let known = problem.start.is_state() && problem.goal.is_state();
        known && problem.up_to_rotation && problem.puzzle.uniform_faces_imply_solved()
    };
    if recipe.goal == GoalEncoding::Uniform && !uniform_decides() {
        return Err(unsupported_error(
            recipe,
            "only requires uniform faces, which do not determine this goal; it works only up to rotation (goal `any`), on a puzzle whose held piece determines the colors of the faces",
        ));
    }
    let has_unknown_stickers = !problem.start.is_state() || !problem.goal.is_state();
    if recipe.form == Form::Reference && has_unknown_stickers {
        return Err(unsupported_error(
            recipe,
            "is a published formula, whose start and goal are single states: it cannot express unknown stickers",
        ));
    }
    let clauses = estimate_controlled(problem, recipe, options, control)?;
    if clauses > MAX_CLAUSES {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "{} turns need about {clauses} clauses with recipe `{}`, {} of memory, and as much again to solve them; at most {MAX_CLAUSES} clauses ({}) can be built",
                problem.budget.slots(),
                recipe.name,
                memory_in_words(clauses),
                memory_in_words(MAX_CLAUSES)
            ),
        ));
    }
    Ok(())
}

/// The estimate for the options in force. Counts what grows with the number of slots: the constraints of each state and
/// slot, transitions, gates that compare states, excluded sequences of turns, and the bits of each state, which take
/// memory even if they are constant. `control` can stop the count: with thousands of turns, it takes a while.
fn estimate_controlled(
    problem: &Problem,
    recipe: &Recipe,
    options: &SoundOptions,
    control: &Control,
) -> Result<usize, Error> {
    let slots = problem.budget.slots();
    if slots == 0 {
        return Ok(0);
    }
    let all_states = States::new(problem, recipe.state);
    let states = all_states.implementation();
    let selectors = Selectors::new(problem, recipe.selector, options.idle);
    let widths = states.widths();
    let bits = widths.iter().copied().fold(0, usize::saturating_add);
    // A constant bit needs no clauses. The bits of a large state are not examined individually.
    let varying = if bits > MAX_CLAUSES / slots || recipe.form == Form::Reference {
        bits
    } else {
        let of_bus = |(bus, &width): (usize, &usize)| {
            let varying = (0..width).filter(|&bit| states.constant(bus, bit).is_none());
            varying.count()
        };
        widths.iter().enumerate().map(of_bus).sum()
    };
    let codes = selectors.codes().len();
    let transition = match (recipe.form, recipe.transition) {
        (Form::Reference, _) => varying.saturating_mul((2 << selectors.width()) + 2),
        (_, Transition::MuxFlat) => varying.saturating_mul(2 * codes),
        (_, Transition::MuxTree) => varying.saturating_mul(4 * codes.saturating_sub(1)),
        (_, Transition::Conditional) if varying > MAX_CLAUSES / slots => {
            varying.saturating_mul(2 * selectors.codebook().groups.len())
        }
        (_, Transition::Conditional) => {
            conditional::clause_count(&problem.puzzle, &selectors, &all_states, MAX_CLAUSES)
        }
    };
    let distinct = if options.distinct {
        // Four clauses per comparison, of each state with half of the others.
        varying.saturating_mul(2).saturating_mul(slots)
    } else {
        0
    };
    let memory = bits / 4;
    let others = [
        transition,
        distinct,
        memory,
        states.clause_count(),
        selectors.codebook().clause_count(),
        constraints::clause_count(problem),
    ];
    let others = others.into_iter().fold(0, usize::saturating_add);
    // The part that takes longest to count comes last, and is counted only as far as it matters.
    let left = (MAX_CLAUSES / slots).checked_sub(others);
    let orders = match left {
        Some(left) => {
            order::clauses_per_slot_up_to(problem, options.order, &selectors, left, control)?
        }
        None => 0,
    };
    let all_slots = others.saturating_add(orders).saturating_mul(slots);
    Ok(all_slots.saturating_add(reachable_start::clause_count(problem)?))
}

/// Recipes that need fewer clauses than the default recipe. The last needs the fewest.
const SMALLER_RECIPES: [&str; 2] = ["onehot", "conditional"];

/// The replacement of a recipe by a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedRecipe {
    /// The name of the smaller recipe.
    pub by: String,
    /// The error for the larger recipe, of kind [`ErrorKind::TooLarge`].
    pub why: Error,
}

/// The first smaller recipe with which a formula for the budget of a problem can be built, and the options in force;
/// `None` if even the smallest recipe is too large.
pub(super) fn find_smaller_recipe(
    problem: &Problem,
    control: &Control,
) -> Result<Option<(Recipe, SoundOptions)>, Error> {
    for recipe in SMALLER_RECIPES.iter().flat_map(|it| Recipe::built_in(it)) {
        let options = SoundOptions::new(problem, &recipe);
        match check_encodable(problem, &recipe, &options, control) {
            Err(error) if error.kind() == ErrorKind::TooLarge => (),
            checked => return checked.map(|()| Some((recipe, options))),
        }
    }
    Ok(None)
}
