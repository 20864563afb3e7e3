use redouble_core::{Shape, Tile};
use redouble_states::*;
#[test]
fn agree() {
    for (shape, goal) in [("2x2", Some(32)), ("2x2", None), ("2x3", None), ("3x2", Some(64)), ("2x4", Some(64)), ("3x3", Some(64)), ("4x4", Some(8)), ("4x4", Some(16))] {
        let shape: Shape = shape.parse().unwrap();
        let variant = Variant::new(shape, goal.and_then(Tile::from_value)).unwrap();
        let of = |engine| count(variant, &Options { engine: Some(engine), unfolded: true, ..Options::default() }, &mut ()).unwrap();
        let reference = of(Engine::Reference);
        for engine in Engine::ALL {
            if engine.supports(variant) {
                assert!(of(engine) == reference, "{variant} {engine}");
            }
        }
    }
}
