//! A manifest that was changed is refused, or describes the layers that are there.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::store_manifest(data));
