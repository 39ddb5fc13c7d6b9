//! Finds the certificates of parts that were written by an earlier run or on other machines.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::problem::{Problem, Question};
use crate::proof::certificate::{Certificate, File, Refuted, sha256};
use crate::proof::verifier::path_next_to;
use crate::text::{JsonLayout, to_json};

/// The maximum size of a certificate, in bytes. Most have a few thousand; a certificate with a million parts has about
/// 200 million.
const MAX_CERTIFICATE_BYTES: u64 = 256 * 1024 * 1024;

/// The existing files of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExistingPart {
    /// Its certificate, named relative to the folder where the part belongs.
    Certificate(File),
    /// A certificate that lists the parts of this part; some of these may exist.
    Parts,
}

/// The files with this extension in a folder and its subfolders.
type ListFiles = fn(&Path, &str) -> Vec<PathBuf>;
/// The content of a file, up to this many bytes.
type ReadFile = fn(&Path, u64) -> Option<Vec<u8>>;

/// The certificates in a folder and its subfolders, by question, regardless of their names.
#[derive(Debug)]
pub struct CertificateIndex {
    list: ListFiles,
    read: ReadFile,
    by_question: OnceLock<HashMap<String, Vec<PathBuf>>>,
}

impl CertificateIndex {
    /// An empty index, filled on demand by these functions: nothing here depends on an operating system.
    pub fn new(list: ListFiles, read: ReadFile) -> Self {
        Self {
            list,
            read,
            by_question: OnceLock::new(),
        }
    }

    /// The existing files for a question, at the path `own` or elsewhere in its folder and subfolders. Their proofs are
    /// not checked here: a proof is checked when it is written and by `verify`.
    pub fn find(&self, question: &Problem, own: &Path) -> Option<ExistingPart> {
        let question = Question::of(question)?;
        if let Some((certificate, content)) = self.read(own) {
            if !certificate.parts.is_empty() && certificate.question == question {
                return Some(ExistingPart::Parts);
            }
            if self.is_usable(&certificate, &question, own) {
                let name = own.file_name()?.to_str()?;
                return Some(existing_certificate(name, &content));
            }
        }
        let folder = match own.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let index = self.by_question.get_or_init(|| self.build_index(folder));
        index.get(&key(&question)?)?.iter().find_map(|path| {
            let (certificate, content) = self.read(path)?;
            let name = path.strip_prefix(folder).ok()?.to_str()?;
            self.is_usable(&certificate, &question, path)
                .then(|| existing_certificate(name, &content))
        })
    }

    fn build_index(&self, folder: &Path) -> HashMap<String, Vec<PathBuf>> {
        let mut index: HashMap<String, Vec<PathBuf>> = HashMap::new();
        let mut paths = (self.list)(folder, "json");
        paths.sort();
        for path in paths {
            if let Some((certificate, _)) = self.read(&path)
                && let Some(key) = key(&certificate.question)
            {
                index.entry(key).or_default().push(path);
            }
        }
        index
    }

    fn read(&self, path: &Path) -> Option<(Certificate, String)> {
        let content = String::from_utf8((self.read)(path, MAX_CERTIFICATE_BYTES)?).ok()?;
        Some((Certificate::read(&content).ok()?, content))
    }

    /// Whether a certificate is about this question and has one proof, and its files exist unchanged.
    fn is_usable(&self, certificate: &Certificate, question: &Question, path: &Path) -> bool {
        let is_there = |file: &File| {
            let path = path_next_to(path, file);
            let content = path.ok().and_then(|path| (self.read)(&path, u64::MAX));
            content.is_some_and(|content| sha256(&content) == file.sha256)
        };
        let is_proved = |it: &Refuted| is_there(&it.formula) && is_there(&it.proof);
        certificate.question == *question
            && certificate.parts.is_empty()
            && certificate.refutation.as_ref().is_some_and(is_proved)
    }
}

/// A key that identifies a question: its hash, because states are long.
fn key(question: &Question) -> Option<String> {
    let text = to_json(question, JsonLayout::OneLine).ok()?;
    Some(sha256(text.as_bytes()))
}

fn existing_certificate(name: &str, content: &str) -> ExistingPart {
    ExistingPart::Certificate(File::of(name.to_owned(), content.as_bytes()))
}
