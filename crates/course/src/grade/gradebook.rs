//! The gradebook: one HTML file that needs nothing else.

use std::fmt::Write as _;

use crate::junit::escaped;
use crate::report;

use super::{Graded, Grades, Outcome, Row, Tournament};

const STYLE: &str = include_str!("gradebook.css");

/// The grades as a page: what the class misunderstood, the table, and the boards of every student.
pub(super) fn html(grades: &Grades) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Gradebook</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Gradebook</h1>\n{}",
        summary(grades)
    );
    misconceptions(grades, &mut page);
    table(grades, &mut page);
    grades.tournaments.iter().for_each(|own| tournament(own, &mut page));
    page += "<h2>Students</h2>\n";
    for (number, row) in grades.students.iter().enumerate() {
        student(number, row, &mut page);
    }
    page + "</main>\n</body>\n</html>\n"
}

fn summary(grades: &Grades) -> String {
    let results = || grades.students.iter().flat_map(|row| &row.results);
    let handed_in = results().filter(|graded| graded.outcome != Outcome::Missing).count();
    let passed = results().filter(|graded| graded.report().is_some_and(|report| report.passed)).count();
    let open = results().filter(|graded| matches!(graded.outcome, Outcome::NotJudged { .. })).count();
    let open = if open == 0 { String::new() } else { format!(", {open} could not be judged") };
    format!(
        "<p>{} students, {} exercises; {handed_in} programs handed in, {passed} passed{open}. Seed of the class: {}.</p>\n",
        grades.students.len(),
        grades.exercises.len(),
        grades.seed
    )
}

fn misconceptions(grades: &Grades, page: &mut String) {
    *page += "<h2>What was misunderstood</h2>\n";
    if grades.misconceptions.is_empty() {
        *page += "<p>No misconception was recognised.</p>\n";
        return;
    }
    *page += "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"What was misunderstood\"><table class=\"stack\">\n<thead><tr><th scope=\"col\">exercise</th><th scope=\"col\">misconception</th><th scope=\"col\">who</th></tr></thead>\n<tbody>\n";
    for shared in &grades.misconceptions {
        let links: Vec<String> = shared
            .students
            .iter()
            .filter_map(|name| {
                let number = grades.students.iter().position(|row| row.student == *name)?;
                Some(format!("<a href=\"#s{number}-{}\">{}</a>", shared.exercise, escaped(name)))
            })
            .collect();
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td class=\"says\"><b>{}</b>: {}</td><td class=\"who\"><b>{}</b> {}</td></tr>",
            shared.exercise,
            escaped(&shared.misconception),
            escaped(&shared.says),
            shared.students.len(),
            links.join(", ")
        );
    }
    *page += "</tbody></table></div>\n";
}

fn table(grades: &Grades, page: &mut String) {
    *page += "<h2>Points</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Points\"><table class=\"points\">\n<thead><tr><th scope=\"col\">student</th>";
    for (id, most) in grades.exercises.iter().zip(&grades.max_points) {
        let _ = write!(page, "<th scope=\"col\">{id}<br><small>of {most}</small></th>");
    }
    let most: f64 = grades.max_points.iter().sum();
    let _ = writeln!(page, "<th scope=\"col\">total<br><small>of {most}</small></th></tr></thead>\n<tbody>");
    for (number, row) in grades.students.iter().enumerate() {
        let _ = write!(
            page,
            "<tr><th scope=\"row\"><a href=\"#s{number}-top\">{}</a></th>",
            escaped(&row.student)
        );
        row.results.iter().for_each(|graded| *page += &cell(number, graded));
        let _ = writeln!(page, "<td class=\"total\">{}</td></tr>", shown(row.total));
    }
    *page += "</tbody></table></div>\n<p class=\"key\"><span class=\"passed\">✓ passed</span> <span class=\"failed\">✗ not passed</span> <span class=\"open\">? could not be judged</span> <span class=\"missing\">– not handed in</span></p>\n";
}

fn cell(student: usize, graded: &Graded) -> String {
    let link = |text: &str| format!("<a href=\"#s{student}-{}\">{text}</a>", graded.exercise);
    let (class, text) = match &graded.outcome {
        Outcome::Missing => ("missing", "–".to_owned()),
        Outcome::NotJudged { .. } => ("open", link("?")),
        Outcome::Checked { report } if report.passed => ("passed", format!("✓ {}", shown(report.points))),
        Outcome::Checked { report } => ("failed", link(&format!("✗ {}", shown(report.points)))),
    };
    format!("<td class=\"{class}\">{text}</td>")
}

/// Points to a tenth.
fn shown(points: f64) -> String {
    ((points * 10.0).round() / 10.0).to_string()
}

/// What became of a student's programs. It opens when a link into it is followed.
fn student(number: usize, row: &Row, page: &mut String) {
    let _ = write!(
        page,
        "<details>\n<summary>{} <small>{} points</small></summary>\n<div id=\"s{number}-top\">\n",
        escaped(&row.student),
        shown(row.total)
    );
    for graded in &row.results {
        let _ = writeln!(page, "<section id=\"s{number}-{}\">", graded.exercise);
        *page += &result(graded);
        *page += "</section>\n";
    }
    *page += "</div>\n</details>\n";
}

fn result(graded: &Graded) -> String {
    let file = graded.file.as_deref().unwrap_or_default();
    let heading = format!("<h3>{} <small>{}</small></h3>\n", graded.exercise, escaped(file));
    match &graded.outcome {
        Outcome::Missing => heading + "<p>Nothing was handed in.</p>\n",
        Outcome::NotJudged { why } => {
            format!("{heading}<p>It could not be judged: {}.</p>\n", escaped(why))
        }
        Outcome::Checked { report } => {
            let again =
                format!("redouble course check {} --seed {} {{case}} {file}", graded.exercise, report.seed);
            format!("{heading}<pre>{}</pre>\n", escaped(&report::text(report, &again)))
        }
    }
}

/// The players of a project, the best first.
fn tournament(tournament: &Tournament, page: &mut String) {
    let _ = write!(
        page,
        "<h2>Tournament of {}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Tournament of {}\"><table class=\"points\">\n<thead><tr><th scope=\"col\">player</th><th scope=\"col\">games</th><th scope=\"col\">mean score</th><th scope=\"col\">95 % interval</th><th scope=\"col\">median</th><th scope=\"col\">given up</th><th scope=\"col\">why</th></tr></thead>\n<tbody>\n",
        tournament.project, tournament.project
    );
    for place in &tournament.places {
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{:.0}</td><td>{:.0} to {:.0}</td><td>{:.0}</td><td>{}</td><td class=\"reason\">{}</td></tr>",
            escaped(&place.player),
            place.games,
            place.mean,
            place.low,
            place.high,
            place.median,
            place.forfeits,
            escaped(place.reason.as_deref().unwrap_or_default())
        );
    }
    *page += "</tbody></table></div>\n";
}
