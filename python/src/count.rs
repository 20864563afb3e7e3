//! Counting in parts: bytes in, bytes out, on one thread and off the interpreter's lock. What `redouble.spark` stands on.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use redouble_core::{Shape, Watch};
use redouble_states::{
    Count, CountError, Kept, LayerCounts, Options, PartCount, PartCounts, PartFrame, PartOf, Parts,
    StoreError, Variant,
};

use crate::argument::{refused, tile};
use crate::work;

fn raised(error: CountError) -> PyErr {
    match error {
        CountError::Store(StoreError::Io { path, source }) => {
            PyOSError::new_err(format!("{}: cannot be read or written: {source}", path.display()))
        }
        CountError::Store(StoreError::Locked(_)) | CountError::Stopped(_) | CountError::Allocate(_) => {
            PyRuntimeError::new_err(error.to_string())
        }
        _ => refused(error),
    }
}

fn variant(goal: u64) -> PyResult<Variant> {
    Variant::new(Shape::CLASSIC, Some(tile(goal)?)).map_err(refused)
}

fn options(keep: Option<&str>) -> PyResult<Options> {
    let kept = match keep {
        None => None,
        Some("all") => Some(Kept::All),
        Some("last") => Some(Kept::Last),
        Some(other) => return Err(refused(format!("keep: `{other}` is neither all nor last"))),
    };
    Ok(Options { kept, cpu: redouble::cpu().map_err(refused)?, ..Options::default() })
}

/// What parts are computed with, made once in a process.
fn parts(goal: u64) -> PyResult<Arc<Parts>> {
    static PARTS: Mutex<Option<(u64, Arc<Parts>)>> = Mutex::new(None);
    let mut known = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*known {
        Some((of, parts)) if *of == goal => Ok(Arc::clone(parts)),
        _ => {
            let parts =
                Arc::new(Parts::new(variant(goal)?, redouble::cpu().map_err(refused)?).map_err(raised)?);
            *known = Some((goal, Arc::clone(&parts)));
            Ok(parts)
        }
    }
}

/// The strips that a layer is divided into: values of upper rows, from and to.
#[pyfunction]
pub(crate) fn part_strips(goal: u64, sum: u64, count: usize) -> PyResult<Vec<(usize, usize)>> {
    if count == 0 {
        return Err(refused("parts: at least 1"));
    }
    let strips = parts(goal)?.strips(sum, count);
    Ok(strips.into_iter().map(|strip| (strip.start, strip.end)).collect())
}

/// How many frames a layer has.
#[pyfunction]
pub(crate) fn part_frames(goal: u64, sum: u64) -> PyResult<usize> {
    Ok(parts(goal)?.frames(sum))
}

/// The tile sum of the layer whose parts take most memory.
#[pyfunction]
pub(crate) fn part_largest(goal: u64) -> PyResult<u64> {
    Ok(parts(goal)?.largest())
}

/// The bytes that computing the largest of these strips takes.
#[pyfunction]
pub(crate) fn part_memory(py: Python<'_>, goal: u64, sum: u64, strips: Vec<(usize, usize)>) -> PyResult<u64> {
    let parts = parts(goal)?;
    Ok(py.detach(|| {
        strips.into_iter().map(|(start, end)| parts.memory(sum, &(start..end))).max().unwrap_or(0)
    }))
}

/// What strips of a layer need of a frame of the layer `of`: a message for each.
#[pyfunction]
pub(crate) fn part_cut<'py>(
    py: Python<'py>,
    goal: u64,
    sum: u64,
    of: (u64, usize),
    frame: &[u8],
    strips: Vec<(usize, usize)>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let part = PartOf { sum: of.0, frame: of.1 };
    let strips: Vec<_> = strips.into_iter().map(|(start, end)| start..end).collect();
    let cut = |_: &dyn Watch| parts(goal)?.cut(sum, part, frame, &strips).map_err(raised);
    let messages = work::watched(py, Some(1), None, cut)?;
    Ok(messages.iter().map(|message| PyBytes::new(py, message)).collect())
}

/// Computes a strip of a layer from all messages to it, each with the layer and the frame it is of: its counts, and its rows of
/// every frame of the layer.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "counts and rows, both as bytes")]
pub(crate) fn part_compute<'py>(
    py: Python<'py>,
    goal: u64,
    sum: u64,
    strip: (usize, usize),
    messages: Vec<((u64, usize), Bound<'py, PyBytes>)>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<Bound<'py, PyBytes>>)> {
    let messages: Vec<(PartOf, &[u8])> =
        messages.iter().map(|(of, bytes)| (PartOf { sum: of.0, frame: of.1 }, bytes.as_bytes())).collect();
    let compute = |watch: &dyn Watch| {
        let messages = messages.iter().copied();
        parts(goal)?.compute(sum, &(strip.0..strip.1), messages, watch).map_err(raised)
    };
    let (counts, rows) = work::watched(py, Some(1), None, compute)?;
    let rows = rows.iter().map(|rows| PyBytes::new(py, rows)).collect();
    Ok((PyBytes::new(py, &counts.to_bytes()), rows))
}

