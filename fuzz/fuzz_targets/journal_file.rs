//! A journal that was changed is refused, or taken over as it is.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| redouble_fuzz::journal_file(data));
