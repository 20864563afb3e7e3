//! The statements as LaTeX and HTML: the little of Markdown that they use.

use crate::junit::escaped;

/// A part of a text.
enum Block<'a> {
    Heading(usize, &'a str),
    Paragraph(String),
    Code(Vec<&'a str>),
    Table(Vec<Vec<String>>),
    List(Vec<String>),
}

/// A part of a line.
enum Span<'a> {
    Plain(&'a str),
    Code(&'a str),
    Strong(&'a str),
    Emphasis(&'a str),
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let level = line.chars().take_while(|&letter| letter == '#').count();
        if level > 0 {
            blocks.push(Block::Heading(level, line[level..].trim()));
        } else if line.starts_with("```") {
            blocks.push(Block::Code(lines.by_ref().take_while(|line| !line.starts_with("```")).collect()));
        } else {
            let mut part = vec![line];
            while let Some(next) = lines.next_if(|next| !next.trim().is_empty() && !next.starts_with("```")) {
                part.push(next);
            }
            blocks.push(text_block(&part));
        }
    }
    blocks
}

/// A table, a list or a paragraph, by how it begins.
fn text_block<'a>(lines: &[&str]) -> Block<'a> {
    let is_item = |line: &str| {
        line.starts_with("* ")
            || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    };
    if lines[0].starts_with('|') {
        let is_rule = |line: &str| line.chars().all(|letter| "|-: ".contains(letter));
        return Block::Table(lines.iter().filter(|line| !is_rule(line)).map(|line| cells(line)).collect());
    }
    if !is_item(lines[0]) {
        return Block::Paragraph(lines.join(" "));
    }
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match items.last_mut() {
            Some(item) if !is_item(line) => *item += &format!(" {}", line.trim()),
            _ => items.push(line.split_once(' ').map_or("", |(_, text)| text).trim().to_owned()),
        }
    }
    Block::List(items)
}

/// The cells of a row; a stroke in code does not separate.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut in_code) = (Vec::new(), String::new(), false);
    for letter in line.trim().trim_matches('|').chars() {
        in_code ^= letter == '`';
        match letter {
            '|' if !in_code => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            letter => cell.push(letter),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}

fn spans(mut text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    while !text.is_empty() {
        let start = text.find(['`', '*']).unwrap_or(text.len());
        if start > 0 {
            spans.push(Span::Plain(&text[..start]));
            text = &text[start..];
            continue;
        }
        let mark = if text.starts_with("**") { "**" } else { &text[..1] };
        let Some(end) = text[mark.len()..].find(mark) else {
            spans.push(Span::Plain(text));
            break;
        };
        let inner = &text[mark.len()..mark.len() + end];
        spans.push(match mark {
            "`" => Span::Code(inner),
            "**" => Span::Strong(inner),
            _ => Span::Emphasis(inner),
        });
        text = &text[end + 2 * mark.len()..];
    }
    spans
}

/// A statement as a page without a frame. The first heading is left out: who shows it has a title.
pub(super) fn html(text: &str) -> String {
    let line = |text: &str| -> String {
        let span = |span: &Span<'_>| match span {
            Span::Plain(text) => escaped(text),
            Span::Code(text) => format!("<code>{}</code>", escaped(text)),
            Span::Strong(text) => format!("<strong>{}</strong>", escaped(text)),
            Span::Emphasis(text) => format!("<em>{}</em>", escaped(text)),
        };
        spans(text).iter().map(span).collect()
    };
    let row = |cells: &Vec<String>, tag: &str| -> String {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", line(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let block = |block: &Block<'_>| match block {
        Block::Heading(1, _) => String::new(),
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>\n", line(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", line(text)),
        Block::Code(lines) => format!("<pre>{}</pre>\n", escaped(&lines.join("\n"))),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", line(item))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Table(rows) => {
            let body: String = rows.iter().skip(1).map(|cells| row(cells, "td")).collect();
            let head = rows.first().map_or(String::new(), |cells| row(cells, "th"));
            format!("<table>\n{head}{body}</table>\n")
        }
    };
    blocks(text).iter().map(block).collect()
}

/// A statement as LaTeX, without the first heading.
pub(super) fn latex(text: &str) -> String {
    let line = |text: &str| -> String {
        let span = |span: &Span<'_>| match span {
            Span::Plain(text) => latex_text(text),
            Span::Code(text) => format!("\\texttt{{{}}}", latex_text(text)),
            Span::Strong(text) => format!("\\textbf{{{}}}", latex_text(text)),
            Span::Emphasis(text) => format!("\\emph{{{}}}", latex_text(text)),
        };
        spans(text).iter().map(span).collect()
    };
    let block = |block: &Block<'_>| match block {
        Block::Heading(1, _) => String::new(),
        Block::Heading(_, text) => format!("\\section*{{{}}}\n\n", line(text)),
        Block::Paragraph(text) => line(text) + "\n\n",
        Block::Code(lines) => format!("\\begin{{verbatim}}\n{}\n\\end{{verbatim}}\n\n", lines.join("\n")),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("\\item {}\n", line(item))).collect();
            format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n\n")
        }
        Block::Table(rows) => {
            let columns = "p{0.45\\textwidth}".repeat(rows.first().map_or(1, Vec::len).min(2))
                + &"l".repeat(rows.first().map_or(0, Vec::len).saturating_sub(2));
            let row = |cells: &Vec<String>| {
                cells.iter().map(|cell| line(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n"
            };
            let rows: String = rows.iter().map(row).collect();
            format!("\\begin{{tabular}}{{{columns}}}\n{rows}\\end{{tabular}}\n\n")
        }
    };
    blocks(text).iter().map(block).collect()
}

fn latex_text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out += "\\textbackslash{}",
            '^' => out += "\\textasciicircum{}",
            '~' => out += "\\textasciitilde{}",
            '−' => out += "$-$",
            '·' => out += "$\\cdot$",
            '±' => out += "$\\pm$",
            '√' => out += "$\\surd$",
            '≥' => out += "$\\geq$",
            '…' => out += "\\ldots{}",
            '→' => out += "$\\to$",
            '⁻' => out += "$^-$",
            '²' => out += "$^2$",
            '⁷' => out += "$^7$",
            '<' | '>' | '|' => out += &format!("${letter}$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out += &format!("\\{letter}"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# T\n\n*a* b_c\n\n* one\n  more\n* **two**\n\n| x | y |\n|---|---|\n| `a|b` | 1 < 2 |\n\n```\n4 <- 2\n```\n";

    #[test]
    fn what_statements_use_becomes_html() {
        assert_eq!(
            html(TEXT),
            "<p><em>a</em> b_c</p>\n<ul>\n<li>one more</li>\n<li><strong>two</strong></li>\n</ul>\n<table>\n<tr><th>x</th><th>y</th></tr>\n<tr><td><code>a|b</code></td><td>1 &lt; 2</td></tr>\n</table>\n<pre>4 &lt;- 2</pre>\n"
        );
    }

    #[test]
    fn what_statements_use_becomes_latex() {
        let text = latex(TEXT);
        assert!(text.starts_with("\\emph{a} b\\_c\n\n\\begin{itemize}\n\\item one more\n"), "{text}");
        assert!(text.contains("\\texttt{a$|$b} & 1 $<$ 2 \\\\\n"), "{text}");
        assert!(text.contains("\\begin{verbatim}\n4 <- 2\n\\end{verbatim}"), "{text}");
    }
}
