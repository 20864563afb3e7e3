//! todo
fn main() {}
