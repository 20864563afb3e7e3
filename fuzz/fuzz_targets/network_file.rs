//! A network that is read is written so that it is read as the same network.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::network_file(data));
