//! A board that parses prints to a text that parses to the same board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use redouble_core::Board;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>(), Ok(board));
    }
});
