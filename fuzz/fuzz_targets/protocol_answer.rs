//! What a program answers is one direction in one of its three spellings, or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::protocol_answer(data));
