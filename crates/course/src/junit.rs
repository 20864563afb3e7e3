//! Results as JUnit files, in the subset that everybody reads.

use std::fmt::Write as _;

use crate::check::{CheckReport, Kind};

/// One check.
#[must_use]
pub fn of_check(report: &CheckReport) -> String {
    of_all("redouble course", &[(String::new(), report)])
}

/// Many checks, each with the name of whom it belongs to.
#[must_use]
pub fn of_all(name: &str, reports: &[(String, &CheckReport)]) -> String {
    let suites: String = reports.iter().map(|(student, report)| suite(student, report)).collect();
    let count =
        |what: fn(&CheckReport) -> usize| reports.iter().map(|(_, report)| what(report)).sum::<usize>();
    let seconds: f64 = reports.iter().map(|(_, report)| report.seconds).sum();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\">\n{suites}</testsuites>\n",
        escaped(name),
        count(tests),
        count(|report| failures(report).0),
        count(|report| failures(report).1)
    )
}

/// One test a family, and one for all that belongs to no family.
fn tests(report: &CheckReport) -> usize {
    report.families.len().max(1)
}

/// Failures and errors: crashes, time and memory are errors.
fn failures(report: &CheckReport) -> (usize, usize) {
    let failed = report.families.iter().filter(|family| family.points < family.max_points).count();
    let failed = if report.passed { 0 } else { failed.max(1) };
    if is_error(report) { (0, failed) } else { (failed, 0) }
}

fn is_error(report: &CheckReport) -> bool {
    let kind = report.failure.as_ref().map(|failure| failure.kind);
    matches!(kind, Some(Kind::Crash | Kind::Time | Kind::Memory | Kind::Output | Kind::TooFewLines))
}

fn suite(student: &str, report: &CheckReport) -> String {
    let (failed, errors) = failures(report);
    let name =
        if student.is_empty() { report.exercise.clone() } else { format!("{student}.{}", report.exercise) };
    let name = escaped(&name);
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failed}\" errors=\"{errors}\" time=\"{:.3}\">\n    <properties>\n      <property name=\"seed\" value=\"{}\"/>\n      <property name=\"points\" value=\"{}\"/>\n      <property name=\"max_points\" value=\"{}\"/>\n    </properties>\n",
        tests(report),
        report.seconds,
        report.seed,
        report.points,
        report.max_points
    );
    let mut told = report.passed;
    for family in &report.families {
        let lost = !report.passed && family.points < family.max_points;
        let _ = writeln!(
            text,
            "    <testcase classname=\"{name}\" name=\"{}\" time=\"0\">{}</testcase>",
            escaped(&family.name),
            if lost { complaint(report) } else { String::new() }
        );
        told |= lost;
    }
    if !told || report.families.is_empty() {
        let complaint = if report.passed { String::new() } else { complaint(report) };
        let _ = writeln!(
            text,
            "    <testcase classname=\"{name}\" name=\"run\" time=\"0\">{complaint}</testcase>"
        );
    }
    text + "  </testsuite>\n"
}

fn complaint(report: &CheckReport) -> String {
    let Some(failure) = &report.failure else { return String::new() };
    let element = if is_error(report) { "error" } else { "failure" };
    let message = failure.misconception.as_deref().unwrap_or(failure.kind.name());
    let parts = [
        ("case", &failure.case),
        ("your answer", &failure.answer),
        ("right answer", &failure.right),
        ("why", &failure.why),
    ];
    let mut text: String =
        parts.iter().filter_map(|(label, part)| Some(format!("{label}: {}\n", part.as_ref()?))).collect();
    if !failure.stderr.is_empty() {
        let _ = writeln!(text, "stderr: {}", failure.stderr);
    }
    format!(
        "<{element} message=\"{}\" type=\"{}\">{}</{element}>",
        escaped(message),
        failure.kind.name(),
        escaped(&text)
    )
}

/// The text with the five characters that mean something replaced, without those that XML forbids.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => {
                out.push(letter);
            }
            _ => out.push('\u{fffd}'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(escaped("a<b>\u{1b}[31m&"), "a&lt;b&gt;\u{fffd}[31m&amp;");
    }
}
