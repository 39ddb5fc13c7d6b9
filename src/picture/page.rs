//! A page that plays a solution: a single self-contained file.
//!
//! `player.js` next to this file draws the net and moves its stickers. The page of `web/` uses the same file, so both
//! look the same.

use super::playback::Playback;
use crate::text::{JsonLayout, escape_xml, to_json};

/// Draws nets and plays turns; plain JavaScript for any browser.
const PLAYER: &str = include_str!("player.js");

/// The styles, light and dark.
const STYLE: &str = include_str!("player.css");

/// The content security policy: no network requests.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// The HTML of the page. `about` is the text below the player.
pub fn page(play: &Playback<'_>, about: &str) -> String {
    let data = to_json(&play.data(), JsonLayout::OneLine).unwrap_or_default();
    // Without a less-than sign, the data cannot contain the end tag of its script element.
    let data = data.replace('<', "\\u003c");
    let heading = escape_xml(&play.heading());
    let about = escape_xml(about);
    format!(
        "<!doctype html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{heading}</title>\n\
         <style>\n{STYLE}</style>\n\
         </head>\n\
         <body class=\"alone\">\n\
         <main>\n\
         <h1>{heading}</h1>\n\
         <div id=\"player\"></div>\n\
         <p class=\"about\">{about}</p>\n\
         </main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script type=\"module\">\n{PLAYER}\n\
         const data = JSON.parse(document.getElementById(\"data\").textContent);\n\
         window.player = new Player(document.getElementById(\"player\"), data);\n\
         </script>\n\
         </body>\n\
         </html>\n"
    )
}
