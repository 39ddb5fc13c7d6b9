//! Collects the mistakes in a file as it is read.

use std::ops::Range;

use super::file::{FileError, Source};

/// The maximum number of mistakes that are collected, because finding the line of each takes time.
pub(crate) const MAX_MISTAKES: usize = 100;

/// The mistakes found in a file so far.
pub(crate) struct Mistakes<'a> {
    source: Source<'a>,
    found: Vec<FileError>,
}

impl<'a> Mistakes<'a> {
    pub(crate) fn new(source: Source<'a>) -> Self {
        Self {
            source,
            found: Vec::new(),
        }
    }

    /// Adds a mistake at a part of the text.
    pub(crate) fn add_at(&mut self, span: Range<usize>, reason: impl Into<String>) {
        if !self.is_full() {
            self.found.push(self.source.error(span, reason));
        }
    }

    pub(crate) fn add(&mut self, mistake: FileError) {
        if !self.is_full() {
            self.found.push(mistake);
        }
    }

    /// Adds mistakes found elsewhere in the file.
    pub(crate) fn extend(&mut self, more: Mistakes<'_>) {
        more.found.into_iter().for_each(|mistake| self.add(mistake));
    }

    /// The mistakes in the order of discovery.
    pub(crate) fn into_found_order(self) -> Vec<FileError> {
        self.found
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MAX_MISTAKES
    }

    /// The mistakes in the order of the file, without duplicates.
    pub(crate) fn into_file_order(mut self) -> Vec<FileError> {
        self.found.sort_by_key(|mistake| mistake.place);
        self.found.dedup();
        self.found
    }
}
