//! An exercise as the checker sees it: cases, right answers and the answers of those who misunderstood it.

use std::collections::HashSet;

use redouble_core::{Direction, Random, Shape};

use crate::answer::{Answer, AnswerForm};
use crate::exercises::yes_no;
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells, Slid};

/// An exercise that a program solves by answering cases line by line.
pub struct Exercise {
    /// Its name: `over`.
    pub id: &'static str,
    /// What cases look like.
    pub input: InputForm,
    /// What answers look like.
    pub answer: AnswerForm,
    /// Makes the cases of all families but `smallest`.
    pub generate: fn(&mut Generator),
    /// Whether a case may be asked at all.
    pub admissible: fn(&Input) -> bool,
    /// The right answer.
    pub right: fn(&Input) -> String,
    /// Why it is right, in a few words; empty where the answer speaks for itself.
    pub why: fn(&Input) -> String,
    /// What is often misunderstood.
    pub misconceptions: &'static [Misconception],
    /// How answers that depend on chance are judged.
    pub chance: Option<&'static dyn Chance>,
    /// How many seconds all cases together may take.
    pub seconds: u64,
}

/// A way to misunderstand an exercise.
pub struct Misconception {
    /// Its name, that of the file in `wrong/`.
    pub name: &'static str,
    /// What was misunderstood, in words.
    pub says: &'static str,
    /// The smallest case that shows it, always among those of a check; empty where chance must show it.
    pub smallest: &'static str,
    /// What a program with this misconception answers.
    pub answers: Answers,
}

impl Misconception {
    /// Whether it needs numbers of a fixed width: in Python and JavaScript nobody has it.
    #[must_use]
    pub fn needs_fixed_width(&self) -> bool {
        ["int32", "int64", "short", "16-bit", "4-bits"].iter().any(|part| self.name.contains(part))
    }
}

/// What a program with a misconception answers.
pub enum Answers {
    /// Every case by itself. [`CRASHES`] and [`HANGS`] stand for programs that end there.
    Each(fn(&Input) -> String),
    /// Every board by itself: yes or no.
    Boards(fn(&Cells) -> bool),
    /// Every move by itself: yes or no.
    Moves(fn(&Cells, Direction) -> bool),
    /// Every line by itself: a line.
    Lines(fn(&[i64]) -> Vec<i64>),
    /// Every line by itself, merged; what it gains is not asked.
    Merges(fn(&[i64]) -> Slid),
    /// Every line by itself: what it gains.
    Gains(fn(&[i64]) -> i64),
    /// Every move by itself: the board after it and what it gains.
    Slides(fn(&Cells, Direction) -> (Cells, i64)),
    /// Every board by itself: whole numbers.
    Values(fn(&Cells) -> Vec<i64>),
    /// All cases in a row: something is carried over from one to the next.
    All(fn(&[Input]) -> Vec<String>),
    /// By chance; the number says which of the simulations of the exercise.
    Chance(usize),
}

impl Answers {
    /// The answer to a case that is answered by itself.
    fn to(&self, input: &Input) -> String {
        match self {
            Answers::Each(answer) => answer(input),
            Answers::Boards(is) => yes_no(is(&input.cells())),
            Answers::Moves(is) => yes_no(is(&input.cells(), input.direction())),
            Answers::Lines(line) => plain::line_text(&line(input.line())),
            Answers::Merges(merged) => plain::line_text(&merged(input.line()).0),
            Answers::Gains(gain) => gain(input.line()).to_string(),
            Answers::Slides(slid) => {
                let (cells, gained) = slid(&input.cells(), input.direction());
                format!("{} {gained}", plain::text(&cells))
            }
            Answers::Values(values) => {
                values(&input.cells()).iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
            }
            Answers::All(_) | Answers::Chance(_) => unreachable!("these do not answer a case by itself"),
        }
    }
}

/// What a misconception answers where the program crashes.
pub const CRASHES: &str = "\u{0}crash";
/// What a misconception answers where the program takes too long.
pub const HANGS: &str = "\u{0}time";

