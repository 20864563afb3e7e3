//! A record that parses prints to a text that parses to the same record, and its game writes it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use redouble_core::{Game, Record};

fuzz_target!(|text: &str| {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
        if let Ok(game) = Game::from_record(&record) {
            assert_eq!(game.record(), record);
        }
    }
});
