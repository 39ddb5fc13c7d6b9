//! The arguments of `solve`, and which exclude each other.

use crate::error::{Error, Exclusion};
use crate::problem::Question;

/// The request besides the question.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) batch: bool,
    /// `--turns N..M`.
    pub(super) range: bool,
    pub(super) certify: bool,
    pub(super) cheapest: bool,
    pub(super) pictures: bool,
}

impl Asked {
    /// Rejects invalid combinations.
    pub(super) fn check(&self, question: &Question) -> Result<(), Error> {
        let batch = ("{batch}", self.batch);
        let certify = ("{certify}", self.certify);
        let range = ("{turns} N..M", self.range);
        let stage = ("{stage}", question.stage.is_some());
        let pictures = ("pictures ({svg}, {html} or {link})", self.pictures);
        let plan = ("{plan}", question.is_whole_plan());
        let freed = (
            "{cheapest} or free turns",
            self.cheapest || question.has_free_turns(),
        );
        let each_by_itself = "; ask for each number of turns separately";
        let exclusion = |one, other, why| Exclusion { one, other, why };
        Error::unless_excluded(&[
            exclusion(
                certify,
                ("{turns}", question.turns.is_some()),
                ": a certificate covers every length up to {max_turns}",
            ),
            exclusion(
                batch,
                stage,
                ": whether a stage can start differs from line to line",
            ),
            exclusion(batch, freed, "; `twistsat cases` asks about many states"),
            exclusion(range, batch, each_by_itself),
            exclusion(range, freed, each_by_itself),
            exclusion(range, plan, each_by_itself),
            exclusion(range, pictures, each_by_itself),
            exclusion(freed, certify, ""),
            exclusion(freed, plan, ""),
            exclusion(pictures, stage, "; {plan} alone shows all stages"),
            exclusion(pictures, freed, ""),
        ])?;
        Ok(())
    }
}
