//! Whoever plays best on a board.

use redouble_core::{Rules, Watch};

use crate::Player;
use crate::catalog::{BuildError, Catalog};
use crate::spec::{Parameters, Spec, SpecError};

/// A player that needs no further thought, on any board.
fn spec(catalog: &Catalog, parameters: &Parameters<'_>, rules: Rules) -> Result<Spec, SpecError> {
    let (kind, depth) = if catalog.has_network(rules.shape) { ("ntuple", "2") } else { ("expectimax", "3") };
    let given = |name: &str| parameters.text(name).map(|value| format!("{name}={value}"));
    let given: Vec<String> = ["depth", "ms"].into_iter().filter_map(given).collect();
    let given = if given.is_empty() { format!("depth={depth}") } else { given.join(",") };
    catalog.parse(&format!("{kind}:{given}"))
}

/// Says whether `strongest:…` can be built.
pub(crate) fn check(catalog: &Catalog, parameters: &Parameters<'_>, rules: Rules) -> Result<(), BuildError> {
    catalog.check(&spec(catalog, parameters, rules)?, rules)
}

/// Builds `strongest:…`.
pub(crate) fn build(
    catalog: &Catalog,
    parameters: &Parameters<'_>,
    rules: Rules,
    watch: &dyn Watch,
) -> Result<Box<dyn Player>, BuildError> {
    catalog.build(&spec(catalog, parameters, rules)?, rules, watch)
}

#[cfg(test)]
mod tests {
    use redouble_core::{Rules, Shape};

    use crate::{Catalog, Spec};

    #[test]
    fn every_board_has_a_strongest_player_and_wrong_settings_are_named() {
        let catalog = Catalog::default();
        let build = |text: &str, rules| catalog.build(&text.parse::<Spec>().unwrap(), rules, &());
        for shape in ["2x2", "3x5", "4x4", "8x8"] {
            let rules = Rules::on(shape.parse::<Shape>().unwrap());
            assert!(build("strongest", rules).is_ok(), "{shape}");
            assert!(build("strongest:depth=2,ms=5", rules).is_ok(), "{shape}");
        }
        let problem = build("strongest:depth=none", Rules::default()).err().unwrap();
        assert!(problem.to_string().contains("depth"), "{problem}");
    }
}
