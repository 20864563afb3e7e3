//! A journal that was changed is refused, or opened; opened once more it holds the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::journal_file(data));
