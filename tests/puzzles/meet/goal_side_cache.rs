//! The states around a goal, cached from one question to the next.

use std::sync::LazyLock;

use twistsat::graph::meet::GoalSideCache;

use super::*;

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
        let sets = [(); 2].map(|()| some_turns(&mut random, &all_turns, 5));
        let goals = [puzzle.solved().clone(), puzzle.reached_by(&sets[0])];
        let cache = GoalSideCache::default();
        for _ in 0..80 {
            let allowed = sets.choose(&mut random).unwrap();
            let goal = goals.choose(&mut random).unwrap();
            let most = random.random_range(0..=5);
            let kinds = [Budget::AtMost(most), Budget::Exactly(most)];
            let budget = kinds[usize::from(random.random_bool(0.5))];
            let count = random.random_range(0..=5);
            let made = random_turns(&mut random, allowed, count);
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
            let is_little = random.random_bool(0.1);
            let memory = if is_little { 1 << 14 } else { MEMORY_LIMIT };
            let (uncached, expected) = all(&problem);
            let control = Control::unlimited();
            let search = Meet::new(&problem, memory, &control).keeping(&cache);
            let (met, turns) = every_solution(search);
            if memory < MEMORY_LIMIT && !length_and_completeness(&met).1 {
                continue;
            }
            assert_eq!(turns, expected, "{name}: {met:?} {uncached:?} {problem:#?}");
            let [ends, right] = [&met, &uncached].map(length_and_completeness);
            assert_eq!(ends, right, "{name}: {problem:#?}");
            assert_eq!(met.cut, None);
            let is_none = expected.is_empty();
            *if is_none { &mut none } else { &mut found } += 1;
        }
    }
    assert!(found > 100 && none > 100, "{found} with, {none} without");
}

/// Searches for the solutions of a scramble of the 3×3×3, of its length. Also returns the number of stored nodes.
fn solve(scramble: &str, memory: u64, cache: &GoalSideCache) -> (Outcome, u64) {
    static RUBIK: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("rubik").unwrap());
    let scramble = read(&RUBIK, scramble);
    let budget = Budget::Exactly(scramble.len());
    let problem =
        Problem::from_scramble(RUBIK.clone(), &scramble, &Target::Solved, budget).unwrap();
    let most = std::sync::Mutex::new(0_u64);
    let notify = |_, nodes: Option<u64>| {
        let mut most = most.lock().unwrap();
        *most = nodes.unwrap_or(0).max(*most);
    };
    let control = Control::unlimited();
    let search = Meet::new(&problem, memory, &control).keeping(cache);
    let met = search.notify(&notify).run(&mut |_| ControlFlow::Break(()));
    (met.unwrap().outcome, most.into_inner().unwrap())
}

/// The second search takes the goal's side from the cache, and stores fewer states.
#[test]
fn many_questions_about_one_goal_store_its_side_once() {
    let cache = GoalSideCache::default();
    let (found, first) = solve("R U F' D2 L B' R2 U'", MEMORY_LIMIT, &cache);
    assert_eq!(found, Outcome::Found(8));
    let (found, second) = solve("F2 L D' B U2 R' F L", MEMORY_LIMIT, &cache);
    assert_eq!(found, Outcome::Found(8));
    assert!(second < first, "{second} of {first}");
}

/// If a goal's side did not fit into little memory, it grows in a later search with more.
#[test]
fn a_cached_side_grows_when_there_is_more_memory() {
    let scramble = "R U F' D2 L B' R2 U'";
    let (_, expected) = solve(scramble, MEMORY_LIMIT, &GoalSideCache::default());
    let cache = GoalSideCache::default();
    let (halted, _) = solve(scramble, 1 << 14, &cache);
    assert_eq!(halted, Outcome::Halted(Halt::Memory));
    let (found, stored) = solve(scramble, MEMORY_LIMIT, &cache);
    assert_eq!(found, Outcome::Found(8));
    assert!(stored <= expected, "{stored} of {expected}");
}
