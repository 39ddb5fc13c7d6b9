//! Hard states on two threads, compared with one.
//!
//! `--jobs 2` splits the formula on its first turn. The alternative would be a
//! portfolio: two solvers on the whole formula, where the first verdict counts. The
//! time of a portfolio is not measured but bounded from below: by the faster of two
//! solvers for each state, each alone on the machine.

use super::Setup;
use super::common::{Result, Times, time};
use super::process::{check, run, twistsat};

pub fn compare_job_counts(setup: &Setup) -> Result<()> {
    let variants: [&[&str]; 3] = [&["--jobs", "1"], &["--jobs", "2"], &["--solver", "varisat"]];
    println!(
        "| distance | states | --jobs 1 | --jobs 2 | times as fast | best of two solvers | times as fast |"
    );
    println!("|---|---|---|---|---|---|---|");
    for distance in [10, 11] {
        let states = setup
            .positions
            .at_distance(distance, setup.count(10), setup.seed);
        let mut times = [(); 4].map(|()| Times::default());
        let [mut split, mut best] = [(); 2].map(|()| Times::default());
        for state in &states {
            let mut seconds = [0.0; 3];
            for (variant, seconds) in variants.iter().zip(&mut seconds) {
                let mut command = twistsat();
                command.args(["solve", "pocket", "--format", "alg", "--quiet"]);
                command.args(["--state", &setup.positions.text(state)]);
                let ended = run(command.args(*variant).args(&setup.more))?;
                check(&setup.positions, state, &ended.out)?;
                *seconds = ended.seconds;
            }
            let [one, two, other] = seconds;
            for (times, seconds) in times.iter_mut().zip([one, two, other, one.min(other)]) {
                times.push(seconds);
            }
            split.push(one / two);
            best.push(one / one.min(other));
        }
        println!(
            "| {distance} | {} | {} | {} | {:.2} | {} | {:.2} |",
            states.len(),
            time(times[0].median()),
            time(times[1].median()),
            split.median(),
            time(times[3].median()),
            best.median()
        );
    }
    println!("medians; \"times as fast\" is the median of the states' own ratios\n");
    Ok(())
}
