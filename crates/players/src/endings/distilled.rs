//! The states of tables that matter most, in few bytes.
//!
//! ```text
//! magic "RDDISTIL"  version u32  number of tables u32
//! for each table: the layout's numbers, one byte a cell  exponent of the tile u8  goal u8  states u32  bytes u32, then as bits
//!     for each layer, from tile sum 0 up: the number of states (32 bits), and if there are any the parameter p of
//!     their gaps (5 bits), then for each state
//!         how much larger its number is than that of the state before, less 1, as a Rice code: the quotient by 2^p in
//!         ones with a zero behind it, then p bits; then its direction (2 bits) and its chance (4 bits, in steps of 1/30 from 0.5)
//! CRC-32 of all before u32
//! ```
//! Numbers are little-endian, bits from the lowest up.

use redouble_core::{Direction, Tile, crc32};

use super::bits::{BitReader, BitWriter};
use super::code::Ending;
use super::fit::EndingState;
use super::layout::Layout;
use super::problem::{EndingProblem, Goal};
use super::ranking::EndingRanking;

/// Some states of a table, in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Distilled {
    problem: EndingProblem,
    /// By half of the tile sum: where the states of the layer begin; one more at the end.
    layers: Vec<u32>,
    /// The numbers of the states, rising within a layer.
    ranks: Vec<u32>,
    /// The direction in the lowest two bits, the chance in steps above them.
    codes: Vec<u8>,
}

const MAGIC: &[u8; 8] = b"RDDISTIL";
const VERSION: u32 = 1;
/// The bits of a direction and a chance.
const CODE_BITS: u32 = 6;
/// The smallest chance that is told from others.
const LEAST: f32 = 0.5;
/// The steps from there to certainty.
const STEPS: f32 = 15.0;

fn code(ending: Ending) -> u8 {
    let steps = ((ending.chance - LEAST) / (1.0 - LEAST) * STEPS).clamp(0.0, STEPS);
    (steps.round() as u8) << 2 | ending.direction as u8
}

fn ending(code: u8) -> Ending {
    let direction = Direction::ALL[usize::from(code & 3)];
    Ending { direction, chance: LEAST + (1.0 - LEAST) * f32::from(code >> 2) / STEPS }
}

impl Distilled {
    /// Keeps these states.
    #[must_use]
    pub fn new(problem: &EndingProblem, mut states: Vec<(EndingState, Ending)>) -> Distilled {
        states.sort_by_key(|(state, _)| *state);
        states.dedup_by_key(|(state, _)| *state);
        let before = |weight: u32| states.partition_point(|(state, _)| state.sum < 2 * weight) as u32;
        Distilled {
            problem: *problem,
            layers: (0..=problem.last_sum() / 2 + 1).map(before).collect(),
            ranks: states.iter().map(|(state, _)| state.rank).collect(),
            codes: states.iter().map(|(_, ending)| code(*ending)).collect(),
        }
    }

