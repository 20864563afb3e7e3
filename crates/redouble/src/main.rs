//! The 2048 laboratory.
fn main() {}
