//! Arrays from numpy and for it, and why they are refused.

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
};
use numpy::{PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::lanes::Actions;

/// What was given instead of an array, in words.
fn found(given: &Bound<'_, PyAny>) -> String {
    match given.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {} and shape {:?}", array.dtype(), array.shape()),
        Err(_) => format!(
            "{}",
            given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
        ),
    }
}

/// An array to write into: the one given, or a new one. Its shape and type are as wanted, and no other holds it.
pub(crate) struct Output<'py, T: Element, D: Dimension> {
    /// The array, for the caller.
    pub(crate) array: Bound<'py, PyArray<T, D>>,
    guard: PyReadwriteArray<'py, T, D>,
}

impl<'py, T: Element, D: Dimension> Output<'py, T, D> {
    pub(crate) fn new(
        py: Python<'py>,
        name: &str,
        given: Option<&Bound<'py, PyAny>>,
        shape: D,
    ) -> PyResult<Output<'py, T, D>> {
        let wanted = || {
            format!(
                "{name}: wanted a contiguous, writable array of {} and shape {:?}",
                dtype::<T>(py),
                shape.slice()
            )
        };
        let array = match given {
            None => PyArray::<T, D>::zeros(py, shape.clone(), false),
            Some(given) => {
                let array = given.cast::<PyArray<T, D>>();
                array
                    .map_err(|_| PyTypeError::new_err(format!("{}, got {}", wanted(), found(given))))?
                    .clone()
            }
        };
        let refused = |why: &str| PyValueError::new_err(format!("{}, got {why}", wanted()));
        if array.shape() != shape.slice() {
            return Err(refused(&found(array.as_any())));
        }
        let guard = array.try_readwrite().map_err(|error| refused(&error.to_string()))?;
        if guard.as_slice().is_err() {
            return Err(refused("one that is not contiguous"));
        }
        Ok(Output { array, guard })
    }

    pub(crate) fn slice(&mut self) -> &mut [T] {
        self.guard.as_slice_mut().expect("contiguity was checked")
    }
}

/// Actions that are read where they lie: `uint8` or `int64`; other whole numbers are copied.
pub(crate) enum ActionArray<'py> {
    Bytes(PyReadonlyArray1<'py, u8>),
    Words(PyReadonlyArray1<'py, i64>),
}

impl<'py> ActionArray<'py> {
    pub(crate) fn new(given: &Bound<'py, PyAny>, n: usize) -> PyResult<ActionArray<'py>> {
        let wanted = || format!("actions: wanted an array of {n} uint8 or int64, got {}", found(given));
        let array = given.cast::<PyUntypedArray>().map_err(|_| PyTypeError::new_err(wanted()))?;
        if !matches!(array.dtype().kind(), b'i' | b'u') {
            return Err(PyTypeError::new_err(wanted()));
        }
        if array.shape() != [n] {
            return Err(PyValueError::new_err(wanted()));
        }
        let held =
            |error: numpy::BorrowError| PyValueError::new_err(format!("actions: the array is {error}"));
        if let Ok(bytes) = given.cast::<PyArray1<u8>>() {
            let bytes = bytes.try_readonly().map_err(held)?;
            if bytes.as_slice().is_ok() {
                return Ok(ActionArray::Bytes(bytes));
            }
        } else if let Ok(words) = given.cast::<PyArray1<i64>>() {
            let words = words.try_readonly().map_err(held)?;
            if words.as_slice().is_ok() {
                return Ok(ActionArray::Words(words));
            }
        }
        let copied = given.call_method1("astype", ("int64",))?;
        let copied = copied.cast::<PyArray1<i64>>().map_err(|_| PyTypeError::new_err(wanted()))?;
        Ok(ActionArray::Words(copied.try_readonly().map_err(held)?))
    }

    pub(crate) fn actions(&self) -> Actions<'_> {
        match self {
            ActionArray::Bytes(bytes) => Actions::Bytes(bytes.as_slice().expect("contiguity was checked")),
            ActionArray::Words(words) => Actions::Words(words.as_slice().expect("contiguity was checked")),
        }
    }
}

/// Packed boards: an array of `uint64`, also one that is not contiguous.
pub(crate) fn boards<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<u64>> {
    let wanted = || {
        PyTypeError::new_err(format!(
            "boards: wanted a one-dimensional array of uint64, got {}",
            found(given)
        ))
    };
    let array = given.cast::<PyArray1<u64>>().map_err(|_| wanted())?;
    let array = array
        .try_readonly()
        .map_err(|error| PyValueError::new_err(format!("boards: the array is {error}")))?;
    Ok(array.as_array().iter().copied().collect())
}
