//! Progress of long runs, on standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the rate and the time left, in units of `what`.
pub(crate) fn bar(total: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:32}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a template that is written here");
    ProgressBar::new(total).with_style(style)
}

/// Runs `work` on so many threads; on all there are if `None`.
pub(crate) fn on_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    Ok(pool.install(work))
}
