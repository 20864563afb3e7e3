//! A policy that was changed is refused, or names a legal move or none.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::policy_file(data));
