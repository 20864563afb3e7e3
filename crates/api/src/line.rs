//! Who computes and who waits: the one budget of cores that all jobs share.

use std::collections::{BTreeMap, BTreeSet};

/// How urgently a result is wanted, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// A moment's work that must not hold up the thread of a request: reading a record, drawing a plot.
    Moment,
    /// A person has asked a player and waits for the answer.
    Hint,
    /// The page keeps a coach's opinion of the position up to date.
    Coach,
    /// A review that somebody looks at.
    Review,
    /// A review that nobody looks at yet.
    Background,
    /// A count or a solution, on every thread of the pool. It can hold some hundred megabytes.
    Count,
    /// An experiment, on every thread of the pool for a turn.
    Experiment,
}

impl Urgency {
    /// The most jobs of this urgency at a time, those that wait included.
    const fn most(self) -> usize {
        match self {
            Urgency::Moment | Urgency::Hint | Urgency::Coach => 64,
            Urgency::Review | Urgency::Background | Urgency::Count => 16,
            Urgency::Experiment => 4,
        }
    }

    /// Questions are short, and begin although background work has all cores: so many more of them may run.
    const fn beyond_cores(self) -> usize {
        match self {
            Urgency::Moment => 3,
            Urgency::Hint => 2,
            Urgency::Coach => 1,
            _ => 0,
        }
    }

    /// Whether the work is spread over the pool of threads, which one job has at a time.
    const fn uses_pool(self) -> bool {
        matches!(self, Urgency::Count | Urgency::Experiment)
    }

    /// Whether those of the same urgency have turns. Counts come one after the other: each holds its memory until it
    /// is done.
    const fn takes_turns(self) -> bool {
        !matches!(self, Urgency::Count)
    }
}

/// A place in the line: urgent ones first, then in the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket {
    pub(crate) urgency: Urgency,
    number: u64,
}

/// The jobs that compute and those that wait; `W` is what is kept of one that waits.
pub(crate) struct Line<W> {
    cores: usize,
    running: BTreeSet<Ticket>,
    waiting: BTreeMap<Ticket, W>,
    next: u64,
}

impl<W> Line<W> {
    /// Nobody yet, and a budget of so many cores. With one core a count must not keep reviews waiting: it counts as two.
    pub(crate) fn new(cores: usize) -> Line<W> {
        Line { cores: cores.max(2), running: BTreeSet::new(), waiting: BTreeMap::new(), next: 0 }
    }

    /// A ticket behind all others of this urgency.
    fn ticket(&mut self, urgency: Urgency) -> Ticket {
        self.next += 1;
        Ticket { urgency, number: self.next }
    }

    /// Whether one more job of this urgency is accepted.
    pub(crate) fn has_room(&self, urgency: Urgency) -> bool {
        let tickets = self.running.iter().chain(self.waiting.keys());
        tickets.filter(|ticket| ticket.urgency == urgency).count() < urgency.most()
    }

    /// A job waits for its turn.
    pub(crate) fn wait(&mut self, urgency: Urgency, waiter: W) -> Ticket {
        let ticket = self.ticket(urgency);
        self.waiting.insert(ticket, waiter);
        ticket
    }

    /// A job that runs waits for another turn: after those that are more urgent, and after its equals if they take turns.
    pub(crate) fn wait_again(&mut self, held: Ticket, urgency: Urgency, waiter: W) -> Ticket {
        self.running.remove(&held);
        let keeps_place = held.urgency == urgency && !urgency.takes_turns();
        let ticket = if keeps_place { held } else { self.ticket(urgency) };
        self.waiting.insert(ticket, waiter);
        ticket
    }

    /// Whether a job that runs should let others pass: somebody waits, or questions took more than the cores.
    pub(crate) fn is_pressed(&self) -> bool {
        !self.waiting.is_empty() || self.running.len() > self.cores
    }

    /// The next that runs, if there is room: it counts as running from now on.
    pub(crate) fn next(&mut self) -> Option<(Ticket, W)> {
        // Whoever is less urgent needs more room than the first: nobody overtakes it.
        let (&ticket, _) = self.waiting.first_key_value()?;
        if !self.may_run(ticket.urgency) {
            return None;
        }
        self.running.insert(ticket);
        self.waiting.remove_entry(&ticket)
    }

    fn may_run(&self, urgency: Urgency) -> bool {
        let is_pool_taken = self.running.iter().any(|ticket| ticket.urgency.uses_pool());
        self.running.len() < self.cores + urgency.beyond_cores() && !(urgency.uses_pool() && is_pool_taken)
    }

    /// A job has ended.
    pub(crate) fn leave(&mut self, ticket: Ticket) {
        self.running.remove(&ticket);
    }

