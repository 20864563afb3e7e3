//! A record that parses prints to a text that parses to the same record, and its game writes it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::record_text(data));
