//! Any sequence of tilts, however long, in O(t) plus the length of its text.

use num_bigint::{BigInt, BigUint};

use crate::{Configuration, Direction, Frame, Orbit, Part, Size, Tilts};

/// The configuration after a sequence of tilts.
///
/// Until a vertical and a horizontal tilt have been made, only the last tilt counts. From then on the state
/// is a time on an orbit, and every tilt changes it by -1, 0 or +1; a repeated word is summed up at once.
///
/// ```
/// use redouble_tilt::{Configuration, Drawing, run};
/// let drawing: Drawing = "o.o/.o./oo.".parse()?;
/// let start = Configuration::of(drawing.pattern());
/// let far = run(&start, &"(NESW)^1000000000000000000".parse()?);
/// assert_eq!(far, run(&start, &"(NESW)^5".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn run(start: &Configuration, tilts: &Tilts) -> Configuration {
    let mut state = State::Start;
    tilts.parts().iter().for_each(|part| state = state.clone().after_part(start.size(), part));
    match state {
        State::Start => start.clone(),
        State::Tilted(direction) => start.tilted(direction),
        State::Walking(frame, time) => Orbit::of(start, frame.first()).at(&time),
    }
}

/// What a sequence of tilts has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// No tilt yet.
    Start,
    /// Tilts along one axis only; the last one decides.
    Tilted(Direction),
    /// A canonical configuration: a time on the orbit of a frame.
    Walking(Frame, BigInt),
}

impl State {
    fn after_part(self, size: Size, part: &Part) -> Self {
        let mut state = self;
        let mut left = part.times.clone();
        while left != BigUint::ZERO {
            if let Self::Walking(frame, time) = state {
                return Self::Walking(frame, time_after(frame, time, &part.word, &left));
            }
            let after = part.word.iter().fold(state.clone(), |state, &tilt| state.after(size, tilt));
            if after == state {
                // All tilts so far are along one axis: repeating the word changes nothing.
                return state;
            }
            state = after;
            left -= 1u32;
        }
        state
    }

    fn after(self, size: Size, tilt: Direction) -> Self {
        match self {
            Self::Tilted(first) if first.axis() != tilt.axis() => {
                let frame = Frame::new(size, first);
                let time = if tilt == frame.second() { 0 } else { -1 };
                Self::Walking(frame, time.into())
            }
            Self::Walking(frame, time) => {
                let step = step(frame, residue(&time), tilt);
                Self::Walking(frame, time + step)
            }
            Self::Start | Self::Tilted(_) => Self::Tilted(tilt),
        }
    }
}

fn residue(time: &BigInt) -> i64 {
    i64::from(Frame::corner(time).tilts())
}

/// By how much a tilt changes the time, given the time modulo 4.
fn step(frame: Frame, residue: i64, tilt: Direction) -> i64 {
    let tilt = frame.seen(tilt);
    if crate::Corner::after(residue as u8).walls().contains(&tilt) {
        return 0;
    }
    let onward = (residue % 2 == 0) == (tilt.axis() == crate::Axis::Vertical);
    if onward { 1 } else { -1 }
}

/// The time after a word has been repeated: its effect depends on the time modulo 4 only, so it is periodic
/// after at most four repetitions.
fn time_after(frame: Frame, time: BigInt, word: &[Direction], times: &BigUint) -> BigInt {
    let effect =
        |from: i64| word.iter().fold(0, |sum, &tilt| sum + step(frame, (from + sum).rem_euclid(4), tilt));
    let (mut time, mut left) = (time, times.clone());
    let four = |from: i64| (0..4).fold(0, |sum, _| sum + effect((from + sum).rem_euclid(4)));
    // Four repetitions reach a cycle of residues whose length is 1, 2, 3 or 4; twelve is a multiple of all.
    let twelve = |from: i64| (0..3).fold(0, |sum, _| sum + four((from + sum).rem_euclid(4)));
    for _ in 0..4 {
        if left == BigUint::ZERO {
            return time;
        }
        time += effect(residue(&time));
        left -= 1u32;
    }
    time += BigInt::from(twelve(residue(&time))) * BigInt::from(&left / 12u32);
    let rest = u32::try_from(left % 12u32).expect("a remainder of twelve");
    (0..rest).for_each(|_| time += effect(residue(&time)));
    time
}