    /// Takes a job that waits out of the line; `None` if it runs already.
    pub(crate) fn give_up(&mut self, ticket: Ticket) -> Option<W> {
        self.waiting.remove(&ticket)
    }

    /// Takes all that wait and fulfil the condition out of the line.
    pub(crate) fn give_up_if(&mut self, condition: impl Fn(&W) -> bool) -> Vec<W> {
        let tickets = self.waiting.iter().filter(|(_, waiter)| condition(waiter)).map(|(&ticket, _)| ticket);
        let tickets: Vec<Ticket> = tickets.collect();
        tickets.iter().filter_map(|ticket| self.waiting.remove(ticket)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Urgency::{Background, Coach, Count, Experiment, Hint, Moment, Review};

    /// Everybody who may run now, by name.
    fn started(line: &mut Line<&'static str>) -> Vec<(Ticket, &'static str)> {
        std::iter::from_fn(|| line.next()).collect()
    }

    fn names(started: &[(Ticket, &'static str)]) -> Vec<&'static str> {
        started.iter().map(|(_, name)| *name).collect()
    }

    #[test]
    fn the_urgent_come_first_and_equals_in_the_order_of_arrival() {
        let mut line = Line::new(2);
        for (urgency, name) in [
            (Experiment, "experiment"),
            (Count, "count"),
            (Background, "background"),
            (Review, "review"),
            (Review, "second review"),
            (Coach, "coach"),
            (Hint, "hint"),
            (Moment, "moment"),
        ] {
            line.wait(urgency, name);
        }
        let mut order = Vec::new();
        while !line.waiting.is_empty() {
            let (ticket, name) = line.next().unwrap();
            order.push(name);
            line.leave(ticket);
        }
        assert_eq!(
            order,
            ["moment", "hint", "coach", "review", "second review", "background", "count", "experiment"]
        );
    }

    #[test]
    fn a_question_begins_at_once_whatever_runs_in_the_background() {
        for background in [Review, Background, Count, Experiment] {
            let mut line = Line::new(2);
            for _ in 0..10 {
                line.wait(background, "background");
            }
            let running = started(&mut line).len();
            assert_eq!(running, if background.uses_pool() { 1 } else { 2 });
            for question in [Coach, Hint, Moment] {
                line.wait(question, "question");
                assert_eq!(names(&started(&mut line)), ["question"], "{question:?} beside {background:?}");
            }
        }
    }

    #[test]
    fn background_work_that_gives_way_waits_until_the_questions_are_answered() {
        let mut line = Line::new(2);
        line.wait(Experiment, "experiment");
        line.wait(Review, "review");
        let running = started(&mut line);
        line.wait(Hint, "hint");
        let hint = started(&mut line)[0].0;
        assert!(line.is_pressed(), "three compute on two cores");
        let (experiment, review) = (running[1].0, running[0].0);
        line.wait_again(experiment, Experiment, "experiment");
        assert_eq!(names(&started(&mut line)), Vec::<&str>::new());
        line.wait_again(review, Review, "review");
        assert_eq!(
            names(&started(&mut line)),
            ["review"],
            "one core is left, for the more urgent of the two"
        );
        line.leave(hint);
        assert_eq!(names(&started(&mut line)), ["experiment"]);
        assert!(!line.is_pressed());
    }

    #[test]
    fn experiments_take_turns_and_a_count_goes_on_until_it_is_done() {
        let mut line = Line::new(2);
        for name in ["first", "second"] {
            line.wait(Experiment, name);
        }
        let mut turns = Vec::new();
        for _ in 0..4 {
            let (ticket, name) = line.next().unwrap();
            assert!(line.next().is_none(), "one has the pool");
            turns.push(name);
            line.wait_again(ticket, Experiment, name);
        }
        assert_eq!(turns, ["first", "second", "first", "second"]);
        for name in ["a count", "another"] {
            line.wait(Count, name);
        }
        for _ in 0..3 {
            let (ticket, name) = line.next().unwrap();
            assert_eq!(name, "a count");
            line.wait_again(ticket, Count, name);
        }
    }

    #[test]
    fn every_urgency_has_its_own_bound() {
        let mut line = Line::new(2);
        for urgency in [Moment, Hint, Coach, Review, Background, Count, Experiment] {
            (0..urgency.most()).for_each(|_| {
                assert!(line.has_room(urgency));
                line.wait(urgency, "");
            });
            assert!(!line.has_room(urgency), "{urgency:?}");
        }
        assert_eq!(line.give_up_if(|_| true).len(), line.next as usize);
        assert!(line.has_room(Hint));
    }
}
