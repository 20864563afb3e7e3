//! An evaluation that parses gives every board a number, and prints to a text that means the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::evaluation_text(data));
