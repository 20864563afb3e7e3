//! The rules, tested through the public interface.

mod boards;
mod laws;
mod peers;
mod perft;
mod records;
mod vectors;
