//! The number of states at each distance, compared with published figures.

use super::*;

/// The number of states at each distance from the solved one, with the turns of a
/// metric that do not move the held piece.
fn distribution(puzzle: &Puzzle, metric: Metric) -> Vec<u64> {
    let mut turns = puzzle.turns_around_held();
    turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
    DistanceTable::build(puzzle, &turns).unwrap().distribution()
}

#[test]
fn the_pyraminx_has_as_many_states_at_each_distance_as_published() {
    let found = distribution(&puzzle("pyraminx"), Metric::HalfTurn);
    let published = [
        1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32,
    ];
    assert_eq!(found, published);
    assert_eq!(found.iter().sum::<u64>(), 933_120);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_skewb_has_as_many_states_at_each_distance_as_published() {
    let found = distribution(&puzzle("skewb"), Metric::HalfTurn);
    let published = [
        1, 8, 48, 288, 1728, 10248, 59304, 315_198, 1_225_483, 1_455_856, 81028, 90,
    ];
    assert_eq!(found, published);
    assert_eq!(found.iter().sum::<u64>(), 3_149_280);
}

/// The reversed board of Twiddle takes 10 quarter turns (https://oeis.org/A330280).
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_published_position_of_twiddle_has_its_published_distance() {
    let board = puzzle("twiddle");
    let quarter = turns(&board, "A A' B B' C C' D D'");
    let table = DistanceTable::build(&board, &quarter).unwrap();
    let state = Layout::Net.read(&board, "987654321").unwrap();
    let state = Scheme::own_symbols(&board).state(&state).unwrap();
    assert_eq!(table.distance(&state), Some(10));
}

/// The maximum distances in the puzzle files agree with a search wherever all
/// states can be searched.
#[test]
#[ignore = "long check"]
fn the_maxima_in_the_files_agree_with_a_search() {
    let mut searched = Vec::new();
    for name in Puzzle::built_in_names() {
        let puzzle = puzzle(name);
        for metric in Metric::ALL {
            let longest = puzzle.maximum().in_metric(metric);
            let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
            let held = puzzle.turns_around_held();
            for (turns, known) in [(held, longest.any), (all, longest.exact)] {
                let Some(known) = known else { continue };
                let turns = turns.into_iter();
                let turns = turns.filter(|&turn| metric.admits(&puzzle.turns()[turn]));
                let turns = turns.collect_vec();
                // With all 18 turns, the pocket cube takes a minute, and the 3×3×3 is out of reach.
                let Ok(table) = small_table(&puzzle, &turns) else {
                    continue;
                };
                assert_eq!(table.distribution().len() - 1, known, "{name} {metric}");
                searched.push(name);
            }
        }
    }
    // The cube is too large to be searched; the maxima of larger puzzles are unknown.
    let claims = |name: &str| {
        let puzzle = puzzle(name);
        let known = Metric::ALL.map(|metric| puzzle.maximum().in_metric(metric));
        known
            .iter()
            .any(|it| it.any.is_some() || it.exact.is_some())
    };
    let listed = Puzzle::built_in_names().filter(|&name| name != "rubik" && claims(name));
    let found = searched.into_iter().unique().collect_vec();
    assert_eq!(found, listed.collect_vec());
}

/// A table, if it has a few ten million entries at most.
fn small_table(puzzle: &Puzzle, turns: &[TurnId]) -> Result<DistanceTable, String> {
    if puzzle.name() == "pocket" && turns.len() > 9 {
        return Err("too many states for a test".to_owned());
    }
    DistanceTable::build(puzzle, turns).map_err(|error| error.to_string())
}

/// The group that quarter turns of U and M generate (https://oeis.org/A080617 for D
/// and M): slices move the centers.
#[test]
fn slice_turns_reach_as_many_states_as_published() {
    let cube = puzzle("rubik").with_groups(&["slice"]).unwrap();
    for allowed in ["U U' M M'", "D D' M M'"] {
        let table = DistanceTable::build(&cube, &turns(&cube, allowed)).unwrap();
        let published = [
            1, 4, 10, 24, 58, 140, 338, 816, 1909, 4296, 8893, 17160, 28891, 37996, 37678, 27186,
            13051, 4128, 1199, 372, 122, 36, 10, 2,
        ];
        assert_eq!(table.distribution(), published, "{allowed}");
    }
}
