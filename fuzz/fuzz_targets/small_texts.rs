//! Shapes, tiles, directions and objectives that parse print to a text that parses to the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::small_texts(data));
