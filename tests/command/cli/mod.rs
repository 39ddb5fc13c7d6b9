//! Tests of the command line: each runs the built program and checks its output, its files and its exit code.

mod algorithms;
mod anytime;
mod auto;
mod batch;
mod benchmark;
mod best_of_cases;
mod encode_and_decode;
mod enumerate;
mod explain;
mod export_faults;
mod faults;
mod files;
mod formula_by;
mod formula_formats;
mod free_turns;
mod goals;
mod graph;
mod graph_export;
mod guide;
mod held_at_end;
mod help;
mod hold;
mod holds;
mod identity;
mod jobs;
mod json;
mod large;
mod leftovers;
mod limits;
mod lists;
mod many;
mod meet;
mod output;
mod packaging;
mod partial_models;
mod patterns;
mod pictures;
mod places;
mod possible;
mod premises;
mod puzzle;
mod question;
mod questions;
mod random_states;
mod record;
mod reproducible;
mod show_and_list;
mod solve;
#[cfg(target_os = "linux")]
mod stops;
mod streams;
mod texts;
mod tips;
#[cfg(unix)]
mod unread;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::cli::*;
use encode_and_decode::solve_dimacs;
use rustsat::instances::{BasicVarManager, SatInstance, fio};
use serde_json::{Value, json};
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Target};
use twistsat::puzzle::Metric;
use twistsat::solver::{Session, Verdict, by_name};

/// Starts the program without waiting for it.
fn start(line: impl Words) -> Child {
    Command::new(env!("CARGO_BIN_EXE_twistsat-tested"))
        .args(line.words())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