    /// What the table is about.
    #[must_use]
    pub const fn problem(&self) -> &EndingProblem {
        &self.problem
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The move of a state and about its chance, if it is kept.
    #[must_use]
    pub fn get(&self, state: EndingState) -> Option<Ending> {
        let layer = self.layer(state.sum as usize / 2);
        let place = self.ranks[layer.clone()].binary_search(&state.rank).ok()?;
        Some(ending(self.codes[layer.start + place]))
    }

    fn layer(&self, weight: usize) -> std::ops::Range<usize> {
        self.layers[weight] as usize..self.layers[weight + 1] as usize
    }

    /// The file of these tables.
    #[must_use]
    pub fn to_bytes(tables: &[Distilled]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((tables.len() as u32).to_le_bytes());
        for table in tables {
            let problem = &table.problem;
            let bits = table.to_bits();
            bytes.extend(problem.layout().numbers());
            bytes.extend([problem.tile().exponent(), problem.goal() as u8]);
            bytes.extend((table.len() as u32).to_le_bytes());
            bytes.extend((bits.len() as u32).to_le_bytes());
            bytes.extend(bits);
        }
        let sum = crc32(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn to_bits(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        for weight in 0..self.layers.len() - 1 {
            let layer = self.layer(weight);
            bits.put(layer.len() as u32, 32);
            let gaps = gaps(&self.ranks[layer.clone()]);
            let Some(parameter) = (0..32).min_by_key(|&parameter| rice_bits(&gaps, parameter)) else {
                continue;
            };
            if layer.is_empty() {
                continue;
            }
            bits.put(parameter, 5);
            for (gap, &code) in gaps.iter().zip(&self.codes[layer]) {
                bits.put_rice(*gap, parameter);
                bits.put(u32::from(code), CODE_BITS);
            }
        }
        bits.into_bytes()
    }

    /// Reads a file of tables.
    ///
    /// # Errors
    /// If it is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Distilled>, DistilledError> {
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or(DistilledError::Damaged)?;
        let mut rest = content.strip_prefix(MAGIC).ok_or(DistilledError::Other)?;
        let version = take_u32(&mut rest)?;
        if version != VERSION {
            return Err(DistilledError::Version(version));
        }
        if crc32(content).to_le_bytes() != *sum {
            return Err(DistilledError::Damaged);
        }
        let count = take_u32(&mut rest)?;
        (0..count).map(|_| Distilled::read(&mut rest)).collect()
    }

    fn read(rest: &mut &[u8]) -> Result<Distilled, DistilledError> {
        let damaged = DistilledError::Damaged;
        let (head, behind) = rest.split_first_chunk::<18>().ok_or(damaged)?;
        *rest = behind;
        let layout =
            Layout::from_numbers(head[..16].try_into().map_err(|_| damaged)?).map_err(|_| damaged)?;
        let (tile, goal) = (Tile::new(head[16]).ok_or(damaged)?, Goal::ALL.get(usize::from(head[17])));
        let problem = EndingProblem::new(layout, tile, *goal.ok_or(damaged)?).map_err(|_| damaged)?;
        let (states, length) = (take_u32(rest)? as usize, take_u32(rest)? as usize);
        let bits = rest.split_off(..length).ok_or(damaged)?;
        Distilled::from_bits(&problem, states, bits).ok_or(damaged)
    }

    fn from_bits(problem: &EndingProblem, states: usize, bits: &[u8]) -> Option<Distilled> {
        let ranking = EndingRanking::new(problem);
        let mut bits = BitReader::new(bits);
        let (mut layers, mut ranks, mut codes) = (vec![0], Vec::new(), Vec::new());
        for weight in 0..=problem.last_sum() / 2 {
            let count = bits.take(32)?;
            let parameter = if count > 0 { bits.take(5)? } else { 0 };
            let mut next = 0_u64;
            for _ in 0..count {
                let rank = next + u64::from(bits.take_rice(parameter)?);
                // Every state exists, so that a file can not say more than there is.
                if rank >= ranking.states(2 * weight) || ranks.len() == states {
                    return None;
                }
                ranks.push(rank as u32);
                codes.push(bits.take(CODE_BITS)? as u8);
                next = rank + 1;
            }
            layers.push(ranks.len() as u32);
        }
        (ranks.len() == states).then_some(Distilled { problem: *problem, layers, ranks, codes })
    }
}

/// The distances between numbers that rise, less 1.
fn gaps(ranks: &[u32]) -> Vec<u32> {
    let mut next = 0;
    let gap = |&rank: &u32| rank - std::mem::replace(&mut next, rank + 1);
    ranks.iter().map(gap).collect()
}

/// The bits that these numbers take as Rice codes.
fn rice_bits(numbers: &[u32], parameter: u32) -> u64 {
    numbers.iter().map(|number| u64::from(number >> parameter) + u64::from(parameter) + 1).sum()
}

fn take_u32(rest: &mut &[u8]) -> Result<u32, DistilledError> {
    let (number, behind) = rest.split_first_chunk::<4>().ok_or(DistilledError::Damaged)?;
    *rest = behind;
    Ok(u32::from_le_bytes(*number))
}

/// Why bytes are not distilled tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistilledError {
    /// They are something else.
    Other,
    /// Another version of the program wrote them.
    Version(u32),
    /// They are not as they were written.
    Damaged,
}

impl std::fmt::Display for DistilledError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DistilledError::Other => f.write_str("not distilled tables of endings"),
            DistilledError::Version(version) => {
                write!(f, "distilled tables of version {version}, this program has version {VERSION}")
            }
            DistilledError::Damaged => f.write_str("damaged distilled tables"),
        }
    }
}

impl std::error::Error for DistilledError {}

#[cfg(test)]
mod tests {
    use redouble_core::Random;

    use super::*;

    #[test]
    fn distilled_tables_are_read_back_and_damage_is_found() {
        let problem = EndingProblem::new(Layout::SNAKE, Tile::from_value(256).unwrap(), Goal::Merge).unwrap();
        let ranking = EndingRanking::new(&problem);
        let mut random = Random::new(5);
        let mut state = |_| {
            let sum = 2 * random.below(145);
            let state = EndingState { sum, rank: random.below(ranking.states(sum) as u32) };
            let direction = Direction::ALL[random.below(4) as usize];
            (state, Ending { direction, chance: 0.5 + random.below(501) as f32 / 1_000.0 })
        };
        let states: Vec<_> = (0..5_000).map(&mut state).collect();
        let table = Distilled::new(&problem, states.clone());
        let bytes = Distilled::to_bytes(&[table.clone(), Distilled::new(&problem, Vec::new())]);
        let read = Distilled::from_bytes(&bytes).unwrap();
        assert_eq!(read[0], table);
        assert!(read[1].is_empty());
        let mut found = 0;
        for (state, ending) in states {
            let got = read[0].get(state).unwrap();
            found +=
                usize::from(got.direction == ending.direction && (got.chance - ending.chance).abs() <= 0.017);
        }
        // A state that was drawn twice has one of two endings.
        assert!(found >= 4_900, "{found}");
        for place in (0..bytes.len()).step_by(101) {
            let mut altered = bytes.clone();
            altered[place] ^= 4;
            assert!(Distilled::from_bytes(&altered).is_err(), "{place}");
            assert!(Distilled::from_bytes(&bytes[..place]).is_err(), "{place}");
        }
    }
}
