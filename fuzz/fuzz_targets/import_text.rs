//! A game that is imported can be written down and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::import_text(data));
