//! A player for the arena in Rust: the first legal direction, clockwise from up.
//!
//! ```text
//! cargo build --release --example first_legal -p redouble-lab
//! redouble arena "external:command=target/release/examples/first_legal" random --games 100
//! ```

use std::io::{self, BufRead, Write};

use redouble_core::{Board, Position};

fn main() -> io::Result<()> {
    let mut stdout = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("redouble-player", _) => writeln!(stdout, "ready first-legal")?,
            ("move", board) => {
                let board: Board = board.parse().map_err(io::Error::other)?;
                let direction = Position::new(board).legal().nth(0).expect("asked only when there is a move");
                writeln!(stdout, "{direction}")?;
            }
            ("quit", _) => return Ok(()),
            _ => {}
        }
        stdout.flush()?;
    }
    Ok(())
}
