//! Every form that the machine has, of every kernel, does what the portable form and the plain twin do.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use redouble_core::{Board, Grid, Packed, Random, Shape};
use redouble_kernels::{
    BitSpreads, BoardIndexes, Changes, CoherenceEntry, CoherentWeights, Cpu, Gathered, IndexPlan, Indexes,
    LearningRate, QuantisedWeights, RecordIndexes, Simd, SlideIndexes, TupleBoard, TwoIndexes, WithSimd,
    canonicalize,
};

/// A number whose bits are all random, all zero, all one, or few.
fn words() -> impl Strategy<Value = u64> {
    prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), (0..64_u32).prop_map(|bit| 1 << bit)]
}

/// The board of a shape with the lowest digits of a number.
fn packed<const R: usize, const C: usize>(bits: u64) -> Packed<R, C> {
    Packed::from_bits(bits & (u64::MAX >> (64 - 4 * R * C)))
}

fn assert_canonical<const R: usize, const C: usize>(bits: &[u64]) {
    let boards: Vec<Packed<R, C>> = bits.iter().map(|&bits| packed(bits)).collect();
    let expected: Vec<Packed<R, C>> = boards.iter().map(|board| board.canonical()).collect();
    for cpu in Cpu::available() {
        let mut found = boards.clone();
        canonicalize(cpu, &mut found);
        assert_eq!(found, expected, "{cpu}");
    }
}

proptest! {
    /// Lengths around every vector width.
    #[test]
    fn slices_become_canonical_board_by_board(bits in prop::collection::vec(words(), 0..40)) {
        assert_canonical::<4, 4>(&bits);
        assert_canonical::<3, 3>(&bits);
        assert_canonical::<2, 5>(&bits);
        assert_canonical::<3, 4>(&bits);
    }
}

struct Spread<'a>(&'a BitSpreads, usize, u64);

impl WithSimd for Spread<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        simd.spread(self.0, self.1, self.2)
    }
}

proptest! {
    #[test]
    fn bits_go_where_their_map_says(
        maps in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(0..63_u8, 0..=BitSpreads::SOURCES), 0..=64), 1..3),
        word in words(),
    ) {
        let word = word & (u64::MAX >> 1);
        let spreads = BitSpreads::new(maps.clone());
        for (number, map) in maps.iter().enumerate() {
            let reached = |sources: &[u8]| sources.iter().any(|&source| word >> source & 1 == 1);
            let bits = map.iter().enumerate().filter(|(_, sources)| reached(sources));
            let expected = bits.fold(0, |all, (bit, _)| all | 1 << bit);
            for cpu in Cpu::available() {
                prop_assert_eq!(cpu.run(Spread(&spreads, number, word)), expected, "{}", cpu);
            }
        }
    }
}

/// Tuples of one, of many and of all lengths, in odd and even number.
const TUPLES: [&[&[u8]]; 5] = [
    &[&[0, 1, 2, 4, 5, 6], &[4, 5, 6, 7, 8, 9], &[0, 1, 2, 3, 4, 5], &[2, 3, 4, 5, 6, 9]],
    &[&[0, 1, 2, 3, 4, 5, 6], &[4, 5, 6, 7, 8, 9, 10]],
    &[&[0], &[5, 10], &[0, 1, 2, 3, 4, 5, 6]],
    &[&[0, 1, 2, 3, 4, 5], &[15]],
    &[&[3, 7, 11]],
];
/// For boards of at least eight cells.
const SMALL_TUPLES: [&[&[u8]]; 2] =
    [&[&[0, 1, 4, 5], &[0, 1, 2, 3]], &[&[0, 1, 3], &[2], &[0, 1, 2, 4, 5, 6, 7]]];

fn flat<const SHIFT: u32>(indexes: &BoardIndexes<1, SHIFT>) -> Vec<Indexes> {
    indexes.tuples().iter().map(|tuple| tuple.map(|index| index >> SHIFT)).collect()
}

