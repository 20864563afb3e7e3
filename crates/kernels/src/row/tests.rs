//! Every form against plain loops over bits.

use proptest::prelude::*;

use super::*;

fn forms() -> Vec<Cpu> {
    Cpu::available().collect()
}

fn bit(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

fn words(count: usize) -> impl Strategy<Value = Vec<u64>> {
    // Sparse, dense and empty words.
    let word = prop_oneof![
        Just(0),
        any::<u64>(),
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c)
    ];
    prop::collection::vec(word, count)
}

fn slab_length() -> impl Strategy<Value = (usize, u32)> {
    (1..40_usize, 3..6_u32).prop_map(|(eights, shift)| (8 * eights, shift))
}

/// The dirty segments of a slab, and its words in them.
fn packed(slab: &[u64], shift: u32) -> (u64, Vec<u64>) {
    let mut dirty = 0;
    let mut packed = Vec::new();
    for (index, segment) in slab.chunks(1 << shift).enumerate() {
        if segment.iter().any(|&word| word != 0) {
            dirty |= 1 << index;
            packed.extend(segment);
        }
    }
    (dirty, packed)
}

/// Targets of up to 64 bits, where none has more than four sources.
fn bit_targets() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let pairs = prop::collection::vec((0..64_u8, 0..64_u8), 0..120);
    (1..=64_usize, pairs).prop_map(|(bits, pairs)| {
        let mut targets = vec![Vec::new(); bits];
        for (from, to) in pairs {
            let from = usize::from(from) % bits;
            let sources = targets.iter().filter(|of: &&Vec<u8>| of.contains(&to)).count();
            if sources < 4 && !targets[from].contains(&to) {
                targets[from].push(to);
            }
        }
        targets
    })
}

fn low(bits: usize) -> u64 {
    !0 >> (64 - bits)
}

fn mapped(targets: &[Vec<u8>], word: u64) -> u64 {
    let set = (0..targets.len()).filter(|from| word >> from & 1 == 1);
    set.flat_map(|from| &targets[from]).fold(0, |bits, to| bits | 1 << to)
}

fn deposited(row: &[u64], run: &Run) -> u64 {
    let places = (0..64).filter(|place| run.deposit >> place & 1 == 1);
    let set = places.enumerate().filter(|(index, _)| bit(row, run.start as usize + index));
    set.fold(0, |bits, (_, place)| bits | 1 << place)
}

/// Runs one after the other from the beginning of a row of 20 words.
fn runs(slab_words: usize, slabs: usize) -> impl Strategy<Value = Vec<Run>> {
    prop::collection::vec((any::<u64>(), 0..slab_words, 0..slabs), 1..20).prop_map(|parts| {
        let mut start = 0;
        let mut runs = Vec::new();
        for (deposit, word, slab) in parts {
            runs.push(Run { deposit, start, word: word as u16, slab: slab as u16 });
            start += deposit.count_ones();
        }
        runs
    })
}

