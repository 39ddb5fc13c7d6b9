//! The states around a goal, cached from one question to the next.

use twistsat::graph::meet::GoalSideCache;

use super::*;

/// As [`search_all`], with a cache.
fn search_with_cache(
    problem: &Problem,
    memory: u64,
    cache: &GoalSideCache,
) -> (MeetResult, Vec<Vec<TurnId>>) {
    let mut all = Vec::new();
    let control = Control::unlimited();
    let met = Meet::new(problem, memory, &control)
        .keeping(cache)
        .run(&mut |turns| {
            all.push(turns.to_vec());
            ControlFlow::Continue(())
        });
    (met.unwrap(), all)
}

/// The length of the solutions, and whether the search is complete. Neither may depend on the cache.
fn length_and_completeness(met: &MeetResult) -> (Option<usize>, bool) {
    match met.outcome {
        Outcome::Found(turns) => (Some(turns), true),
        Outcome::None | Outcome::Never => (None, true),
        Outcome::Halted(_) => (None, false),
    }
}

/// Mixes starts, goals and sets of turns in random order, to reveal a cache entry that is used for the wrong search.
#[test]
fn cached_results_change_no_answer() {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    let (mut found, mut none) = (0, 0);
    for name in ["pocket", "pyraminx", "skewb", "domino", "rubik", "twiddle"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let all_turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let sets = [
            some_turns(&mut random, &all_turns, 5),
            some_turns(&mut random, &all_turns, 5),
        ];
        let goals = [puzzle.solved().clone(), puzzle.reached_by(&sets[0])];
        let cache = GoalSideCache::default();
        for _ in 0..80 {
            let allowed = sets.choose(&mut random).unwrap();
            let goal = goals.choose(&mut random).unwrap();
            let most = random.random_range(0..=5);
            let budget = if random.random_bool(0.5) {
                Budget::Exactly(most)
            } else {
                Budget::AtMost(most)
            };
            let made = random.random_range(0..=5);
            let made: Vec<TurnId> = (0..made)
                .map(|_| *allowed.choose(&mut random).unwrap())
                .collect();
            let start = puzzle.apply(goal, &made);
            let mut problem = from_state(&puzzle, &start, allowed, budget);
            problem = problem.to_one_of(vec![Pattern::from(goal)]).unwrap();
            if random.random_bool(0.5) {
                problem = problem.canonical();
            }
            if random.random_bool(0.1) {
                let constraints = Constraints {
                    ends_with: vec![allowed[0]],
                    ..Constraints::default()
                };
                problem = problem.constrained(constraints).unwrap();
            }
            let memory = if random.random_bool(0.1) {
                1 << 14
            } else {
                MEMORY_LIMIT
            };
            let (uncached, expected) = all(&problem);
            let (met, turns) = search_with_cache(&problem, memory, &cache);
            if memory < MEMORY_LIMIT && !length_and_completeness(&met).1 {
                continue;
            }
            assert_eq!(turns, expected, "{name}: {met:?} {uncached:?} {problem:#?}");
            assert_eq!(
                length_and_completeness(&met),
                length_and_completeness(&uncached),
                "{name}: {problem:#?}"
            );
            assert_eq!(met.cut, None);
            if expected.is_empty() {
                none += 1
            } else {
                found += 1
            }
        }
    }
    assert!(found > 100 && none > 100, "{found} with, {none} without");
}

/// The second search takes the goal's side from the cache, and stores fewer states.
#[test]
fn many_questions_about_one_goal_store_its_side_once() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let cache = GoalSideCache::default();
    let stored = |scramble: &str| {
        let scramble = read(&puzzle, scramble);
        let budget = Budget::Exactly(8);
        let target = Target::Solved;
        let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, budget).unwrap();
        let most = std::sync::Mutex::new(0_u64);
        let notify = |_, nodes: Option<u64>| {
            let mut most = most.lock().unwrap();
            *most = nodes.unwrap_or(0).max(*most);
        };
        let control = Control::unlimited();
        let search = Meet::new(&problem, MEMORY_LIMIT, &control).keeping(&cache);
        let met = search.notify(&notify).run(&mut |_| ControlFlow::Break(()));
        assert_eq!(met.unwrap().outcome, Outcome::Found(8));
        most.into_inner().unwrap()
    };
    let first = stored("R U F' D2 L B' R2 U'");
    let second = stored("F2 L D' B U2 R' F L");
    assert!(second < first, "{second} of {first}");
}
