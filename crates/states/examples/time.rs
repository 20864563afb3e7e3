use redouble_core::{Shape, Tile};
use redouble_states::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let shape: Shape = args[1].parse().unwrap();
    let goal = args[2].parse().ok().and_then(Tile::from_value);
    let variant = Variant::new(shape, goal).unwrap();
    let engine = args.get(3).map(|e| e.parse().unwrap());
    let threads = args.get(4).map_or(1, |t| t.parse().unwrap());
    let portable = args.get(5).is_some();
    let t = std::time::Instant::now();
    let c = count(variant, &Options { engine, threads, portable, ..Options::default() }, &mut ()).unwrap();
    println!("{variant} {:?} {:?}", c.total(), t.elapsed());
}
