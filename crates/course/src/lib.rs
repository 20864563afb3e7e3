//! The course: programming exercises on 2048 with a checker that no wrong answer passes.
//!
//! An [`Exercise`](exercise::Exercise) makes cases from a seed and knows the right answer to each, and what those answer
//! who misunderstood it. [`check`](check::check) starts a student's program once, sends all cases and judges the answers;
//! on a failure it searches for the smallest case that shows it and names the misconception whose answers these are.
//! An [`Assignment`](assignment::Assignment) is an exercise, an [`Experiment`](experiment::Experiment) that is judged by the
//! tables it prints, or a [`Project`](project::Project): a player that must beat another one.

#![forbid(unsafe_code)]

pub mod answer;
pub mod assignment;
pub mod calibrate;
pub mod check;
pub mod conformance;
pub mod exercise;
pub mod exercises;
pub mod experiment;
pub mod experiments;
pub mod export;
pub mod generate;
pub mod grade;
pub mod input;
pub mod junit;
pub mod plain;
pub mod prepare;
pub mod project;
pub mod report;
pub mod run;
pub mod statistics;
pub mod texts;
