//! Games kept as a log of events, with everything else in memory: for a browser, for games that are not saved, and for
//! taking over the journals of earlier versions.

use std::collections::BTreeMap;

use redouble_core::{Direction, Record};

use crate::event::GameEvent;
use crate::log::Log;
use crate::store::{Entry, Store, StoreError, Syncing};

/// A [`Store`] over a [`Log`]: one line an event, and the records in memory.
pub(crate) struct LoggedStore {
    log: Box<dyn Log>,
    records: BTreeMap<u64, Record>,
    results: BTreeMap<u64, String>,
}

impl LoggedStore {
    pub(crate) fn new(log: Box<dyn Log>) -> LoggedStore {
        LoggedStore { log, records: BTreeMap::new(), results: BTreeMap::new() }
    }

    /// Takes in what is in the log already.
    pub(crate) fn learn(&mut self, entry: &Entry) {
        match &entry.event {
            GameEvent::Kept { id, record, .. } => drop(self.records.insert(*id, (**record).clone())),
            GameEvent::Slid { .. } | GameEvent::Undone { .. } | GameEvent::Redone { .. } => {
                self.follow(entry);
            }
            GameEvent::Removed { id } => drop(self.records.remove(id)),
            GameEvent::ResultKept { id, json, .. } => drop(self.results.insert(*id, json.clone())),
            GameEvent::ResultRemoved { id } => drop(self.results.remove(id)),
            GameEvent::Marked { .. }
            | GameEvent::Named { .. }
            | GameEvent::Tagged { .. }
            | GameEvent::Untagged { .. }
            | GameEvent::TreeKept { .. }
            | GameEvent::Opened { .. }
            | GameEvent::Best { .. }
            | GameEvent::TakenOver { .. } => {}
        }
    }

    /// A move was made or taken back.
    fn follow(&mut self, entry: &Entry) {
        let Some(row) = &entry.row else { return };
        let Some(record) = self.records.get_mut(&row.id) else { return };
        record.plies.truncate(row.summary.moves - usize::from(entry.ply.is_some()));
        record.plies.extend(entry.ply);
        record.undone = row.undone.chars().filter_map(Direction::from_letter).collect();
        record.undos = row.summary.undos;
        record.score = row.summary.score;
    }
}

impl Store for LoggedStore {
    fn keep(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let lines: Vec<String> = entries.iter().map(|entry| entry.event.to_string()).collect();
        self.log.append(&lines).map_err(|error| StoreError(error.to_string()))?;
        entries.iter().for_each(|entry| self.learn(entry));
        Ok(())
    }

    fn record(&self, id: u64) -> Result<Option<Record>, StoreError> {
        Ok(self.records.get(&id).cloned())
    }

    fn result(&self, id: u64) -> Result<Option<String>, StoreError> {
        Ok(self.results.get(&id).cloned())
    }

    fn syncing(&self) -> Syncing {
        Box::new(|| Ok(()))
    }
}
