//! Ranks of permutations and of rows of digits.

/// The number of rows of `digits` digits in a base; `None` on overflow.
pub(super) fn power(base: usize, digits: usize) -> Option<u128> {
    (0..digits).try_fold(1_u128, |product, _| product.checked_mul(base as u128))
}

/// The number of rows in which each class occurs as often as `counts` says; `None` on overflow.
pub(super) fn arrangement_count(counts: &[usize]) -> Option<u128> {
    let mut number: u128 = 1;
    let mut places = 0;
    for &count in counts {
        for chosen in 1..=count {
            places += 1;
            // Multiplies binomial coefficients: every division is exact.
            number = number.checked_mul(places)? / chosen as u128;
        }
    }
    Some(number)
}

/// The rank of a row of classes among all rows with the same counts, in lexicographic order. `counts` has the count of
/// each class, and `all` is the [`arrangement_count`]. If each class occurs once, the row is a permutation, and the
/// identity has rank 0.
///
/// *Idea.* Among all remaining rows, the fraction that begins with a class equals the fraction of that class among the
/// remaining places.
///
/// *Cost.* A step for each place and each class. Both are at most a few dozen, because ranks are below 2³².
pub(super) fn rank(row: &[usize], counts: &[usize], all: usize) -> usize {
    let mut left = counts.to_vec();
    let (mut rank, mut rows) = (0, all);
    for (at, &class) in row.iter().enumerate() {
        let places = row.len() - at;
        let before: usize = left[..class].iter().sum();
        rank += rows * before / places;
        rows = rows * left[class] / places;
        left[class] -= 1;
    }
    rank
}

/// The row of classes with this rank.
pub(super) fn unrank(mut rank: usize, counts: &[usize], all: usize) -> Vec<usize> {
    let mut left = counts.to_vec();
    let places: usize = counts.iter().sum();
    let mut rows = all;
    let mut row = Vec::with_capacity(places);
    for places in (1..=places).rev() {
        let mut class = 0;
        let mut share = rows * left[0] / places;
        while rank >= share {
            rank -= share;
            class += 1;
            share = rows * left[class] / places;
        }
        rows = share;
        left[class] -= 1;
        row.push(class);
    }
    row
}

/// The number with these digits, the most significant digit first.
pub(super) fn number(digits: &[usize], base: usize) -> usize {
    digits.iter().fold(0, |number, digit| number * base + digit)
}

/// The digits of a number, the most significant digit first.
pub(super) fn digits(mut number: usize, base: usize, count: usize) -> Vec<usize> {
    let mut digits = vec![0; count];
    for digit in digits.iter_mut().rev() {
        *digit = number % base;
        number /= base;
    }
    digits
}
