//! Pictures: a state as an unfolded net, a solution turn by turn, and a page that plays it.
//!
//! [`Shape`] defines the position of each facelet for all pictures of a puzzle, including those on the page in `web/`.
//! [`Playback`] is a solution to be shown: a start and turns. This module does not search.

mod dodecahedron;
mod links;
mod net_positions;
mod page;
mod paint;
mod playback;
mod shape;
mod svg;
mod svg_parts;
mod thumbnail;
mod top;

pub use links::{ExternalName, Links, external_name, links, scheme_rotations};
pub use page::page;
internal!(use paint::{Shade, shade});
internal!(use net_positions::Point);
pub use playback::{Playback, PlaybackColor};
pub use shape::Shape;
pub use svg::{solution_svg, svg};
internal!(use svg::small_thumbnail);
internal!(use thumbnail::{Thumbnail, sheet});
internal!(use top::view_from_above);