/// The indexes of four boards in their stages: one by one, all at once, on the heap and on the stack.
fn assert_indexes<B: TupleBoard>(tuples: &[&[u8]], boards: [B; 4], stages: [usize; 4]) {
    let plan = |cpu: Cpu| IndexPlan::new(cpu, boards[0].shape(), tuples, 3);
    let portable = plan(Cpu::PORTABLE);
    let expected: Vec<Vec<Indexes>> =
        boards.iter().zip(stages).map(|(&board, stage)| portable.indexes(stage, board)).collect();
    for cpu in Cpu::available() {
        let plan = plan(cpu);
        let (mut weights, mut records) = (BoardIndexes::<1, 0>::new(&plan), RecordIndexes::new(&plan));
        for ((&board, &stage), expected) in boards.iter().zip(&stages).zip(&expected) {
            plan.compute_indexes([board], [stage], &mut weights);
            assert_eq!(flat(&weights), *expected, "{cpu}, {board:?}");
            plan.compute_indexes([board], [stage], &mut records);
            assert_eq!(flat(&records), *expected, "{cpu}, {board:?}");
        }
        let (mut all, mut on_stack) =
            (SlideIndexes::new(&plan), SlideIndexes::<[TwoIndexes; 16]>::on_stack(&plan));
        plan.compute_indexes(boards, stages, &mut all);
        plan.compute_indexes(boards, stages, &mut on_stack);
        let of_boards = all.tuples_of_boards().zip(on_stack.tuples_of_boards());
        for (tuple, (of_boards, same)) in of_boards.enumerate() {
            assert_eq!(of_boards, same, "{cpu}");
            let expected: [&Indexes; 4] = std::array::from_fn(|board| &expected[board][tuple]);
            assert_eq!(of_boards, expected, "{cpu}, tuple {tuple} of {boards:?}");
        }
        assert!(expected.iter().flatten().flatten().all(|&index| (index as usize) < plan.weights()));
    }
}

proptest! {
    #[test]
    fn indexes_are_those_of_the_cells(
        bits in prop::array::uniform4(words()), stages in prop::array::uniform4(0..3_usize), one: bool,
    ) {
        let stages = if one { [stages[0]; 4] } else { stages };
        for tuples in TUPLES {
            assert_indexes(tuples, bits.map(packed::<4, 4>), stages);
        }
        for tuples in SMALL_TUPLES {
            assert_indexes(tuples, bits.map(packed::<3, 3>), stages);
            assert_indexes(tuples, bits.map(packed::<2, 4>), stages);
            assert_indexes(tuples, bits.map(packed::<3, 4>), stages);
        }
    }

    /// Tiles up to 2048, so that no sum leaves what an exact board may hold.
    #[test]
    fn packed_and_exact_boards_have_the_same_indexes(exponents in prop::collection::vec(0..12_u64, 16)) {
        let bits = exponents.iter().fold(0, |bits, exponent| bits << 4 | exponent);
        let board = packed::<4, 4>(bits);
        for tuples in TUPLES {
            let plan = IndexPlan::new(Cpu::PORTABLE, Shape::CLASSIC, tuples, 1);
            prop_assert_eq!(plan.indexes(0, board), plan.indexes(0, Board::from(board)));
            assert_indexes(tuples, [Board::from(board); 4], [0, 1, 2, 1]);
        }
    }
}

#[test]
fn sums_are_those_of_the_weights_one_by_one() {
    let (mut random, shape) = (Random::new(3), Shape::CLASSIC);
    for tuples in [&[&[0, 1, 2][..], &[4, 5], &[7]][..], &[&[0, 5, 10, 15], &[1, 2]]] {
        let weights =
            QuantisedWeights::new(IndexPlan::new(Cpu::PORTABLE, shape, tuples, 2).weights(), 8.0).unwrap();
        for word in weights.words() {
            word.store(random.below(1 << 16) as u16 as i16, Ordering::Relaxed);
        }
        for _ in 0..200 {
            let boards = [(); 4].map(|()| packed::<4, 4>(random.next_u64()));
            let stages = [(); 4].map(|()| random.below(2) as usize);
            for cpu in Cpu::available() {
                let plan = IndexPlan::new(cpu, shape, tuples, 2);
                let steps = |index: &u32| i32::from(weights.words()[*index as usize].load(Ordering::Relaxed));
                let expected: [i32; 4] = std::array::from_fn(|place| {
                    plan.indexes(stages[place], boards[place]).as_flattened().iter().map(steps).sum()
                });
                let alone = [0, 1, 2, 3].map(|place| weights.sum(&plan, stages[place], boards[place]));
                assert_eq!(alone, expected, "{cpu}");
                let mut indexes = SlideIndexes::new(&plan);
                plan.compute_indexes(boards, stages, &mut indexes);
                weights.prefetch(&indexes, 0b1011);
                assert_eq!(weights.sums(&indexes, 0b1111), expected, "{cpu}");
                let [a, b, _, d] = expected;
                assert_eq!(weights.sums(&indexes, 0b1011), [a, b, 0, d], "{cpu}");
            }
        }
    }
}

