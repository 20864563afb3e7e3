//! States as Parquet, for DuckDB, Polars and Spark.
//!
//! Two columns, `sum` and `board`, sorted by both: the differences of neighbouring boards are packed
//! (`DELTA_BINARY_PACKED`) and compressed by Zstandard. A row group holds states of one layer only, so that a reader
//! that asks for one tile sum skips the rest.

use std::io::Write as _;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use redouble_states::Store;

use super::{Exporter, Output};

/// The most rows of a row group: 16 megabytes of boards before packing.
const ROWS: usize = 1 << 21;

/// See the module.
pub(super) struct Parquet(SerializedFileWriter<Output>);

impl Parquet {
    pub(super) fn new(out: Output) -> anyhow::Result<Parquet> {
        let schema = "message states {
            REQUIRED INT32 sum (INTEGER(32, false));
            REQUIRED INT64 board (INTEGER(64, false));
        }";
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let writer =
            SerializedFileWriter::new(out, Arc::new(parse_message_type(schema)?), Arc::new(properties))?;
        Ok(Parquet(writer))
    }
}

impl Exporter for Parquet {
    fn layer(&mut self, _: &Store, sum: u64, boards: &[u64]) -> anyhow::Result<()> {
        for boards in boards.chunks(ROWS) {
            let sums = vec![i32::try_from(sum)?; boards.len()];
            // Parquet's unsigned numbers are stored as signed ones with the same bits.
            let boards: Vec<i64> = boards.iter().map(|bits| bits.cast_signed()).collect();
            let mut group = self.0.next_row_group()?;
            write_column::<Int32Type>(&mut group, &sums)?;
            write_column::<Int64Type>(&mut group, &boards)?;
            group.close()?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        Ok(self.0.into_inner()?.flush()?)
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Output>,
    values: &[T::T],
) -> anyhow::Result<()> {
    let mut column = group.next_column()?.expect("the schema has two columns");
    column.typed::<T>().write_batch(values, None, None)?;
    Ok(column.close()?)
}
