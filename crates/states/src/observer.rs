//! How a caller watches a long count, and stops it.

use std::ops::ControlFlow;

use crate::Layer;

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// The tile sum of the layer being counted.
    pub sum: u64,
    /// The states found so far, finished layers and this one.
    pub states: u64,
    /// The share of the whole work that is done, 0 to 1, estimated from the sizes of the layers' index spaces;
    /// `None` where an engine cannot know.
    pub done: Option<f64>,
}

/// Is told about every step of a count. `()` lets everything pass.
pub trait Observer {
    /// A piece of a layer is done. `Break` cancels the count: what is stored stays, and the count can be resumed.
    fn work(&mut self, work: &Work) -> ControlFlow<()> {
        let _ = work;
        ControlFlow::Continue(())
    }

    /// A layer is complete, and stored if there is a store.
    fn layer(&mut self, layer: &Layer) {
        let _ = layer;
    }
}

impl Observer for () {}
