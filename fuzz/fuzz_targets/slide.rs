//! Packed and exact boards slide as the reference says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use redouble_core::{Board, Direction, Grid, Packed4x4, reference};

fuzz_target!(|bits: u64| {
    let packed = Packed4x4::from_bits(bits);
    let board = Board::from(packed);
    for direction in Direction::ALL {
        let (expected, gained) = reference::slide(&reference::grid_of(board), direction);
        let (slid, found) = board.slid(direction).unwrap_or((board, 0));
        assert_eq!((reference::grid_of(slid), found), (expected, gained));
        match packed.try_slid(direction) {
            Ok(slide) => {
                let (slid_packed, found) = slide.unwrap_or((packed, 0));
                assert_eq!((Board::from(slid_packed), found), (slid, gained));
            }
            Err(_) => assert!(slid.tiles().flatten().any(|tile| tile.value() > 32_768)),
        }
    }
});
