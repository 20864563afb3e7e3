//! A store whose layer was changed is refused, or has no more states than its counts say.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::layer_file(data));
