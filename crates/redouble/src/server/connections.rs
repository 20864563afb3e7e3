//! The connections that are open. There is always room for one more: whoever was used least recently makes it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The most connections at a time.
const MOST: usize = 1024;
/// The most of one client on another machine. Clients on this one cannot be told apart.
const MOST_OF_CLIENT: usize = 64;
/// How many fewer connections there are to be when the system has no more descriptors: the games need some, too.
const RESERVE: usize = 16;

/// All open connections.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Mutex<Table>>);

struct Table {
    open: BTreeMap<u64, Entry>,
    most: usize,
    /// Grows with every connection and every request.
    time: u64,
}

struct Entry {
    client: IpAddr,
    /// When its last request began, or when it was opened.
    used: u64,
    /// Dropping it closes the connection.
    _open: oneshot::Sender<()>,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections(Arc::new(Mutex::new(Table { open: BTreeMap::new(), most: MOST, time: 0 })))
    }
}

impl Connections {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. If there are too many, another one is closed.
    pub(crate) fn add(&self, client: IpAddr) -> (Connection, oneshot::Receiver<()>) {
        let mut table = self.table();
        if !client.is_loopback() && table.of(client) >= MOST_OF_CLIENT {
            table.close_oldest_of(client);
        }
        while table.open.len() >= table.most {
            table.make_room();
        }
        let number = table.tick();
        let (sender, closed) = oneshot::channel();
        table.open.insert(number, Entry { client, used: number, _open: sender });
        (Connection { connections: self.clone(), number }, closed)
    }

    /// The system has no more descriptors: there will be fewer connections.
    pub(crate) fn shrink(&self) {
        let mut table = self.table();
        table.most = table.open.len().saturating_sub(RESERVE).max(1);
        while table.open.len() > table.most {
            table.make_room();
        }
    }
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.time += 1;
        self.time
    }

    fn of(&self, client: IpAddr) -> usize {
        self.open.values().filter(|entry| entry.client == client).count()
    }

    /// Closes a connection of the client that has most of them, so that nobody is kept out by another.
    fn make_room(&mut self) {
        let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
        self.open.values().for_each(|entry| *counts.entry(entry.client).or_default() += 1);
        if let Some((&client, _)) = counts.iter().max_by_key(|(_, count)| **count) {
            self.close_oldest_of(client);
        }
    }

    fn close_oldest_of(&mut self, client: IpAddr) {
        let of_client = self.open.iter().filter(|(_, entry)| entry.client == client);
        if let Some((&number, _)) = of_client.min_by_key(|(_, entry)| entry.used) {
            self.open.remove(&number);
        }
    }
}

/// An open connection; dropping it makes room.
pub(crate) struct Connection {
    connections: Connections,
    number: u64,
}

impl Connection {
    /// A request begins on it.
    pub(crate) fn used(&self) {
        let mut table = self.connections.table();
        let time = table.tick();
        if let Some(entry) = table.open.get_mut(&self.number) {
            entry.used = time;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.table().open.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_closed(closed: &mut oneshot::Receiver<()>) -> bool {
        closed.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    #[test]
    fn the_one_used_least_recently_makes_room() {
        let connections = Connections::default();
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        let mut all: Vec<_> = (0..MOST).map(|_| connections.add(local)).collect();
        all[0].0.used();
        let _more = connections.add(local);
        assert!(!is_closed(&mut all[0].1) && is_closed(&mut all[1].1));
        assert_eq!(connections.table().open.len(), MOST);
        drop(all);
        assert_eq!(connections.table().open.len(), 1);
    }

    #[test]
    fn a_client_with_many_connections_keeps_no_other_out() {
        let connections = Connections::default();
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut other = connections.add(address("192.168.1.5"));
        let flood: Vec<_> = (0..3 * MOST).map(|_| connections.add(address("192.168.1.66"))).collect();
        assert!(!is_closed(&mut other.1));
        assert_eq!(connections.table().of(address("192.168.1.66")), MOST_OF_CLIENT);
        let local: Vec<_> = (0..3 * MOST).map(|_| connections.add(address("127.0.0.1"))).collect();
        assert!(!is_closed(&mut other.1));
        drop((flood, local));
    }

    #[test]
    fn few_descriptors_mean_few_connections() {
        let connections = Connections::default();
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        let _all: Vec<_> = (0..50).map(|_| connections.add(local)).collect();
        connections.shrink();
        assert_eq!(connections.table().open.len(), 50 - RESERVE);
        let _more: Vec<_> = (0..50).map(|_| connections.add(local)).collect();
        assert_eq!(connections.table().open.len(), 50 - RESERVE);
    }
}
