//! Automata: the longest words, and limits.

use twistsat::automaton::{Dfa, Expression, TooLarge};

#[test]
fn the_longest_word_is_known_if_it_exists() {
    let of = |expression| Dfa::of(&expression, 3).expect("it is small");
    let one = || Expression::one(1);
    let some = Expression::Repeated(Box::new(one()), 2, Some(4));
    assert_eq!(of(some.clone()).max_word_length(&[0, 1, 2]), Some(4));
    assert_eq!(of(some.clone()).max_word_length(&[0, 2]), None);
    assert_eq!(of(some).distance_to_acceptance(0), Some(2));
    assert_eq!(
        of(Expression::repeated(one())).max_word_length(&[0, 1, 2]),
        None
    );
    assert_eq!(
        of(Expression::repeated(one())).max_word_length(&[0, 2]),
        Some(0)
    );
    // Zeros, then a two; or a one alone. Without twos, zeros lead nowhere.
    let zeros = Expression::repeated(Expression::one(0));
    let zeros = Expression::Concatenation(vec![zeros, Expression::one(2)]);
    let of_both = of(Expression::Union(vec![zeros, one()]));
    assert_eq!(of_both.max_word_length(&[0, 1, 2]), None);
    assert_eq!(of_both.max_word_length(&[0, 1]), Some(1));
    assert_eq!(of_both.max_word_length(&[0]), None);
    assert_eq!(
        of(Expression::Union(Vec::new())).distance_to_acceptance(0),
        None
    );
}

#[test]
fn automata_that_are_too_large_are_refused() {
    let thousand = Expression::Repeated(Box::new(Expression::Any), 1000, Some(1000));
    let million = Expression::Repeated(Box::new(thousand), 1000, Some(1000));
    assert_eq!(Dfa::of(&million, 3), Err(TooLarge));
    // A one followed by exactly 30 symbols: the automaton must remember which of the last 31 symbols were ones.
    let last = Expression::Repeated(Box::new(Expression::Any), 30, Some(30));
    let parts = vec![Expression::everything(), Expression::one(1), last];
    assert_eq!(Dfa::of(&Expression::Concatenation(parts), 3), Err(TooLarge));
}
