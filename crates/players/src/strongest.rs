//! Whoever plays best on a board.

use redouble_core::Rules;

use crate::spec::{Parameters, Spec, SpecError};
use crate::{Player, has_default_network};

/// Builds `strongest:…`: a player that needs no further thought, on any board.
pub(crate) fn build(parameters: &Parameters<'_>, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
    let (kind, depth) = if has_default_network(rules.shape) { ("ntuple", "2") } else { ("expectimax", "3") };
    let text = match (parameters.text("depth"), parameters.text("ms")) {
        (None, None) => format!("{kind}:depth={depth}"),
        (Some(depth), None) => format!("{kind}:depth={depth}"),
        (None, Some(ms)) => format!("{kind}:ms={ms}"),
        (Some(depth), Some(ms)) => format!("{kind}:depth={depth},ms={ms}"),
    };
    text.parse::<Spec>()?.build(rules)
}

#[cfg(test)]
mod tests {
    use redouble_core::{Rules, Shape};

    use crate::Spec;

    #[test]
    fn every_board_has_a_strongest_player_and_wrong_settings_are_named() {
        for shape in ["2x2", "3x5", "4x4", "8x8"] {
            let rules = Rules::on(shape.parse::<Shape>().unwrap());
            assert!("strongest".parse::<Spec>().unwrap().build(rules).is_ok(), "{shape}");
            assert!("strongest:depth=2,ms=5".parse::<Spec>().unwrap().build(rules).is_ok(), "{shape}");
        }
        let problem = "strongest:depth=none".parse::<Spec>().unwrap().build(Rules::default()).err().unwrap();
        assert!(problem.to_string().contains("depth"), "{problem}");
    }
}
