//! Prints how long layers and lemmas take. Asserts only that lemmas exist, because times depend on the machine.

use std::sync::Arc;
use std::time::Instant;

use twistsat::control::Control;
use twistsat::puzzle::Metric;
use twistsat::reach::{Backward, Items, Layers};

use super::{problem_of_state, table};

#[test]
#[ignore = "long check"]
fn layers_and_lemmas_of_a_farthest_position_are_timed() {
    let control = Control::unlimited();
    let state = table(Metric::HalfTurn).states_at(11).next().unwrap();
    let problem = problem_of_state(&state, Metric::HalfTurn, 10);
    for most in 1..=4 {
        let mut times = [f64::MAX; 5];
        let mut counts = [0; 4];
        // Keep the fastest of several rounds.
        for _ in 0..7 {
            let mut last = Instant::now();
            let mut lap = |at: usize| {
                times[at] = times[at].min(last.elapsed().as_secs_f64() * 1e3);
                last = Instant::now();
            };
            let items = Arc::new(Items::new(&problem).unwrap());
            let backward = Backward::new(items, most, true).unwrap();
            lap(0);
            backward.prepare(11, &control).unwrap();
            lap(1);
            let layers = Layers::new(&problem, &backward, &control).unwrap();
            lap(2);
            counts = layers.counts();
            lap(3);
            let mut sum = 0;
            layers.visit(|step, tuple| sum += step + tuple[0].1);
            lap(4);
            assert!(sum > 0 && counts.iter().sum::<u64>() > 0);
        }
        println!(
            "{most} pieces at a time: items {:.2} ms, backward {:.2} ms, forward {:.2} ms, counting {:.2} ms, visiting {:.2} ms",
            times[0], times[1], times[2], times[3], times[4],
        );
        println!("  {counts:?}, {} in all", counts.iter().sum::<u64>());
    }
}
