//! A board that parses prints to a text that parses to the same board.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::board_text(data));
