//! The network file.
//!
//! ```text
//! 8 bytes   magic "2048NTUP"
//! 4         version
//! 4         length of the text
//! …         text: `board`, `net`, `stages` (if there are later ones), `step`, `base` (unknown weights), `weights` (how many are known), then where the network comes from
//! …         the models: contexts × symbols × 2 bytes
//! …         the chunks
//! 4         how many levels there are
//! …         the value of each, 4 bytes
//! 4         CRC-32 of everything before
//! ```
//! Numbers are little-endian; `codec.rs` says what a chunk is. What is coded of a weight is the difference to what unknown
//! ones are; in later stages these are those of the stage before.

use std::fmt;
use std::io;
use std::num::NonZero;
use std::str::FromStr;

use rayon::prelude::*;
use redouble_core::Shape;
use redouble_kernels::Cpu;

use super::codec::{self, CHUNK, CONTEXTS, Models, Packed, SYMBOLS};
use super::coded::Coded;
use super::network::Network;
use super::tuples::Tuples;

const MAGIC: &[u8; 8] = b"2048NTUP";
const VERSION: u32 = 3;

/// Why bytes are not a network.
#[derive(Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// They are something else.
    Foreign,
    /// They are of another version of the format.
    Version(u32),
    /// They end too early.
    CutOff,
    /// They are not what was written.
    Altered,
    /// The text says something that is not understood.
    Text(String),
    /// No file is named and the program brings no network.
    Missing,
    /// Networks are chosen from a list, and this name is not in it.
    NotListed(Vec<String>),
    /// There is not the memory, or the file cannot be read.
    Io(io::Error),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Foreign => f.write_str("this is not a network file"),
            NetworkError::Version(found) => {
                write!(f, "the network file has version {found}; this program reads version {VERSION}")
            }
            NetworkError::CutOff => f.write_str("the network file is cut off"),
            NetworkError::Altered => f.write_str("the network file was altered: its checksum does not fit"),
            NetworkError::Text(line) => write!(f, "the network file says `{line}`, which is not understood"),
            NetworkError::Missing => f.write_str("this program brings no network; name a file"),
            NetworkError::NotListed(names) if names.is_empty() => {
                f.write_str("networks are chosen by name, and there is none but the program's own")
            }
            NetworkError::NotListed(names) => {
                write!(f, "networks are chosen by name; there are {}", names.join(", "))
            }
            NetworkError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> NetworkError {
        NetworkError::Io(error)
    }
}

impl Network {
    /// The network as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps: Vec<i16> = self.differences().collect();
        let models = Models::of(steps.chunks(CHUNK));
        let text = format!(
            "board {}\nnet {}\n{}step {}\nbase {}\nweights {}\n{}",
            self.tuples().shape(),
            self.tuples(),
            self.tuples().stages_line(),
            self.step(),
            self.base(),
            self.count_known(),
            self.about()
        );
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        models.0.iter().flatten().for_each(|part| bytes.extend(part.to_le_bytes()));
        let chunks: Vec<Packed> =
            steps.par_chunks(CHUNK).map(|chunk| codec::encode(chunk, &models)).collect();
        for chunk in chunks {
            chunk.write(&mut bytes);
        }
        let levels: Vec<f32> = self.levels().values().collect();
        bytes.extend((levels.len() as u32).to_le_bytes());
        levels.iter().for_each(|level| bytes.extend(level.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a network, to be used with these instructions.
    ///
    /// # Errors
    /// If the bytes are not exactly what [`to_bytes`](Network::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8], cpu: Cpu) -> Result<Network, NetworkError> {
        let network = Network::parse(bytes, cpu)?;
        network.decode_to(network.tuples().stages().count() - 1).ok_or(NetworkError::Altered)?;
        Ok(network)
    }

    /// Reads a network that the program brings, its later stages when they are needed.
    ///
    /// # Errors
    /// As [`from_bytes`](Network::from_bytes); damage in a later stage that has the right checksum is a panic.
    pub(crate) fn from_own_bytes(bytes: &[u8], cpu: Cpu) -> Result<Network, NetworkError> {
        let network = Network::parse(bytes, cpu)?;
        network.decode_to(0).ok_or(NetworkError::Altered)?;
        Ok(network)
    }

    /// A network whose weights are still coded.
    fn parse(bytes: &[u8], cpu: Cpu) -> Result<Network, NetworkError> {
        let mut reader = Reader(bytes);
        if reader.take(8).map_err(|_| NetworkError::Foreign)? != MAGIC {
            return Err(NetworkError::Foreign);
        }
        let version = reader.number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(NetworkError::CutOff)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(NetworkError::Altered);
        }
        let length = reader.number()? as usize;
        let text = std::str::from_utf8(reader.take(length)?).map_err(|_| NetworkError::Altered)?;
        let network = parse_text(text, cpu)?;
        let network = network.with_chunks(&mut reader)?;
        let levels: Vec<f32> = (0..reader.number()?)
            .map(|_| Ok(f32::from_bits(reader.number()?)))
            .collect::<Result<_, NetworkError>>()?;
        if reader.0.len() != 4 {
            return Err(NetworkError::Altered);
        }
        Ok(network.with_levels(levels.into_iter()))
    }

    fn with_chunks(self, reader: &mut Reader<'_>) -> Result<Network, NetworkError> {
        let mut parts = reader
            .take(2 * CONTEXTS * SYMBOLS)?
            .chunks_exact(2)
            .map(|part| u16::from_le_bytes([part[0], part[1]]));
        let rows =
            (0..CONTEXTS).map(|_| std::array::from_fn(|_| parts.next().expect("taken above"))).collect();
        let models = Models(rows).decoders().ok_or(NetworkError::Altered)?;
        let weights = self.tuples().weights();
        let chunks: Vec<Packed> = (0..weights)
            .step_by(CHUNK)
            .map(|first| Packed::read((weights - first).min(CHUNK), |count| reader.take(count)))
            .collect::<Result<_, _>>()?;
        Ok(self.with_coded(|layout| Coded::all(models, chunks, layout)))
    }
}

/// The lines that say what the network is, and the network without its weights.
fn parse_text(text: &str, cpu: Cpu) -> Result<Network, NetworkError> {
    let mut lines = Lines(text);
    let shape: Shape = lines.value("board")?;
    let net: String = lines.value("net")?;
    let tuples = Tuples::parse(&net, shape).map_err(|_| NetworkError::Text(format!("net {net}")))?;
    let tuples = match lines.next_is("stages") {
        true => tuples.with_stages(lines.value("stages")?).map_err(|_| NetworkError::Altered)?,
        false => tuples,
    };
    let step: NonZero<u16> = lines.value("step")?;
    let base = lines.value("base")?;
    lines.value::<usize>("weights")?;
    Ok(Network::blank(tuples, step.get(), base, cpu)?.with_about(lines.0.to_owned()))
}

/// The lines that are still to be read, each a name and a value.
struct Lines<'a>(&'a str);

impl Lines<'_> {
    fn next_is(&self, name: &str) -> bool {
        self.0.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
    }

    fn value<T: FromStr>(&mut self, name: &str) -> Result<T, NetworkError> {
        let (line, rest) = self.0.split_once('\n').unwrap_or((self.0, ""));
        self.0 = rest;
        let value = line.strip_prefix(name).and_then(|value| value.strip_prefix(' ')?.parse().ok());
        value.ok_or_else(|| NetworkError::Text(line.to_owned()))
    }
}

/// The bytes that are still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetworkError::CutOff)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, NetworkError> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }
}
