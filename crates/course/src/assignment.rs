//! What a teacher hands out and the checker judges: an exercise, an experiment or a project.

use redouble_core::Watch;

use crate::check::{self, CheckOptions, CheckReport};
use crate::exercise::Exercise;
use crate::experiment::{self, Experiment};
use crate::project::{self, Project};
use crate::run::{Program, RunError};
use crate::{exercises, experiments};

/// Something that can be checked.
#[derive(Clone, Copy)]
pub enum Assignment {
    /// The program answers cases line by line.
    Exercise(&'static Exercise),
    /// The program, or a file, has tables of games; what they say is judged.
    Experiment(&'static Experiment),
    /// The program is a player that must beat another one.
    Project(&'static Project),
}

impl Assignment {
    /// All of them, in the order of the course.
    pub fn all() -> impl Iterator<Item = Assignment> {
        let (before, after) = exercises::ALL.split_at(exercises::LINE_BY_LINE);
        let exercise = |exercise: &&'static Exercise| Assignment::Exercise(exercise);
        let experiments = experiments::ALL.iter().map(|experiment| Assignment::Experiment(experiment));
        let projects = project::ALL.iter().map(Assignment::Project);
        before.iter().map(exercise).chain(experiments).chain(after.iter().map(exercise)).chain(projects)
    }

    /// The one of this name.
    #[must_use]
    pub fn find(id: &str) -> Option<Assignment> {
        Assignment::all().find(|assignment| assignment.id() == id)
    }

    /// Its name: `over`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Assignment::Exercise(exercise) => exercise.id,
            Assignment::Experiment(experiment) => experiment.id,
            Assignment::Project(project) => project.id,
        }
    }

    /// What is often misunderstood: names, and what each means.
    #[must_use]
    pub fn misconceptions(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Assignment::Exercise(exercise) => {
                exercise.misconceptions.iter().map(|own| (own.name, own.says)).collect()
            }
            Assignment::Experiment(experiment) => experiment.misconceptions.to_vec(),
            Assignment::Project(_) => project::MISCONCEPTIONS.to_vec(),
        }
    }

    /// Checks a program.
    ///
    /// # Errors
    /// If it cannot be started, or the watch stopped it.
    pub fn check(
        self,
        program: &Program,
        options: &CheckOptions,
        watch: &dyn Watch,
    ) -> Result<CheckReport, RunError> {
        match self {
            Assignment::Exercise(exercise) => check::check(exercise, program, options, watch),
            Assignment::Experiment(experiment) => experiment::check(experiment, program, options, watch),
            Assignment::Project(project) => project::check(project, program, options, watch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_in_the_course_can_be_checked_and_has_its_texts() {
        let ids: Vec<&str> = Assignment::all().map(Assignment::id).collect();
        assert_eq!(ids, crate::texts::ORDER);
        assert_eq!(crate::texts::entries().len(), ids.len());
    }
}
