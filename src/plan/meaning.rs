//! The meaning of a plan, independent of how its file expresses it.

use std::fmt::Write;

use itertools::Itertools;

use super::{Plan, Stage, StageKind, Steps};
use crate::puzzle::TurnId;
use crate::quotient::Goal;
use crate::text::sha256;

impl Plan {
    /// The SHA-256, in hexadecimal, of the definition of its stages: turns, goals, limits and methods. Names, titles,
    /// comments and the grouping of turns do not matter. `docs/json.md` specifies the hashed text.
    pub fn sha256(&self) -> String {
        let mut text = format!("puzzle {}\n", self.puzzle.sha256());
        if let Some(smaller) = &self.smaller {
            let facelets = smaller.facelets.iter().format(" ");
            // Writing to a string does not fail.
            let _ = writeln!(text, "smaller {} {facelets}", smaller.puzzle.sha256());
        }
        if let Some(peel) = &self.peel {
            let keys = serde_json::to_value(peel).unwrap_or_default();
            let _ = writeln!(text, "peel {keys}");
        }
        for stage in &self.stages {
            text += &self.hashed_text(stage);
        }
        sha256(text.as_bytes())
    }

    /// The hashed text of a stage: one line per property.
    fn hashed_text(&self, stage: &Stage) -> String {
        let turns = self.puzzle.turns();
        let names = |ids: &[TurnId]| ids.iter().map(|&turn| turns[turn].name()).join(" ");
        let steps = |it: &Steps| format!("{} {} {}", it.pieces, it.turns, it.finish_with_3_cycles);
        let mut lines = vec![format!("stage {}", names(&stage.allowed))];
        match &stage.goal {
            Goal::Group(group) => lines.push(format!("group {}", names(group))),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => {
                lines.push(format!("recoloring {}", recoloring.iter().format("")));
                let patterns = patterns.iter();
                lines.extend(patterns.map(|it| format!("pattern {}", it.iter().format(""))));
            }
        }
        let intermediate = stage.intermediate_group.iter();
        lines.extend(intermediate.map(|group| format!("through {}", names(group))));
        lines.extend(stage.maximum.iter().map(|most| format!("maximum {most}")));
        let limit = stage.limit.iter();
        lines.extend(limit.map(|limit| format!("limit {}", limit.as_secs())));
        lines.extend(stage.even_permutation.then(|| "even".to_owned()));
        match &stage.kind {
            StageKind::Question => (),
            StageKind::Pieces(it) => lines.push(format!("pieces {}", steps(it))),
            StageKind::PairBlocks(it) => lines.push(format!("joined {}", steps(it))),
            StageKind::Plan(name) => lines.push(format!("plan {name}")),
        }
        lines.join("\n") + "\n"
    }
}