/// Puts the rows that all strips have of a frame together, in the order of the strips: the number of boards, and the bytes of the frame.
#[pyfunction]
pub(crate) fn part_assemble<'py>(
    py: Python<'py>,
    goal: u64,
    of: (u64, usize),
    rows: Vec<Bound<'py, PyBytes>>,
) -> PyResult<(u64, Bound<'py, PyBytes>)> {
    let rows: Vec<&[u8]> = rows.iter().map(|rows| rows.as_bytes()).collect();
    let part = PartOf { sum: of.0, frame: of.1 };
    let assemble = |_: &dyn Watch| parts(goal)?.assemble(part, rows.iter().copied()).map_err(raised);
    let PartFrame { boards, bytes } = work::watched(py, Some(1), None, assemble)?;
    Ok((boards, PyBytes::new(py, &bytes)))
}

/// Looks for layers of a store that are not as they were written and has the next count make them again; says what was wrong.
#[pyfunction]
#[pyo3(signature = (directory, goal, keep = None))]
pub(crate) fn forget_damaged(directory: PathBuf, goal: u64, keep: Option<&str>) -> PyResult<Vec<String>> {
    PartCount::forget_damaged(&directory, variant(goal)?, &options(keep)?).map_err(raised)
}

/// Counts into a store on this machine, as `redouble states count --store` does, until a new layer has at least so many states or
/// the game is over; whether it is.
#[pyfunction]
#[pyo3(signature = (directory, goal, states, keep = None, progress = None))]
pub(crate) fn count_until(
    py: Python<'_>,
    directory: PathBuf,
    goal: u64,
    states: u64,
    keep: Option<&str>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let (variant, options) = (variant(goal)?, options(keep)?);
    let count =
        |watch: &dyn Watch| count_layers(&directory, variant, &options, states, watch).map_err(raised);
    work::watched(py, None, progress, count)
}

fn count_layers(
    directory: &Path,
    variant: Variant,
    options: &Options,
    states: u64,
    watch: &dyn Watch,
) -> Result<bool, CountError> {
    let known = PartCount::open(directory, variant, options)?.last().map(|layer| layer.sum);
    let mut count = Count::open(directory, variant, options, watch)?;
    while let Some(layer) = count.next_layer(watch)? {
        if known < Some(layer.sum) && layer.folded.total().states >= states {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A game whose layers are computed elsewhere and kept in a store here.
#[pyclass(name = "PartCount", module = "redouble._core")]
pub(crate) struct PyPartCount(PartCount);

#[pymethods]
impl PyPartCount {
    #[new]
    #[pyo3(signature = (directory, goal, keep = None))]
    fn new(directory: PathBuf, goal: u64, keep: Option<&str>) -> PyResult<PyPartCount> {
        PartCount::open(&directory, variant(goal)?, &options(keep)?).map(PyPartCount).map_err(raised)
    }

    /// The tile sum of the layer that is to be computed.
    #[getter]
    fn sum(&self) -> u64 {
        self.0.sum()
    }

    /// The states of the last layer; `None` if there is none yet.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.0.last().map(|LayerCounts { folded, .. }| folded.total().states)
    }

    /// Whether the last layer is stored; its afterstates are counted with the one behind it.
    #[getter]
    fn is_stored(&self) -> bool {
        self.0.is_stored()
    }

    /// Whether all layers of the game are there.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// The frames of the two layers before the one that is to be computed: the layer and the number of each, and its bytes.
    #[expect(clippy::type_complexity, reason = "which frame, and its bytes")]
    fn frames<'py>(&self, py: Python<'py>) -> Vec<((u64, usize), Bound<'py, PyBytes>)> {
        let mut frames = Vec::new();
        for less in [2, 4] {
            let numbered = self.0.frames(less).iter().enumerate();
            frames.extend(
                numbered
                    .map(|(number, frame)| ((self.0.sum() - less, number), PyBytes::new(py, &frame.bytes))),
            );
        }
        frames
    }

    /// Takes the layer that was computed: the counts of all strips, and all frames in order. Stores the layer before.
    fn add(&mut self, py: Python<'_>, counts: Vec<Vec<u8>>, frames: Vec<(u64, Vec<u8>)>) -> PyResult<()> {
        let mut sum = PartCounts::default();
        for bytes in &counts {
            sum += PartCounts::from_bytes(bytes).ok_or_else(|| refused("counts: another number of bytes"))?;
        }
        let frames = frames.into_iter().map(|(boards, bytes)| PartFrame { boards, bytes }).collect();
        py.detach(|| self.0.add(sum, frames)).map_err(raised)
    }
}
