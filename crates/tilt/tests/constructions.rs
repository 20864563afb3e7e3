//! The paper's constructions and formulas, as corrected.

use num_bigint::BigUint;
use redouble_tilt::{
    Axis, Configuration, CycleType, Cycles, Landing, Pattern, Square, YoungDiagram, reachable, rings,
    shortest_route, single_cycle,
};

fn shape(pattern: &Pattern) -> YoungDiagram {
    Landing::new(pattern, Axis::Vertical, &[]).shape().clone()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Ring `k` of `C_n` has `7 k + 3` tiles and falls into `gcd(4, k + 1)` cycles.
#[test]
fn rings_have_the_corrected_cycles() {
    for n in (2..=40).step_by(2) {
        let shape = shape(&rings(n).expect("an even size"));
        let expected: CycleType = (0..n / 2)
            .flat_map(|k| {
                let cycles = gcd(4, k + 1);
                (0..cycles).map(move |_| (7 * k + 3) / cycles)
            })
            .collect();
        assert_eq!(CycleType::of(&shape), expected, "C_{n}");
        assert_eq!(shape.cells() as u64, (0..n / 2).map(|k| 7 * k + 3).sum());
    }
}

/// `g` moves the top left tile of every ring down by `k + 1`: the paper prints `k`.
#[test]
fn rings_shift_by_half_their_width() {
    let n = 20u32;
    let shape = shape(&rings(u64::from(n)).expect("an even size"));
    for k in 0..n / 2 {
        let inset = n / 2 - 1 - k;
        let top_left = Square::new(inset, shape.columns()[inset as usize] - 1 - inset);
        let down = Square::new(top_left.x, top_left.y - (k + 1));
        assert_eq!(shape.turn(top_left), down, "ring {k}");
    }
}

#[test]
fn orders_of_rings_as_recorded() {
    let known = [(10, "15810"), (20, "7603171290"), (30, "152814603917109420")];
    for (n, order) in known {
        let cycle_type = CycleType::of(&shape(&rings(n).expect("an even size")));
        assert_eq!(cycle_type.order().to_string(), order, "C_{n}");
    }
}

/// Theorem 8 with the corrected construction.
#[test]
fn single_cycles_have_all_tiles() {
    for m in (2..=40u64).step_by(2) {
        for n in (2..=40u64).step_by(2) {
            let pattern = single_cycle(m, n).expect("even sides");
            let cycle_type = CycleType::of(&shape(&pattern));
            assert_eq!(cycle_type, [m * n - m - 1].into_iter().collect(), "{m}x{n}");
        }
    }
}

/// The displacement that the paper's table gives for a square of `C_mn`.
fn displacement(m: i64, n: i64, x: i64, y: i64) -> (i64, i64) {
    let half = m / 2;
    match () {
        () if x < half - 1 && y >= 2 => (0, -2),
        () if x == half - 1 && y >= 1 => (0, -1),
        () if x < half - 1 && y == 0 => (half + 1, 0),
        () if (1..half - 1).contains(&x) && y == 1 => (half, 0),
        () if x == 0 && y == 1 => (half, -1),
        () if x == half - 1 && y == 0 => (half, 1),
        () if x > half && y < n - 4 => (0, 2),
        () if x == half && y < n - 3 => (0, 1),
        () if x > half && y == n - 4 => (-half, 2),
        () if x > half && y == n - 3 => (-(half + 1), 2),
        () => (-half, 1),
    }
}

#[test]
fn the_table_of_regions_is_g() {
    for m in (4..=20).step_by(2) {
        for n in (4..=20).step_by(2) {
            let shape = shape(&single_cycle(m as u64, n as u64).expect("even sides"));
            for cell in shape.iter() {
                let (x, y) = (i64::from(cell.x), i64::from(cell.y));
                let (dx, dy) = displacement(m, n, x, y);
                let to = Square::new((x + dx) as u32, (y + dy) as u32);
                assert_eq!(shape.turn(cell), to, "{m}x{n}, {cell}");
            }
        }
    }
}

/// The paper's algorithm of four steps that writes the cycle down.
fn written_cycle(m: u32, n: u32) -> Vec<Square> {
    let (half, rows) = (m / 2, n / 2);
    let mut out: Vec<Square> = (0..n - 2).map(|j| Square::new(half, j)).collect();
    for i in 0..half - 1 {
        out.extend((0..rows).map(|j| Square::new(i, n - 2 - 2 * j)));
        out.extend((0..rows - 1).map(|j| Square::new(half + 1 + i, 2 * j)));
    }
    out.extend((0..n - 1).map(|j| Square::new(half - 1, n - 2 - j)));
    for i in 0..half - 1 {
        out.extend((0..rows - 1).map(|j| Square::new(m - 1 - i, 1 + 2 * j)));
        out.extend((0..rows).map(|j| Square::new(half - 2 - i, n - 1 - 2 * j)));
    }
    out
}

#[test]
fn the_four_steps_write_the_cycle() {
    for m in (2..=30).step_by(2) {
        for n in (2..=30).step_by(2) {
            let shape = shape(&single_cycle(u64::from(m), u64::from(n)).expect("even sides"));
            let written = written_cycle(m, n);
            assert_eq!(written.len(), shape.cells(), "{m}x{n}");
            let next = written.iter().cycle().skip(1);
            assert!(written.iter().zip(next).all(|(&cell, &next)| shape.turn(cell) == next), "{m}x{n}");
        }
    }
}

/// Figure 3: numbers from 0 at (m/2, 0) to 88 at (0, 1).
#[test]
fn figure_3_is_numbered_as_printed() {
    let shape = shape(&single_cycle(10, 10).expect("even sides"));
    let cycles = Cycles::of(&shape);
    assert_eq!(cycles.index(&shape, Square::new(5, 0), Square::new(0, 1)), Some(88));
}

#[test]
fn every_tile_of_a_single_cycle_gets_everywhere() {
    for (m, n) in [(2, 4), (4, 2), (4, 4), (6, 4), (4, 6), (6, 6)] {
        let pattern = single_cycle(m, n).expect("even sides");
        let bound = BigUint::from(2 * (m * n - m) + 2);
        for from in pattern.squares() {
            for to in (0..pattern.size().area()).map(|index| pattern.size().square(index)) {
                let route = shortest_route(&pattern, from, to).expect("every square is reached");
                assert!(route.length <= bound, "{from} to {to} takes {}", route.length);
            }
        }
    }
}

/// From a canonical start four times the order, not the order itself as section 4 says.
#[test]
fn reachable_is_four_times_the_order() {
    let pattern = rings(10).expect("an even size");
    assert_eq!(reachable(&pattern), CycleType::of(&shape(&pattern)).order() * 4u32);
    assert_eq!(Configuration::of(&pattern).tiles().len(), 85);
}

/// Diagrams within and beyond tables of 16 bits, against the cells one by
/// one.
#[test]
fn cycle_types_of_wide_diagrams() {
    for (width, height) in [(9000u32, 12u32), (20_001, 7), (70_000, 5)] {
        let length = |y: u32| width - y * (width / (height + 1)) - y % 3;
        let shape =
            YoungDiagram::from_rows((0..height).map(length).collect()).expect("rows that do not increase");
        for shape in [shape.transposed(), shape] {
            let followed = Cycles::of(&shape);
            let lengths: CycleType = followed.lengths().iter().map(|&length| u64::from(length)).collect();
            assert_eq!(CycleType::of(&shape), lengths, "{width}x{height}");
        }
    }
}
