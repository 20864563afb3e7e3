//! Tables and sentences that fit the terminal.

use std::io::{self, IsTerminal as _, Write};

use comfy_table::{CellAlignment, Table, TableStyle, presets};

/// The width of the terminal; of a file or a pipe what `COLUMNS` says, or 80.
pub(crate) fn terminal_width() -> usize {
    let of_terminal = || ratatui::crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    let named = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let found = if io::stdout().is_terminal() { of_terminal() } else { named() };
    found.filter(|&width| width > 0).unwrap_or(80).max(MIN_WIDTH)
}

/// Nobody can read a table in fewer columns.
const MIN_WIDTH: usize = 40;

/// A table whose first column names the rows. Columns that do not fit beside one another go into further tables below.
pub(crate) struct Columns {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Columns {
    pub(crate) fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Columns {
        Columns { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row; cells that it does not have are empty.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// All columns in one table of a style of comfy-table.
    pub(crate) fn in_style(&self, style: TableStyle) -> Table {
        self.table(style, &(0..self.head.len()).collect::<Vec<_>>(), usize::MAX)
    }

    /// Prints as many tables as the width asks for.
    pub(crate) fn print(&self, output: &mut impl Write, width: usize) -> io::Result<()> {
        let style = presets::UTF8_HORIZONTAL_ONLY;
        for (index, columns) in self.split(style, width).iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            writeln!(output, "{gap}{}", self.table(style, columns, width))?;
        }
        Ok(())
    }

    /// The columns of each table: as many beside the first one as fit, and at least one.
    fn split(&self, style: TableStyle, width: usize) -> Vec<Vec<usize>> {
        let mut tables = vec![vec![0]];
        for column in 1..self.head.len() {
            let last = tables.last_mut().expect("at least one table");
            last.push(column);
            let widest =
                self.table(style, last, width).to_string().lines().map(|line| line.chars().count()).max();
            if widest > Some(width) && last.len() > 2 {
                last.pop();
                tables.push(vec![0, column]);
            }
        }
        tables
    }

    fn table(&self, style: TableStyle, columns: &[usize], width: usize) -> Table {
        let mut table = Table::new();
        let cell = |row: &[String], column: usize| match row.get(column) {
            // Names may take two fifths of the width.
            Some(name) if column == 0 => wrapped_name(name, (width / 5).saturating_mul(2)),
            cell => cell.cloned().unwrap_or_default(),
        };
        let of =
            |row: &[String]| -> Vec<String> { columns.iter().map(|&column| cell(row, column)).collect() };
        table.load_style(style).set_header(of(&self.head));
        self.rows.iter().for_each(|row| _ = table.add_row(of(row)));
        for column in 1..columns.len() {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
    }
}

/// A name in lines of at most `most` characters, broken behind punctuation where there is some.
fn wrapped_name(name: &str, most: usize) -> String {
    let (mut lines, mut rest) = (Vec::new(), name);
    while rest.chars().count() > most {
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(index, _)| index);
        let at = rest[..end].rfind([',', ':', '+', '/', ' ']).map_or(end, |index| index + 1);
        lines.push(rest[..at].trim_end());
        rest = &rest[at..];
    }
    lines.push(rest);
    lines.join("\n")
}

/// A sentence in lines that fit, all but the first indented; words are broken behind `+` only.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for (index, word) in text.split(' ').enumerate() {
        for (place, part) in word.split_inclusive('+').enumerate() {
            let gap = if index == 0 || place > 0 { "" } else { " " };
            let length = line.chars().count() + gap.len() + part.chars().count();
            if length > width && !line.trim().is_empty() {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent) + part));
            } else {
                line = line + gap + part;
            }
        }
        // Several spaces in a row are kept: columns are made of them.
        if word.is_empty() && index > 0 {
            line.push(' ');
        }
    }
    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(columns: &Columns, width: usize) -> String {
        let mut text = Vec::new();
        columns.print(&mut text, width).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_nothing_is_left_out() {
        let mut columns = Columns::new((0..15).map(|column| format!("column {column}")));
        let spec =
            "external:ms=1000,command=python3 /home/somebody/players/a-name-without-an-end.py --depth 3";
        columns.push(
            std::iter::once(spec.to_owned()).chain((1..15).map(|cell| format!("{cell}.0 (83.8–97.9)"))),
        );
        columns.push(["random", "1"]);
        for width in [40, 60, 80, 100, 132, 200, 400] {
            let text = printed(&columns, width);
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= width, "{widest} > {width}:\n{text}");
            for cell in 1..15 {
                assert!(
                    text.contains(&format!("column {cell}")) && text.contains(&format!("{cell}.0 (8")),
                    "{text}"
                );
            }
            assert!(text.contains("random") && text.contains("depth"), "{text}");
        }
    }

    #[test]
    fn a_table_that_fits_is_one_table() {
        let mut columns = Columns::new(["player", "mean"]);
        columns.push(["random", "1100"]);
        assert_eq!(printed(&columns, 80), format!("{}\n", columns.in_style(presets::UTF8_HORIZONTAL_ONLY)));
    }

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 80, 2), "one two three");
        assert_eq!(wrapped("one two three four", 9, 2), "one two\n  three\n  four");
        assert_eq!(
            wrapped("  name      what it is for", 18, 12),
            "  name      what\n            it is\n            for"
        );
        assert_eq!(wrapped("unbreakable", 4, 2), "unbreakable");
        assert_eq!(wrapped("sum: one+two+three", 9, 2), "sum: one+\n  two+\n  three");
    }
}
