//! Whoever plays best on a board.

use redouble_core::Rules;

use crate::spec::{Parameters, Spec, SpecError};
use crate::{Player, has_default_network};

/// Builds `strongest:…`: a player that needs no further thought, on any board.
pub(crate) fn build(parameters: &Parameters<'_>, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
    let (kind, depth) = if has_default_network(rules.shape) { ("ntuple", "2") } else { ("expectimax", "3") };
    let given = |name: &str| parameters.text(name).map(|value| format!("{name}={value}"));
    let given: Vec<String> = ["depth", "ms"].into_iter().filter_map(given).collect();
    let given = if given.is_empty() { format!("depth={depth}") } else { given.join(",") };
    format!("{kind}:{given}").parse::<Spec>()?.build(rules)
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
