//! The native module of the Python package. `twistsat/__init__.py` calls it; `twistsat/__init__.pyi` documents both.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod formula;
mod problem;
mod puzzle;
mod work;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    twistsat,
    TwistsatError,
    PyValueError,
    "An error reported by the library."
);

/// An error as an exception with the same text.
fn to_py_error(error: impl std::fmt::Display) -> PyErr {
    TwistsatError::new_err(error.to_string())
}

/// Defines the module.
#[pymodule]
fn _twistsat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("TwistsatError", module.py().get_type::<TwistsatError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<formula::Formula>()?;
    module.add_function(wrap_pyfunction!(problem::verify, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::recipes, module)?)?;
    Ok(())
}
