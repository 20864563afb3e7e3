//! One law a test, on random boards.

use std::collections::HashSet;

use proptest::prelude::*;
use redouble_tilt::{
    Axis, Component, Configuration, Corner, CycleType, Cycles, Direction, Drawing, Landing, Orbit, Pattern,
    Rings, Size, Square, Tilts, YoungDiagram, landau, order_bound, search,
};

fn patterns(side: u64) -> impl Strategy<Value = Pattern> {
    (1..=side, 1..=side).prop_flat_map(|(width, height)| {
        let size = Size::new(width, height).expect("a small board");
        prop::collection::vec(any::<bool>(), size.area()).prop_map(move |full| {
            let squares = full.into_iter().enumerate().filter(|&(_, full)| full);
            Pattern::of(size, squares.map(|(index, _)| size.square(index)))
        })
    })
}

fn shapes(side: u32) -> impl Strategy<Value = YoungDiagram> {
    prop::collection::vec(0..=side, 0..side as usize).prop_map(|mut rows| {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        YoungDiagram::from_rows(rows).expect("rows that do not increase")
    })
}

fn direction() -> impl Strategy<Value = Direction> {
    prop::sample::select(&Direction::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn text_is_read_as_it_is_written(pattern in patterns(8), marks in any::<u64>()) {
        let squares: Vec<_> = pattern.squares().collect();
        let marked = squares.into_iter().enumerate().filter(|(at, _)| (marks >> (at % 64)) & 1 == 1);
        let drawing = Drawing::new(pattern, marked.map(|(_, square)| square).collect());
        prop_assert_eq!(drawing.to_string().parse::<Drawing>(), Ok(drawing));
    }

    #[test]
    fn a_tilt_packs_every_lane_in_order(pattern in patterns(8), tilt in direction()) {
        let start = Configuration::of(&pattern);
        let after = start.tilted(tilt);
        prop_assert_eq!(after.tilted(tilt), after.clone(), "a second tilt changes nothing");
        let lanes = |board: &Configuration| board.pattern().lane_counts(tilt.axis());
        prop_assert_eq!(lanes(&start), lanes(&after));
        let toward = |square: Square| i64::from(square.along(tilt.axis())) * if matches!(tilt, Direction::North | Direction::East) { -1 } else { 1 };
        for (a, b) in (0..start.tiles().len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let lane = |tile: usize| start.tiles()[tile].along(tilt.axis().other());
            if lane(a) == lane(b) {
                let before = toward(start.tiles()[a]) < toward(start.tiles()[b]);
                prop_assert_eq!(before, toward(after.tiles()[a]) < toward(after.tiles()[b]));
            }
        }
    }

    /// Lemma 1.
    #[test]
    fn two_tilts_make_a_canonical_configuration(pattern in patterns(8), tilt in direction(), turn in any::<bool>()) {
        let second = if turn { tilt.clockwise() } else { tilt.counterclockwise() };
        let after = Configuration::of(&pattern).tilted_by(&[tilt, second]);
        let corner = Corner::ALL.into_iter().find(|corner| corner.walls().contains(&tilt) && corner.walls().contains(&second));
        prop_assert!(after.is_canonical(corner.expect("two walls make a corner")));
    }

    /// Lemma 3, from the second tilt on: before that it is false.
    #[test]
    fn four_tilts_restore_the_full_squares(pattern in patterns(8), first in direction(), extra in 0..8usize) {
        let tilts = |count: usize| Tilts::turning(first, redouble_tilt::Rotation::Clockwise, &count.into());
        let after = |count| redouble_tilt::run(&Configuration::of(&pattern), &tilts(count)).pattern();
        prop_assert_eq!(after(2 + extra), after(6 + extra));
    }

    /// The heart of the crate: in the frame a vertical tilt reverses columns, a horizontal tilt rows.
    #[test]
    fn tilts_are_reversals(pattern in patterns(7), first in direction()) {
        let start = Configuration::of(&pattern);
        let orbit = Orbit::of(&start, first);
        let frame = orbit.frame();
        let (mut board, mut cells) = (start.tilted_by(&[first, frame.second()]), orbit.cells().to_vec());
        let mut tilt = if first.clockwise() == frame.second() { frame.second().clockwise() } else { frame.second().counterclockwise() };
        for time in 1..9u8 {
            board.tilt(tilt);
            tilt = if first.clockwise() == frame.second() { tilt.clockwise() } else { tilt.counterclockwise() };
            let axis = if time % 2 == 1 { Axis::Vertical } else { Axis::Horizontal };
            cells = cells.iter().map(|&cell| orbit.shape().flip(axis, cell)).collect();
            let squares: Vec<_> = cells.iter().map(|&cell| frame.square(cell, Corner::after(time))).collect();
            prop_assert_eq!(board.tiles(), squares);
        }
    }

    #[test]
    fn slots_advance_by_one_a_tilt(shape in shapes(9)) {
        let rings = Rings::of(&shape);
        for cell in shape.iter() {
            for axis in [Axis::Vertical, Axis::Horizontal] {
                let slot = rings.slot(&shape, cell, axis);
                let next = rings.slot(&shape, shape.flip(axis, cell), axis.other());
                prop_assert_eq!(next.ring, slot.ring);
                prop_assert_eq!(next.index, (slot.index + 1) % rings.circumference(slot.ring));
                prop_assert_eq!(rings.position(slot), rings.place(&shape, cell).position);
            }
        }
    }

    #[test]
    fn cycle_types_agree(shape in shapes(12)) {
        let followed: CycleType = Cycles::of(&shape).lengths().iter().map(|&length| u64::from(length)).collect();
        let rings = Rings::of(&shape);
        let by_rings = rings.components().iter().map(|component: &Component| component.cycles());
        let by_rings: CycleType = by_rings.flat_map(|(length, count)| (0..count).map(move |_| length)).collect();
        prop_assert_eq!(&CycleType::of(&shape), &followed);
        prop_assert_eq!(&CycleType::of(&shape), &by_rings);
        prop_assert_eq!(&CycleType::of(&shape), &CycleType::of(&shape.transposed()));
    }

    /// Open problem 2: `g` is a square, so it is even and its cycles of even length come in pairs.
    #[test]
    fn even_cycles_come_in_pairs(shape in shapes(14)) {
        let cycle_type = CycleType::of(&shape);
        prop_assert!(cycle_type.iter().all(|(length, count)| length % 2 == 1 || count % 2 == 0));
        prop_assert!(cycle_type.is_even());
        let order = cycle_type.order();
        prop_assert!(order <= order_bound(shape.cells()) && order <= landau(shape.cells()));
    }

    #[test]
    fn the_number_of_paths_is_half_the_odd_lines(shape in shapes(12)) {
        let odd = shape.rows().iter().chain(shape.columns()).filter(|&&length| length % 2 == 1).count();
        let paths = Rings::of(&shape).components().iter().filter(|component| !component.closed).count();
        prop_assert_eq!(2 * paths, odd);
    }

    #[test]
    fn only_rectangles_stay_as_they_are(shape in shapes(10)) {
        prop_assert_eq!(shape.iter().all(|cell| shape.turn(cell) == cell), shape.is_rectangle());
    }

    #[test]
    fn landings_are_where_tilts_lead(pattern in patterns(8)) {
        let start = Configuration::of(&pattern);
        for axis in [Axis::Vertical, Axis::Horizontal] {
            let landing = Landing::new(&pattern, axis, start.tiles());
            for first in landing.firsts() {
                let frame = landing.frame(first);
                let leave = |squares: Vec<Square>| squares.into_iter().map(|square| frame.leave(square)).collect::<Vec<_>>();
                let one = start.tilted(first);
                prop_assert_eq!(leave(landing.after_one(first)), one.tiles());
                let two = start.tilted_by(&[first, frame.second()]);
                prop_assert_eq!(leave(landing.after_two(first)), two.tiles());
            }
        }
    }

    #[test]
    fn slides_lead_from_one_configuration_to_the_next(pattern in patterns(6), tilt in direction()) {
        let start = Configuration::of(&pattern);
        let slides = start.slides(tilt);
        let after = start.tilted(tilt);
        prop_assert!(slides.iter().all(|slide| slide.to == after.tiles()[slide.tile]));
        prop_assert!(slides.iter().all(|slide| slide.from == start.tiles()[slide.tile]));
    }

    /// Lemma 2: shortest sequences turn one way, so from a canonical configuration every other one on the
    /// way has at most two neighbours.
    #[test]
    fn canonical_configurations_have_two_neighbours(pattern in patterns(4), first in direction()) {
        let canonical = Configuration::of(&pattern).tilted_by(&[first, first.clockwise()]);
        search::explore(&canonical, |configuration, _| {
            let beside: HashSet<_> = Direction::ALL.iter().map(|&tilt| configuration.tilted(tilt)).collect();
            let others = beside.iter().filter(|other| *other != configuration).count();
            assert!(others <= 2, "{configuration:?}");
            false
        });
    }
}
