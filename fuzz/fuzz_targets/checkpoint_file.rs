//! A checkpoint that is loaded is saved so that it is loaded as the same checkpoint.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::checkpoint_file(data));
