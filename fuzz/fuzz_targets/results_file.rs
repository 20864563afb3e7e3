//! Results that were changed are refused, or hold games of the experiment alone.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::results_file(data));
