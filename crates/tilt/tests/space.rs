//! Three and four dimensions against search over whole boards.

mod common;

use common::Random;
use redouble_tilt::space::SpaceBoard;

fn board(random: &mut Random, sides: &[u32], tiles: usize) -> SpaceBoard {
    let mut cells: Vec<u32> = (0..sides.iter().product()).collect();
    for at in 0..tiles {
        let other = at + random.below((cells.len() - at) as u64) as usize;
        cells.swap(at, other);
    }
    let coordinates = |&cell: &u32| {
        let mut rest = cell;
        let digit = |side: &u32| {
            let x = rest % side;
            rest /= side;
            x
        };
        sides.iter().map(digit).collect::<Vec<_>>()
    };
    let tiles: Vec<Vec<u32>> = cells[..tiles].iter().map(coordinates).collect();
    SpaceBoard::new(sides, &tiles).expect("different cells")
}

#[test]
fn meetings_agree_with_search() {
    let mut random = Random(7);
    let (mut cases, mut impossible, mut longest) = (0, 0, 0);
    for _ in 0..400 {
        let sides: &[u32] =
            [&[2, 2, 2][..], &[2, 2, 3], &[2, 3, 3], &[3, 4], &[2, 2, 2, 2]][random.below(5) as usize];
        let tiles = 2 + random.below(6) as usize;
        let board = board(&mut random, sides, tiles);
        let marks: Vec<usize> = (0..2 + random.below(2) as usize).filter(|&tile| tile < tiles).collect();
        let found = board.shortest_meeting(&marks);
        assert_eq!(found.as_ref().map(Vec::len), board.shortest_meeting_by_search(&marks), "{board:?}");
        if let Some(tilts) = &found {
            let mut after = board.clone();
            tilts.iter().for_each(|&tilt| after.tilt(tilt));
            assert!(after.any_adjacent(&marks));
            longest = longest.max(tilts.len());
        }
        cases += 1;
        impossible += usize::from(found.is_none());
    }
    assert!(cases == 400 && impossible > 0 && longest > 2, "{impossible} impossible, longest {longest}");
}

#[test]
fn the_group_counts_canonical_boards() {
    let mut random = Random(8);
    for _ in 0..120 {
        let sides: &[u32] = [&[2, 2, 2][..], &[2, 2, 3], &[3, 3], &[2, 4]][random.below(4) as usize];
        let tiles = random.below(7) as usize;
        let packed = board(&mut random, sides, tiles.min(sides.iter().product::<u32>() as usize)).packed();
        assert_eq!(packed.reachable_canonical(), packed.reachable_by_search().into(), "{packed:?}");
    }
}

/// 2x2x2 without one corner: 4 * 7! boards, factorial growth where the plane has an exponential of a root.
#[test]
fn a_cube_without_a_corner() {
    let all = (0..8u32).map(|cell| vec![cell & 1, cell >> 1 & 1, cell >> 2]);
    let board = SpaceBoard::new(&[2, 2, 2], &all.take(7).collect::<Vec<_>>()).expect("seven cells");
    assert_eq!(board.reachable_canonical(), 20_160u32.into());
    assert_eq!(board.reachable_by_search(), 20_160);
}

#[test]
fn there_are_few_patterns() {
    let mut random = Random(9);
    let most = (0..60).map(|_| board(&mut random, &[3, 4, 5], 20).patterns()).max();
    assert!(most <= Some(79) && most >= Some(60), "{most:?}");
}