/// How answers that depend on chance are judged.
pub trait Chance: Sync {
    /// Whether the answer to this case depends on chance.
    fn is_random(&self, input: &Input) -> bool;
    /// What must hold of every answer.
    ///
    /// # Errors
    /// A sentence that says what cannot happen.
    fn law(&self, input: &Input, answer: &Answer) -> Result<(), String>;
    /// The tests of all answers together; a right program fails one of them with probability at most 10^-6.
    fn tests(&self, answered: &[(&Input, &Answer)]) -> Vec<Test>;
    /// An answer by a program: the right one, or that with a misconception of this number. The same generator goes on
    /// through all cases.
    fn simulated(&self, input: &Input, misconception: Option<usize>, random: &mut Random) -> String;
    /// The number of the misconception that explains the answers best, if one does.
    fn explained(&self, answered: &[(&Input, &Answer)]) -> Option<usize>;
    /// The worst test in words and bars.
    fn drawn(&self, answered: &[(&Input, &Answer)], worst: &Test) -> String;
}

/// One statistical test.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Test {
    /// What is tested.
    pub test: String,
    /// How many observations.
    pub n: u64,
    /// What was observed.
    pub observed: f64,
    /// What was to be expected.
    pub expected: f64,
    /// The probability that a right program is at least as far off, or a bound on it.
    pub p: f64,
    /// The test is failed below this.
    pub threshold: f64,
}

impl Test {
    /// Whether chance alone could have done this.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.p >= self.threshold
    }
}

/// A case and what it is there for.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The family it belongs to.
    pub family: &'static str,
    /// What is sent.
    pub input: Input,
}

/// Which cases to make.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The seed of all random cases.
    pub seed: u64,
    /// About how many cases; the usual number if `None`.
    pub cases: Option<usize>,
    /// The shapes of boards.
    pub shapes: Vec<Shape>,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection { seed: 1, cases: None, shapes: vec![Shape::CLASSIC] }
    }
}

impl Exercise {
    /// The cases of a check: the smallest that show a misconception, then the families.
    #[must_use]
    pub fn cases(&self, selection: &Selection) -> Vec<Case> {
        let usual = self.made(selection, 1.0);
        match selection.cases {
            Some(cases) if self.chance.is_none() => {
                self.made(selection, cases as f64 / usual.len().max(1) as f64)
            }
            _ => usual,
        }
    }

    fn made(&self, selection: &Selection, scale: f64) -> Vec<Case> {
        let mut generator = Generator::new(selection, scale, self.admissible);
        for input in self.smallest() {
            let fits = input
                .board()
                .is_none_or(|board| selection.shapes.contains(&redouble_core::Grid::shape(*board)));
            if fits {
                generator.push("smallest", input);
            }
        }
        (self.generate)(&mut generator);
        generator.cases
    }

    /// The smallest cases of all misconceptions, each once, in their order.
    fn smallest(&self) -> Vec<Input> {
        let mut seen = HashSet::new();
        let named = self.misconceptions.iter().map(|misconception| misconception.smallest);
        let texts = named.filter(|text| !text.is_empty() && seen.insert(*text));
        let mut inputs: Vec<Input> =
            texts.map(|text| Input::parse(self.input, text).expect("a case that is written here")).collect();
        inputs.sort_by_key(Input::size);
        inputs
    }

    /// What a misconception answers to these cases, where that does not depend on chance.
    #[must_use]
    pub fn misread(&self, misconception: &Misconception, inputs: &[Input]) -> Option<Vec<String>> {
        match misconception.answers {
            Answers::All(answers) => Some(answers(inputs)),
            Answers::Chance(_) => None,
            ref answers => Some(inputs.iter().map(|input| answers.to(input)).collect()),
        }
    }

    /// Whether chance has a part in the answer.
    #[must_use]
    pub fn is_random(&self, input: &Input) -> bool {
        self.chance.is_some_and(|chance| chance.is_random(input))
    }
}

/// Every case may be asked.
pub(crate) fn always(_: &Input) -> bool {
    true
}

/// The answer speaks for itself.
pub(crate) fn unexplained(_: &Input) -> String {
    String::new()
}
