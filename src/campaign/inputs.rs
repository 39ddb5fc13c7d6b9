//! Files that the jobs read: they go along in the folder, so that workers elsewhere have them.

use std::fs;
use std::path::Path;

use super::error::{CampaignError, io};
use super::folder::Draft;

/// Options whose value is a file, or may be one.
const OPTIONS: [&str; 4] = [
    "--puzzle-file",
    "--plan-file",
    "--recipe-file",
    "--cost-file",
];

impl Draft {
    /// The words of a command, with its files copied into the campaign.
    ///
    /// # Errors
    /// [`CampaignError`].
    pub fn with_files(&mut self, words: &[String]) -> Result<Vec<String>, CampaignError> {
        let mut copied: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let option = copied.last().map(String::as_str).unwrap_or_default();
            let is_value = OPTIONS.contains(&option);
            let (option, path) = match word.split_once('=') {
                _ if is_value => (None, word.as_str()),
                Some((option, path)) if OPTIONS.contains(&option) => (Some(option), path),
                _ => {
                    copied.push(word.clone());
                    continue;
                }
            };
            copied.extend(option.map(str::to_owned));
            copied.push(self.copy(Path::new(path))?);
        }
        Ok(copied)
    }

    /// Copies a file, if it is one; a name of something built in stays as it is.
    fn copy(&mut self, path: &Path) -> Result<String, CampaignError> {
        if !path.is_file() {
            return Ok(path.display().to_string());
        }
        let content = fs::read(path).map_err(io("read", path))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.add_input(&name, &content)
    }
}
