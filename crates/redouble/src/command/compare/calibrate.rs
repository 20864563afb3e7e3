//! `redouble compare calibrate`: whether the test keeps its promise.

use std::io::{self, Write};

use redouble_api::view::CalibrationReport;
use redouble_core::{Progress, Watch as _};
use redouble_lab::{Calibration, Case, CaseResult, Measure};
use redouble_players::Catalog;

use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// Compare players whose difference is known, many times, and count the wrong answers.
///
/// Simulated players with rates near 0 and 1, at the margin and with heavy tails; then greedy and random by real games.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Comparisons of every simulated case
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    runs: u64,
    /// Comparisons by real games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    real_runs: u64,
}

pub(super) fn run(args: &Args, compare: &super::Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let super::Args { games, error, seed, .. } = *compare;
    let calibration = Calibration { runs: args.runs, real_runs: args.real_runs, games, error, seed };
    let report = CalibrationReport::new(&calibration, &results(&calibration, catalog)?);
    if compare.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(if report.kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn results(calibration: &Calibration, catalog: &Catalog) -> anyhow::Result<Vec<CaseResult>> {
    let (bar, cases, mut results) = (Bar::new(), Case::all(), Vec::new());
    for (index, case) in cases.iter().enumerate() {
        results.push(calibration.simulate(case, &bar)?);
        bar.progress(Progress::of("simulating", index as u64 + 1, cases.len() as u64, "cases"));
    }
    let players = ["greedy".parse()?, "random".parse()?];
    for measure in [Measure::Tile(64), Measure::Tile(512), Measure::Score] {
        if calibration.real_runs > 0 {
            results.push(calibration.play(&players, measure, catalog, &bar)?);
        }
    }
    Ok(results)
}

fn print_text(report: &CalibrationReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for case in &report.cases {
        writeln!(stdout, "{} (lead {:.4}, margin {})", case.name, case.lead, case.delta)?;
        writeln!(
            stdout,
            "  wrong {} of {}, {:.2} % ({:.2}–{:.2}); first {}, second {}, alike {}, undecided {}; {:.0} pairs in the mean",
            case.wrong,
            case.runs,
            100.0 * case.wrong_rate.rate,
            100.0 * case.wrong_rate.low,
            100.0 * case.wrong_rate.high,
            case.first,
            case.second,
            case.alike,
            case.undecided,
            case.mean_pairs
        )?;
    }
    let kept = if report.kept { "kept" } else { "NOT kept" };
    writeln!(stdout, "promised: at most {} % wrong in every case: {kept}", 100.0 * report.error)
}
