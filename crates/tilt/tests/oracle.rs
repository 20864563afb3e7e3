//! Everything against breadth-first search on boards of up to 5x5.

mod common;

use common::Random;
use num_bigint::BigUint;
use redouble_tilt::{
    Configuration, Direction, Labelled, Meeting, MeetingIndex, MeetingVerdict, Never, Pattern, Tilts,
    any_meet, paper, reachable, reachable_labelled, run, search, shortest_meeting, shortest_meeting_on_rings,
    shortest_passage, shortest_route,
};

fn small(number: &BigUint) -> usize {
    usize::try_from(number).expect("a small number")
}

/// The length the library finds, after checking that its tilts do what they promise.
fn library_length(pattern: &Pattern, tiles: &[usize]) -> Option<usize> {
    let start = Configuration::of(pattern);
    let marks: Vec<_> = tiles.iter().map(|&tile| start.tiles()[tile]).collect();
    let verdict = shortest_meeting(pattern, &marks).expect("two or more tiles");
    if let MeetingVerdict::Never(Never::Pair(apart)) = &verdict {
        let proof = apart.obstructions();
        assert!(proof.len() == 4 && proof.iter().all(|one| !one.touching.contains(&one.offset)), "{proof:?}");
    }
    let meeting = verdict.meeting()?;
    let word = meeting.tilts.word(1_000_000).expect("a short sequence");
    let end = start.tilted_by(&word);
    let met = meeting.marks.map(|mark| end.tiles()[tiles[mark]]);
    assert_eq!(met, meeting.squares, "the tiles are where the answer says");
    assert!(met[0].is_adjacent(met[1]));
    assert_eq!(word.len(), small(&meeting.length));
    Some(word.len())
}

#[test]
fn pairs_agree_with_the_paper_and_with_search() {
    let mut random = Random(1);
    let (mut cases, mut impossible) = (0, 0);
    while cases < 6000 {
        let pattern = random.pattern(5);
        let start = Configuration::of(&pattern);
        let tiles = start.tiles().len() as u64;
        for _ in 0..3.min(tiles / 2) {
            let one = random.below(tiles) as usize;
            let two = (one + 1 + random.below(tiles - 1) as usize) % tiles as usize;
            let found = library_length(&pattern, &[one, two]);
            assert_eq!(found, search::shortest_meeting(&start, &[one, two]), "{pattern:?} {one} {two}");
            assert_eq!(found.map(|length| length as u64), paper::shortest_pair(&start, [one, two]));
            cases += 1;
            impossible += usize::from(found.is_none());
        }
    }
    assert!(impossible > 500, "many cases are impossible: {impossible}");
}

#[test]
fn an_index_answers_like_single_questions() {
    let mut random = Random(10);
    for _ in 0..300 {
        let pattern = random.pattern(7);
        let index = MeetingIndex::of(&pattern);
        let squares: Vec<_> = pattern.squares().collect();
        for (one, two) in (0..squares.len()).flat_map(|one| (0..one).map(move |two| (one, two))) {
            let single = shortest_meeting(&pattern, &[squares[one], squares[two]]).expect("two tiles");
            let found = index.shortest(one, two);
            let length = |meeting: &Meeting| meeting.length.clone();
            assert_eq!(found.as_ref().map(length), single.meeting().map(length), "{pattern:?} {one} {two}");
            let Some(meeting) = found else { continue };
            let end = run(&Configuration::of(&pattern), &meeting.tilts);
            assert_eq!(meeting.squares, [one, two].map(|tile| end.tiles()[tile]));
        }
    }
}

