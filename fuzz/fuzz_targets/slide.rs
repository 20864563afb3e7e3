//! Packed and exact boards slide as the reference says.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::slide(data));
