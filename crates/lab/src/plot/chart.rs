//! A line chart as SVG: axes, curves, bands and marks, and nothing else.

use std::fmt::Write as _;

/// A chart of curves.
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) curves: Vec<Curve>,
    pub(super) marks: Vec<Dot>,
}

/// One axis: its label, its range and where its ticks are.
pub(super) struct Axis {
    pub(super) label: &'static str,
    pub(super) range: (f64, f64),
    pub(super) ticks: Vec<(f64, String)>,
}

/// A curve with, if wanted, a band around it: lower and upper ends at the points' places.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) band: Vec<(f64, f64)>,
}

/// A single point with its own colour.
pub(super) struct Dot {
    pub(super) at: (f64, f64),
    pub(super) colour: &'static str,
}

const WIDTH: f64 = 860.0;
const PLOT_TOP: f64 = 50.0;
const PLOT_LEFT: f64 = 80.0;
const PLOT_WIDTH: f64 = 740.0;
const PLOT_HEIGHT: f64 = 360.0;
/// The colours of Okabe and Ito, told apart by nearly everybody.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

impl Axis {
    /// An axis from 0 or below to the largest value, with about five round ticks.
    pub(super) fn linear(label: &'static str, low: f64, high: f64) -> Axis {
        let span = (high - low).max(f64::MIN_POSITIVE);
        let rough = span / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&step| step >= rough).unwrap_or(rough);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|tick| (tick as f64 * step, number(tick as f64 * step)));
        Axis { label, range: (low, low + span), ticks: ticks.collect() }
    }

    fn place(&self, value: f64) -> f64 {
        (value - self.range.0) / (self.range.1 - self.range.0)
    }
}

/// A number without needless digits, thousands as k, millions as M, billions as G.
fn number(value: f64) -> String {
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    match value.abs() {
        size if size >= 1e10 => format!("{}G", rounded(value / 1e9)),
        size if size >= 1e7 => format!("{}M", rounded(value / 1e6)),
        size if size >= 1e4 => format!("{}k", rounded(value / 1e3)),
        _ => format!("{}", rounded(value)),
    }
}

impl Chart {
    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (x, y) = (self.x.place(x), self.y.place(y));
        (PLOT_LEFT + PLOT_WIDTH * x, PLOT_TOP + PLOT_HEIGHT * (1.0 - y))
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        points.fold(String::new(), |mut path, point| {
            let (x, y) = self.at(point);
            let command = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{command}{x:.1} {y:.1}");
            path
        })
    }

    /// The chart as an SVG document.
    pub(super) fn svg(&self) -> String {
        stacked(std::slice::from_ref(self))
    }

    fn height(&self) -> f64 {
        let named = self.curves.iter().filter(|curve| !curve.name.is_empty()).count();
        PLOT_TOP + PLOT_HEIGHT + 60.0 + 20.0 * named as f64
    }

    /// The elements of the chart, its upper left corner at the origin.
    fn elements(&self) -> String {
        let title = escape(&self.title);
        let mut svg = format!(
            "<text x=\"{PLOT_LEFT}\" y=\"28\" font-size=\"17\" font-weight=\"bold\">{title}</text>\n"
        );
        self.write_axes(&mut svg);
        for (index, curve) in self.curves.iter().enumerate() {
            self.write_curve(&mut svg, curve, &Stroke::of(index));
        }
        for dot in &self.marks {
            let (x, y) = self.at(dot.at);
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"/>", dot.colour);
        }
        self.write_legend(&mut svg);
        svg
    }

    fn write_axes(&self, svg: &mut String) {
        let (bottom, right) = (PLOT_TOP + PLOT_HEIGHT, PLOT_LEFT + PLOT_WIDTH);
        for (value, label) in &self.x.ticks {
            let x = self.at((*value, self.y.range.0)).0;
            let _ = writeln!(svg, "<path d=\"M{x:.1} {PLOT_TOP}V{bottom}\" stroke=\"#ddd\"/>");
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 18.0
            );
        }
        for (value, label) in &self.y.ticks {
            let y = self.at((self.x.range.0, *value)).1;
            let _ = writeln!(svg, "<path d=\"M{PLOT_LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>");
            let (x, y) = (PLOT_LEFT - 8.0, y + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>");
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{PLOT_LEFT} {PLOT_TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>"
        );
        let (middle, below) = (PLOT_LEFT + PLOT_WIDTH / 2.0, bottom + 40.0);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
            self.x.label
        );
        let height = PLOT_TOP + PLOT_HEIGHT / 2.0;
        let _ = writeln!(
            svg,
            "<text transform=\"translate(20 {height}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            self.y.label
        );
    }

    fn write_curve(&self, svg: &mut String, curve: &Curve, stroke: &Stroke) {
        let Stroke { colour, dashes } = stroke;
        if !curve.band.is_empty() {
            let places = || curve.points.iter().map(|point| point.0).zip(&curve.band);
            let low = places().map(|(x, band)| (x, band.0));
            let high = places().map(|(x, band)| (x, band.1)).rev();
            let path = self.path(low.chain(high));
            let _ = writeln!(svg, "<path d=\"{path}Z\" fill=\"{colour}\" fill-opacity=\"0.18\"/>");
        }
        let path = self.path(curve.points.iter().copied());
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>"
        );
    }

    fn write_legend(&self, svg: &mut String) {
        let named = self.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
        for (row, (index, curve)) in named.enumerate() {
            let y = PLOT_TOP + PLOT_HEIGHT + 65.0 + 20.0 * row as f64;
            let Stroke { colour, dashes } = Stroke::of(index);
            let _ = writeln!(
                svg,
                "<path d=\"M{PLOT_LEFT} {y}h24\" stroke=\"{colour}\" stroke-width=\"3\"{dashes}/>"
            );
            let (x, y) = (PLOT_LEFT + 32.0, y + 4.0);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(&curve.name));
        }
    }
}

/// How a curve is drawn: colours repeat after eight curves, and then lines are dashed.
struct Stroke {
    colour: &'static str,
    dashes: &'static str,
}

impl Stroke {
    fn of(curve: usize) -> Stroke {
        let dashes = if curve < COLOURS.len() { "" } else { " stroke-dasharray=\"6 3\"" };
        Stroke { colour: COLOURS[curve % COLOURS.len()], dashes }
    }
}

/// One SVG document with charts below one another.
pub(super) fn stacked(charts: &[Chart]) -> String {
    let height: f64 = charts.iter().map(Chart::height).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let mut top = 0.0;
    for chart in charts {
        let _ = writeln!(svg, "<g transform=\"translate(0 {top})\">\n{}</g>", chart.elements());
        top += chart.height();
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