#[test]
fn sets_agree_with_search_however_they_are_solved() {
    let mut random = Random(6);
    let (mut long, mut impossible, mut missed) = (0, 0, 0);
    for _ in 0..40_000 {
        let pattern = random.pattern(5);
        let start = Configuration::of(&pattern);
        let count = 2 + random.below(4) as usize;
        if start.tiles().len() < 2 * count {
            continue;
        }
        let marks = random.squares(pattern.size(), pattern.size().area());
        let marks: Vec<_> =
            marks.into_iter().filter(|&square| pattern.contains(square)).take(count).collect();
        let tiles: Vec<_> =
            marks.iter().filter_map(|mark| start.tiles().iter().position(|s| s == mark)).collect();
        let on_rings = shortest_meeting_on_rings(&pattern, &marks).expect("marks");
        let length = on_rings.meeting().map(|meeting| small(&meeting.length));
        if length.is_some_and(|length| length < 2) {
            continue;
        }
        assert_eq!(library_length(&pattern, &tiles), length);
        assert_eq!(search::shortest_meeting(&start, &tiles), length, "{pattern:?} {marks:?}");
        assert_eq!(any_meet(&pattern, &marks), Ok(length.is_some()));
        assert_eq!(paper::any_meet(&start, &tiles), length.is_some());
        let paper = paper::special_step_5(&start, &tiles).map(|length| length as usize);
        assert!(paper >= length, "step 5* finds a meeting, not always the nearest");
        missed += usize::from(paper != length);
        long += usize::from(length.is_some_and(|length| length > 8));
        impossible += usize::from(length.is_none());
    }
    assert!(
        long > 100 && impossible > 200 && missed > 0,
        "{long} long, {impossible} impossible, {missed} missed"
    );
}

#[test]
fn counts_agree_with_search() {
    let mut random = Random(2);
    for _ in 0..1500 {
        let pattern = random.pattern(5);
        let found = search::reachable(&Configuration::of(&pattern));
        assert_eq!(reachable(&pattern), found.into(), "{pattern:?}");
    }
}

#[test]
fn labelled_counts_and_passages_agree_with_search() {
    let mut random = Random(3);
    let (mut reached, mut refused) = (0, 0);
    for _ in 0..700 {
        let pattern = random.pattern(4);
        let kinds = 1 + random.below(4);
        let from = random.labelled(&pattern, kinds);
        assert_eq!(reachable_labelled(&from), search::reachable_labelled(&from).into(), "{from}");
        for to in [somewhere_reachable(&mut random, &from), shuffled(&mut random, &from)] {
            let found = shortest_passage(&from, &to).expect("the same tiles");
            let length = found.as_ref().map(|passage| small(&passage.length));
            assert_eq!(length, search::shortest_to(&from, &to), "{from} to {to}");
            if let Some(passage) = found {
                let end = run(from.configuration(), &passage.tilts);
                assert_eq!(from.moved(end), to);
                reached += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(reached > 500 && refused > 100, "{reached} reached, {refused} refused");
}

fn somewhere_reachable(random: &mut Random, from: &Labelled) -> Labelled {
    let mut board = from.clone();
    (0..random.below(40)).for_each(|_| board.tilt(Direction::ALL[random.below(4) as usize]));
    board
}

/// The same labels dealt out again over a reachable set of squares.
fn shuffled(random: &mut Random, from: &Labelled) -> Labelled {
    let board = somewhere_reachable(random, from);
    let mut labels = from.labels().to_vec();
    for at in (1..labels.len()).rev() {
        labels.swap(at, random.below(at as u64 + 1) as usize);
    }
    Labelled::new(board.configuration().clone(), labels, redouble_tilt::Notation::Numbers)
}

#[test]
fn long_runs_agree_with_tilting_one_by_one() {
    let mut random = Random(4);
    for _ in 0..2000 {
        let pattern = random.pattern(6);
        let start = Configuration::of(&pattern);
        let text: String = (0..1 + random.below(3)).map(|_| part(&mut random)).collect();
        let tilts: Tilts = text.parse().expect("tilts");
        let word = tilts.word(10_000).expect("a short sequence");
        assert_eq!(run(&start, &tilts), start.tilted_by(&word), "{pattern:?} {text}");
    }
}

fn part(random: &mut Random) -> String {
    let word: String =
        (0..1 + random.below(5)).map(|_| ['N', 'E', 'S', 'W'][random.below(4) as usize]).collect();
    format!("({word})^{}", random.below(30))
}

#[test]
fn routes_agree_with_search() {
    let mut random = Random(5);
    for _ in 0..1500 {
        let pattern = random.pattern(5);
        let start = Configuration::of(&pattern);
        let tiles = start.tiles().len() as u64;
        if tiles == 0 {
            continue;
        }
        let tile = random.below(tiles) as usize;
        let to = random.squares(pattern.size(), 1)[0];
        let found = shortest_route(&pattern, start.tiles()[tile], to);
        let length = found.as_ref().map(|route| small(&route.length));
        assert_eq!(length, search::shortest(&start, |configuration| configuration.tiles()[tile] == to));
        assert!(found.is_none_or(|route| run(&start, &route.tilts).tiles()[tile] == to));
    }
}