/// Weight by weight as the rule is written, in a map.
#[derive(Default)]
struct Twin(HashMap<u32, CoherenceEntry>);

impl Twin {
    fn update(&mut self, indexes: &[Indexes], rate: LearningRate, step: f32) {
        for index in indexes.iter().flatten().collect::<BTreeSet<_>>() {
            let CoherenceEntry { weight, sum, size } = self.0.entry(*index).or_default();
            let part = match rate {
                LearningRate::Coherent(rate) if *size != 0.0 => sum.abs() / *size * rate,
                LearningRate::Coherent(rate) | LearningRate::Plain(rate) => rate,
            };
            *weight += part * step;
            *sum += step;
            *size += step.abs();
        }
    }

    fn sum(&self, indexes: &[Indexes]) -> f64 {
        let weight = |index| self.0.get(index).map_or(0.0, |entry| f64::from(entry.weight));
        indexes.iter().flatten().map(weight).sum()
    }
}

/// Two tuples of 256 weights each, many times, on boards with few different tiles: few different indexes, so that some come
/// twice in one update.
#[test]
fn weights_move_by_the_rule() {
    for rate in [LearningRate::Coherent(0.75), LearningRate::Plain(0.75)] {
        let mut sums = Vec::new();
        for cpu in Cpu::available() {
            sums.push(assert_moves_by_the_rule(cpu, rate));
        }
        assert!(sums.iter().all(|found| *found == sums[0]), "all forms add in the same order");
    }
}

/// The sums after every update, as bits.
fn assert_moves_by_the_rule(cpu: Cpu, rate: LearningRate) -> Vec<u32> {
    let plan = IndexPlan::new(cpu, Shape::CLASSIC, &[&[0, 1], &[5, 6]], 1);
    let table = CoherentWeights::new(cpu, plan.weights(), rate, 8.0).unwrap();
    let (mut twin, mut random) = (Twin::default(), Random::new(5));
    let (mut indexes, mut gathered, mut changes) =
        (RecordIndexes::new(&plan), Gathered::new(), Changes::none());
    let is_near =
        |found: f32, expected: f64| (f64::from(found) - expected).abs() <= 1e-3 * expected.abs().max(1.0);
    let mut sums = Vec::new();
    for _ in 0..2_000 {
        let board = packed::<4, 4>(random.next_u64() & 0x3333_3333_3333_3333);
        let step = f32::from(random.below(2_001) as i16 - 1_000) / 16.0;
        let expected = plan.indexes(0, board);
        plan.compute_indexes([board], [0], &mut indexes);
        table.prefetch(&indexes);
        table.gather(&indexes, &mut gathered);
        assert!(is_near(gathered.sum(), twin.sum(&expected)), "{cpu}");
        let after = table.scatter(&indexes, &gathered, step, &mut changes);
        twin.update(&expected, rate, step);
        assert!(is_near(after, twin.sum(&expected)), "{cpu}");
        sums.extend([gathered.sum(), after].map(f32::to_bits));
    }
    table.flush(&mut changes);
    for index in 0..plan.weights() as u32 {
        let expected = twin.0.get(&index).copied().unwrap_or_default();
        assert_eq!(table.entry(index), expected, "{cpu}, {index}");
        let quantised = (expected.weight / 8.0).round_ties_even() * 8.0;
        assert_eq!(table.quantised().get(index), quantised, "{cpu}, {index}");
    }
    sums
}
