//! Numbers for permutations and for rows of digits.

/// The number of permutations of `size` things; `usize::MAX` when there are
/// more than that.
pub(super) fn factorial(size: usize) -> usize {
    (1..=size).fold(1, usize::saturating_mul)
}

/// The number of rows of `digits` digits in a base; `usize::MAX` when there
/// are more than that.
pub(super) fn power(base: usize, digits: usize) -> usize {
    (0..digits).fold(1, |product: usize, _| product.saturating_mul(base))
}

/// The place of a permutation of `0..n` in lexicographic order: its Lehmer
/// code, read in the factorial number system. The identity has rank 0.
///
/// *Cost.* Quadratic in `n`, which is at most 12 where ranks fit.
pub(super) fn rank(permutation: &[usize]) -> usize {
    let size = permutation.len();
    permutation.iter().enumerate().fold(0, |rank, (at, &this)| {
        let smaller = permutation[at + 1..].iter().filter(|&&p| p < this).count();
        rank * (size - at) + smaller
    })
}

/// The permutation of `0..size` that has a rank.
pub(super) fn unrank(mut rank: usize, size: usize) -> Vec<usize> {
    let mut lehmer = vec![0; size];
    for at in (0..size).rev() {
        lehmer[at] = rank % (size - at);
        rank /= size - at;
    }
    let mut left: Vec<usize> = (0..size).collect();
    lehmer.into_iter().map(|nth| left.remove(nth)).collect()
}

/// The number that digits stand for, the first one most significant.
pub(super) fn number(digits: &[usize], base: usize) -> usize {
    digits.iter().fold(0, |number, digit| number * base + digit)
}

/// The digits of a number, the most significant one first.
pub(super) fn digits(mut number: usize, base: usize, count: usize) -> Vec<usize> {
    let mut digits = vec![0; count];
    for digit in digits.iter_mut().rev() {
        *digit = number % base;
        number /= base;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_permutations_in_lexicographic_order() {
        let all: Vec<Vec<usize>> = (0..factorial(5)).map(|r| unrank(r, 5)).collect();
        assert!(all.is_sorted());
        assert_eq!(all[0], [0, 1, 2, 3, 4]);
        assert_eq!(all[119], [4, 3, 2, 1, 0]);
        for (expected, permutation) in all.iter().enumerate() {
            assert_eq!(rank(permutation), expected);
        }
    }

    #[test]
    fn digits_make_up_their_number() {
        for n in 0..power(3, 4) {
            assert_eq!(number(&digits(n, 3, 4), 3), n);
        }
        assert_eq!(digits(5, 3, 3), [0, 1, 2]);
    }

    #[test]
    fn what_is_too_large_stays_large() {
        assert_eq!(factorial(100), usize::MAX);
        assert_eq!(power(3, 100), usize::MAX);
    }
}