proptest! {
    #[test]
    fn packing_and_unpacking_keep_every_bit((slab, other, shift) in slab_length().prop_flat_map(|(length, shift)| (words(length), words(length), Just(shift)))) {
        let (dirty, expected) = packed(&slab, shift);
        for cpu in forms() {
            let mut emptied = slab.clone();
            let mut into = vec![7; slab.len()];
            let taken = take_segments(cpu, &mut emptied, dirty, shift, &mut into);
            prop_assert_eq!(&into[..taken], &expected[..]);
            prop_assert!(emptied.iter().all(|&word| word == 0));
            let mut all = other.clone();
            or_segments(cpu, &expected, dirty, shift, &mut all);
            let union: Vec<u64> = slab.iter().zip(&other).map(|(a, b)| a | b).collect();
            prop_assert_eq!(&all, &union);
            let mut all = other.clone();
            or_words(cpu, &slab, &mut all);
            prop_assert_eq!(&all, &union);
        }
    }

    #[test]
    fn ones_are_counted((words, mask) in (0..50_usize).prop_flat_map(|length| (words(length), words(length)))) {
        let count = |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        let both: Vec<u64> = words.iter().zip(&mask).map(|(a, b)| a & b).collect();
        for cpu in forms() {
            prop_assert_eq!(ones(cpu, &words), count(&words));
            prop_assert_eq!(ones_within(cpu, &words, &mask), count(&both));
        }
    }

    #[test]
    fn runs_are_laid(row in words(21), runs in runs(100, 1)) {
        let mut expected = vec![0; 104];
        for run in &runs {
            expected[usize::from(run.word)] |= deposited(&row, run);
        }
        for cpu in forms() {
            let mut slab = vec![0; 104];
            let dirty = lay_runs(cpu, &row, &runs, 3, &mut slab);
            prop_assert_eq!(&slab, &expected);
            prop_assert_eq!(dirty, packed(&slab, 3).0);
        }
    }

    #[test]
    fn runs_are_laid_across(row in words(21), runs in runs(1, 5), targets in bit_targets(), word in 0..24_usize) {
        let runs: Vec<Run> = runs.iter().map(|run| Run { deposit: run.deposit & low(targets.len()), ..*run }).collect();
        let map = BitMap::new(&targets);
        let mut expected = vec![0; 5 * 24];
        for run in &runs {
            expected[24 * usize::from(run.slab) + word] |= mapped(&targets, deposited(&row, run));
        }
        for cpu in forms() {
            let (mut words, mut dirty) = (vec![0; 5 * 24], vec![0; 5]);
            let mut slabs = Slabs { words: &mut words, dirty: &mut dirty, stride: 24, shift: 3 };
            lay_across(cpu, &row, &runs, &map, word, &mut slabs);
            prop_assert_eq!(&words, &expected);
            for (slab, dirty) in words.chunks(24).zip(&dirty) {
                // A map may lead nowhere, so a dirty segment may be empty, but no other.
                prop_assert_eq!(packed(slab, 3).0 & !dirty, 0);
            }
        }
    }

    #[test]
    fn bits_are_scattered(row in words(5), places in prop::collection::vec(0..64 * 24_u32, 5 * 64), slabs in prop::collection::vec((0..5_u16, 0..66_u16), 5 * 64), (start, end) in (0..320_u32, 0..320_u32)) {
        let mut expected = vec![0; 24];
        for place in (0..places.len()).filter(|&from| bit(&row, from)).map(|from| places[from] as usize) {
            expected[place / 64] |= 1 << (place % 64);
        }
        let (start, end) = (start.min(end), start.max(end));
        let crossings: Vec<Crossing> = slabs[start as usize..].iter().map(|&(slab, bit)| Crossing { slab, bit }).collect();
        let mut across = vec![0; 5 * 24];
        for from in (start..end).filter(|&from| bit(&row, from as usize)) {
            let Crossing { slab, bit } = crossings[(from - start) as usize];
            across[24 * usize::from(slab) + 7 + usize::from(bit / 64)] |= 1 << (bit % 64);
        }
        for cpu in forms() {
            let mut slab = vec![0; 24];
            let dirty = scatter(cpu, &row, &places, 3, &mut slab);
            prop_assert_eq!(&slab, &expected);
            prop_assert_eq!(dirty, packed(&slab, 3).0);
            let (mut words, mut dirty) = (vec![0; 5 * 24], vec![0; 5]);
            let mut slabs = Slabs { words: &mut words, dirty: &mut dirty, stride: 24, shift: 3 };
            scatter_across(cpu, &row, start..end, &crossings, 7, &mut slabs);
            prop_assert_eq!(&words, &across);
            for (slab, &dirty) in words.chunks(24).zip(&dirty) {
                prop_assert_eq!(packed(slab, 3).0, dirty);
            }
        }
    }

    #[test]
    fn tiles_appear(
        (block, before, next, targets) in (1..67_usize).prop_flat_map(|length| (words(length), words(length), words(66), prop::collection::vec(prop::collection::vec(0..66_u8, 0..4), length))),
        bits in bit_targets(),
        (right, left) in any::<(bool, bool)>(),
    ) {
        let block: Vec<u64> = block.iter().map(|word| word & low(bits.len())).collect();
        let map = BitMap::new(&bits);
        let few = |targets: &Vec<u8>| targets.iter().fold(Few::default(), |mut few, &target| { few.push(target); few });
        let few: Vec<Few> = targets.iter().map(few).collect();
        let (mut same, mut other) = (before.clone(), next.clone());
        for (index, &word) in block.iter().enumerate() {
            same[index] |= if right { mapped(&bits, word) } else { 0 };
            targets[index].iter().filter(|_| left).for_each(|&target| other[usize::from(target)] |= word);
        }
        for cpu in forms() {
            let (mut found, mut found_next) = (before.clone(), next.clone());
            spawn(cpu, &block, Spawning {
                map: right.then_some(&map),
                targets: &few,
                same: if right { &mut found } else { &mut [] },
                next: if left { &mut found_next } else { &mut [] },
            });
            prop_assert_eq!(&found, &same);
            prop_assert_eq!(&found_next, &other);
        }
    }

    #[test]
    fn slides_mark_and_marks_are_taken((slab, masks) in slab_length().prop_flat_map(|(length, _)| (words(length), [words(length), words(length)])), seed in any::<u16>(), before in words(1024)) {
        let number = |word: usize, bit: u16| (64 * word as u16).wrapping_add(bit);
        let of = |number: u16| [seed.wrapping_mul(number.wrapping_add(1)), seed.wrapping_add(number.wrapping_mul(131))];
        let to = |word: usize| (0..64).map(|bit| of(number(word, bit))).collect();
        let to: Vec<Vec<[u16; 2]>> = (0..slab.len()).map(to).collect();
        let slides = Slides::new(&to);
        for masked in [false, true] {
            let mut expected = [vec![0_u64; 1024], vec![0; 1024]];
            for from in (0..64 * slab.len()).filter(|&from| bit(&slab, from)) {
                for way in (0..2).filter(|&way| !masked || bit(&masks[way], from)) {
                    let to = usize::from(to[from / 64][from % 64][way]);
                    expected[way][to / 64] |= 1 << (to % 64);
                }
            }
            for cpu in forms() {
                let mut marks = Box::new([[0; 1 << 16]; 2]);
                if masked {
                    slide_within(cpu, &slab, [&masks[0], &masks[1]], &slides, &mut marks);
                } else {
                    slide(cpu, &slab, &slides, &mut marks);
                }
                for (marks, expected) in marks.iter_mut().zip(&expected) {
                    let mut row = before.clone();
                    let mut copy = marks.to_vec();
                    take_marks(cpu, marks, Some(&mut row));
                    let all: Vec<u64> = expected.iter().zip(&before).map(|(a, b)| a | b).collect();
                    prop_assert_eq!(&row, &all);
                    take_marks(cpu, &mut copy, None);
                    prop_assert!(marks.iter().chain(&copy).all(|&mark| mark == 0));
                }
            }
        }
    }

    #[test]
    fn transposing_exchanges_rows_and_columns(words in words(64)) {
        let mut transposed: [u64; 64] = words.clone().try_into().unwrap();
        transpose(&mut transposed);
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            prop_assert_eq!(words[row] >> column & 1, transposed[column] >> row & 1);
        }
    }
}
