//! A tree that parses prints to a text that parses to the same tree, and fits a game or not, as often as it is asked.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::tree_text(data));
