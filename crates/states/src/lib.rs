//! Everything exhaustive about 2048.

mod census;
mod codec;
mod engine;
mod error;
mod frame;
mod observer;
mod rank;
mod store;
mod variant;

pub use census::{Census, Groups, Layer, Tally};
pub use engine::{Engine, Options, ParseEngineError, count};
pub use error::CountError;
pub use observer::{Observer, Work};
pub use store::{Place, Store, StoreError, StoredLayer, count_into};
pub use variant::{Variant, VariantError};
