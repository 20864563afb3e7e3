//! Games from elsewhere: our own records, and what gabrielecirulli/2048 keeps in the browser.

use redouble_core::{
    Board, Game, Grid, ParseRecordError, Position, Record, ReplayError, Rules, Shape, Tile, TooMuchError,
};
use serde::Deserialize;

/// The `gameState` that gabrielecirulli/2048 keeps in the browser's local storage.
#[derive(Deserialize)]
struct GameState {
    grid: BrowserGrid,
    score: u64,
}

#[derive(Deserialize)]
struct BrowserGrid {
    size: usize,
    /// Columns from the left, each from the top: `cells[x][y]`.
    cells: Vec<Vec<Option<BrowserTile>>>,
}

#[derive(Deserialize)]
struct BrowserTile {
    value: u64,
}

/// Why a text is no game.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is not a record.
    #[error(transparent)]
    Record(#[from] ParseRecordError),
    /// The record cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It begins like a browser's `gameState` and is none.
    #[error("not the gameState of a browser's 2048: {0}")]
    GameState(#[from] serde_json::Error),
    /// There is no board of this size.
    #[error("`grid.size` is {0}: boards go from 2x2 to 8x8")]
    Size(usize),
    /// The cells are not a square of the size given.
    #[error("`grid.cells` is not {0} columns of {0} cells")]
    Cells(usize),
    /// A cell holds what no tile is.
    #[error("`grid.cells[{x}][{y}]`: {value} is not a tile")]
    Tile {
        /// The column.
        x: usize,
        /// The row.
        y: usize,
        /// What stands there.
        value: u64,
    },
    /// No game comes to these tiles.
    #[error(transparent)]
    TooMuch(#[from] TooMuchError),
    /// No game scores as much.
    #[error("`score` {0} is more than any game scores")]
    Score(u64),
}

/// The game of a text: a record, or a browser's `gameState`, whose coming spawns follow from `seed`.
///
/// # Errors
/// If it is neither, with what is wrong.
pub fn game(text: &str, rules: Rules, seed: u64) -> Result<Game, ImportError> {
    if text.trim_start().starts_with('{') {
        return browser_game(text, rules, seed);
    }
    let record: Record = text.parse()?;
    Ok(Game::from_record(&record)?)
}

fn browser_game(text: &str, rules: Rules, seed: u64) -> Result<Game, ImportError> {
    let GameState { grid: BrowserGrid { size, cells }, score } = serde_json::from_str(text)?;
    let shape = Shape::new(size, size).ok_or(ImportError::Size(size))?;
    if cells.len() != size || cells.iter().any(|column| column.len() != size) {
        return Err(ImportError::Cells(size));
    }
    let mut board = Board::empty(shape);
    for (x, column) in cells.iter().enumerate() {
        for (y, cell) in column.iter().enumerate() {
            let Some(BrowserTile { value }) = *cell else { continue };
            let tile = Tile::from_value(value).ok_or(ImportError::Tile { x, y, value })?;
            board = board.with_tile(shape.cell(y, x), Some(tile));
        }
    }
    let board = Board::from_tiles(shape, board.tiles())?;
    if score > 1 << 62 {
        return Err(ImportError::Score(score));
    }
    Ok(Game::from_position(rules, Position::new(board), score, seed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::board;

    const STATE: &str = r#"{"grid":{"size":4,"cells":[
        [{"position":{"x":0,"y":0},"value":2},null,null,{"position":{"x":0,"y":3},"value":8}],
        [null,null,null,null],
        [{"position":{"x":2,"y":0},"value":131072},null,null,null],
        [null,null,null,null]]},"score":1234,"over":false,"won":true,"keepPlaying":true}"#;

    #[test]
    fn a_browser_game_comes_with_its_score() {
        let game = game(STATE, Rules::default(), 1).unwrap();
        assert_eq!(game.position().board(), board! { 2 . 131072 . / . . . . / . . . . / 8 . . . });
        assert_eq!(game.score(), 1234);
        assert!(game.has_won());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| game(text, Rules::default(), 1).unwrap_err().to_string();
        assert!(error(&STATE.replace(":8}", ":9}")).contains("`grid.cells[0][3]`: 9 is not a tile"));
        assert!(error(&STATE.replace("\"size\":4", "\"size\":9")).contains("`grid.size` is 9"));
        assert!(error(&STATE.replace("\"size\":4", "\"size\":3")).contains("not 3 columns of 3 cells"));
        assert!(error("{}").contains("gameState"));
        assert!(error("hello").contains("not a game record"));
    }

    #[test]
    fn our_own_records_are_read_too() {
        let record = Game::new(Rules::default(), 5).record();
        assert_eq!(game(&record.to_string(), Rules::default(), 1).unwrap().record(), record);
    }
}
