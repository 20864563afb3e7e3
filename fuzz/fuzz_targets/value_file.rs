//! Values that were changed are refused, or answer for every move of a board.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::value_file(data));
