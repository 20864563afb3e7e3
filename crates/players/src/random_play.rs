//! Random moves, the imagination of Monte Carlo players.

use redouble_core::{FourChance, Random};

use crate::Searchable;

/// Random moves from a board on: at most `moves` slides, each answered by a spawn. Returns the last board and the
/// score gained.
pub(crate) fn play_randomly<B: Searchable>(
    mut board: B,
    moves: u32,
    four_chance: FourChance,
    random: &mut Random,
) -> (B, u64) {
    let mut score = 0;
    for _ in 0..moves {
        let legal = board.legal();
        let Some(direction) = legal.nth(random.below(legal.len() as u32) as usize) else { break };
        let (after, gained) = board.slid(direction).expect("a legal move");
        score += gained;
        board = after.with_random_spawn(four_chance, random);
    }
    (board, score)
}
