//! Bodies of requests: JSON whose faults are said in a sentence, and rules in them.

use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use redouble_core::{FourChance, Rules, Shape, Tile};

use crate::refusal::Refusal;

/// A JSON body. Like [`Json`], but a fault is answered as every other refusal is.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let body = Json::from_request(request, state).await;
        body.map(|Json(value)| Body(value)).map_err(|fault| Refusal::new(fault.status(), fault.body_text()))
    }
}

/// The rules of a game as a request has them. What is left out is as usual.
#[derive(Clone, Copy, Default)]
pub(crate) struct RulesInput<'a> {
    /// The name of the field with the shape of the board, and its text, as `4x4`.
    pub(crate) shape: Option<(&'static str, &'a str)>,
    pub(crate) p4: Option<f64>,
    pub(crate) goal: Option<u64>,
}

impl RulesInput<'_> {
    /// The rules, as `usual` where they are not given.
    pub(crate) fn rules(&self, usual: Rules) -> Result<Rules, Refusal> {
        let bad_chance = |p4| Refusal::bad(format!("`p4`: {p4} is not a probability from 0 to 1"));
        let four_chance = self.p4.map(|p4| FourChance::new(p4).ok_or_else(|| bad_chance(p4))).transpose()?;
        Ok(Rules {
            shape: self.shape()?.unwrap_or(usual.shape),
            four_chance: four_chance.unwrap_or(usual.four_chance),
            goal: self.goal()?.unwrap_or(usual.goal),
        })
    }

    /// The shape, if it is given.
    pub(crate) fn shape(&self) -> Result<Option<Shape>, Refusal> {
        let read = |(name, text): (&str, &str)| {
            text.parse().map_err(|error| Refusal::bad(format!("`{name}`: {error}")))
        };
        self.shape.map(read).transpose()
    }

    /// The goal, if it is given.
    pub(crate) fn goal(&self) -> Result<Option<Tile>, Refusal> {
        self.goal.map(|goal| tile("goal", goal)).transpose()
    }
}

/// The tile of a face value in the field `name`.
pub(crate) fn tile(name: &str, value: u64) -> Result<Tile, Refusal> {
    let problem = || Refusal::bad(format!("`{name}`: {value} is not a tile: tiles are 2, 4, 8, …"));
    Tile::from_value(value).ok_or_else(problem)
}
