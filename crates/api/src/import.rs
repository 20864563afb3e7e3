//! Games from elsewhere: our own records, and what gabrielecirulli/2048 keeps in the browser.

use anyhow::{Context, bail, ensure};
use redouble_core::{Board, Game, Grid, Position, Record, Rules, Shape, Tile};
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

/// The game of a text: a record, or a browser's `gameState`, whose coming spawns follow from `seed`.
///
/// # Errors
/// If it is neither, with what is wrong.
pub fn game(text: &str, rules: Rules, seed: u64) -> anyhow::Result<Game> {
    if text.trim_start().starts_with('{') {
        return browser_game(text, rules, seed);
    }
    let record: Record = text.parse()?;
    Ok(Game::from_record(&record)?)
}

fn browser_game(text: &str, rules: Rules, seed: u64) -> anyhow::Result<Game> {
    let state: GameState = serde_json::from_str(text).context("not the gameState of a browser's 2048")?;
    let GameState { grid: BrowserGrid { size, cells }, score } = state;
    let Some(shape) = Shape::new(size, size) else {
        bail!("`grid.size` is {size}: boards go from 2x2 to 8x8")
    };
    ensure!(
        cells.len() == size && cells.iter().all(|column| column.len() == size),
        "`grid.cells` is not {size} columns of {size} cells"
    );
    let mut board = Board::empty(shape);
    for (x, column) in cells.iter().enumerate() {
        for (y, cell) in column.iter().enumerate() {
            let Some(BrowserTile { value }) = cell else { continue };
            let tile = Tile::from_value(*value);
            ensure!(tile.is_some(), "`grid.cells[{x}][{y}]`: {value} is not a tile");
            board = board.with_tile(shape.cell(y, x), tile);
        }
    }
    let board = Board::from_tiles(shape, board.tiles())?;
    ensure!(score <= 1 << 62, "`score` {score} is more than any game scores");
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
        let error = |text: &str| format!("{:#}", game(text, Rules::default(), 1).unwrap_err());
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
