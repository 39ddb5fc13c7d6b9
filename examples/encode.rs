//! A formula in DIMACS format for any solver, with the map of its variables.
//!
//!     $ cargo run --example encode
//!     three.cnf: 189 variables, 2851 clauses
//!     three.cnf.map.json
//!
//! Both files go to the system's folder for temporary files.

use std::error::Error;
use std::fs;
use std::fs::File;
use std::io::{BufWriter, Write};

use twistsat::encode::map;
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::{Recipe, encode};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let problem = Problem::scrambled(&puzzle, "R U2 F'")?.exactly(3);
    let recipe = Recipe::built_in("mux")?;
    let formula = encode(&problem, &recipe)?;

    let folder = std::env::temp_dir();
    let mut file = BufWriter::new(File::create(folder.join("three.cnf"))?);
    let comments = ["R U2 F' in exactly three turns".to_owned()];
    formula.write_dimacs(&comments, &mut file)?;
    file.flush()?;
    let (variables, clauses) = (formula.variables, formula.cnf.len());
    println!("three.cnf: {variables} variables, {clauses} clauses");

    // The map is all that is needed to read a model.
    let map = map::write(&problem, &recipe, &formula)?;
    fs::write(folder.join("three.cnf.map.json"), map)?;
    println!("three.cnf.map.json");
    Ok(())
}
