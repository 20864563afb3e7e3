//! Numbers on the command line.

use std::str::FromStr;

/// Reads a number; NaN and infinities are no numbers to work with.
pub(crate) fn finite<F: FromStr + Copy + Into<f64>>(text: &str) -> Result<F, String> {
    let number = text.parse::<F>().ok().filter(|&number| number.into().is_finite());
    number.ok_or_else(|| "write a number like 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::finite;

    #[test]
    fn only_finite_numbers_are_read() {
        assert_eq!(finite::<f64>("0.5"), Ok(0.5));
        for text in ["inf", "-inf", "NaN", "nan", "infinity", "1e999", "", "one"] {
            finite::<f64>(text).expect_err(text);
            finite::<f32>(text).expect_err(text);
        }
        finite::<f32>("1e300").expect_err("too large");
    }
}
