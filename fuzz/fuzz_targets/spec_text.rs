//! A spec that parses prints to a text that parses to the same spec; so does a program as a player.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::spec_text(data));
