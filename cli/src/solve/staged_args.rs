//! The arguments of `solve --plan`.

use std::time::Duration;

use twistsat::answer::Axis;

use crate::args;

/// How a plan is carried out.
#[derive(clap::Args)]
pub(super) struct StagedArgs {
    /// With --plan: hold the puzzle as the plan does (one), or try every orientation that makes a difference, and the
    /// inverse state (all), and keep the shortest solution
    #[arg(long, default_value = "one", value_parser = args::axis())]
    pub(super) axis: Axis,
    /// Continue for this time after the first solution, for example `30s`: look for shorter ones, and refute lengths from
    /// the smallest up [default: until about ten seconds have passed in all; with --method sat 30s, with --plan no time]
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    pub(super) improve: Option<Duration>,
    /// With --plan: search for a shortest solution of each stage for at most this time, overriding the plan file; solutions
    /// found after that need not be minimal
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    pub(super) stage_time_limit: Option<Duration>,
}
