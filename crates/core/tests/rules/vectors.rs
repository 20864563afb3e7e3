//! The rules as examples (`data/rules.vectors`), which the page's own rules are tested with, too.

use redouble_core::{Board, Direction, Game, Position, Rules, Shape, Slide};

fn lines(kind: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let words = |line: &'static str| line.split_whitespace().collect::<Vec<_>>();
    let of_kind = move |line: &Vec<&str>| line.first() == Some(&kind);
    include_str!("../data/rules.vectors").lines().map(words).filter(of_kind)
}

fn motions(slide: &Slide) -> Vec<String> {
    let star = |merged: bool| if merged { "*" } else { "" };
    slide
        .motions()
        .iter()
        .map(|motion| format!("{}>{}{}", motion.from.index(), motion.to.index(), star(motion.merged)))
        .collect()
}

#[test]
fn slides_are_as_listed() {
    let mut seen = 0;
    for words in lines("slide") {
        let position = Position::new(words[1].parse::<Board>().unwrap());
        let direction: Direction = words[2].parse().unwrap();
        let found = match position.slide(direction) {
            None => vec!["illegal".to_owned()],
            Some(slide) => {
                let mut words = vec![slide.after.board().to_string(), slide.gained.to_string()];
                words.extend(motions(&slide));
                words
            }
        };
        assert_eq!(found, words[3..], "{words:?}");
        seen += 1;
    }
    assert!(seen > 300, "{seen} slides");
}

#[test]
fn games_are_as_listed() {
    let mut seen = 0;
    for words in lines("game") {
        let shape: Shape = words[1].parse().unwrap();
        let rules = Rules { four_chance: words[2].parse().unwrap(), ..Rules::on(shape) };
        let mut game = Game::new(rules, words[3].parse().unwrap());
        let mut plies = String::new();
        for letter in words[4].chars().step_by(2) {
            let direction = Direction::from_letter(letter.to_ascii_lowercase()).unwrap();
            plies += &game.play(direction).unwrap().ply.to_string();
        }
        let letters: String = game.position().legal().into_iter().map(Direction::letter).collect();
        let legal = if letters.is_empty() { "none" } else { &letters };
        let board = game.position().board().to_string();
        assert_eq!([&plies, &game.score().to_string(), &board, legal], words[4..], "{words:?}");
        seen += 1;
    }
    assert!(seen > 12, "{seen} games");
}
