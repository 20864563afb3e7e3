//! `/api/tilt`: what it answers, what it refuses, and that noise does not break it.

use super::*;

async fn ask(served: &Served, path: &str, body: Value) -> Value {
    let (status, answer) = served.post(&format!("/api/tilt/{path}"), &body).await;
    assert!(status.is_success(), "{path} {body}: {answer}");
    answer
}

#[tokio::test]
async fn a_board_and_its_cycles() {
    let served = served();
    let single = ask(&served, "make", json!({ "kind": "single-cycle", "width": 10, "height": 10 })).await;
    assert_eq!((&single["tiles"], &single["lengths"]), (&json!(89), &json!([89])));
    assert_eq!(single["facts"], json!([["Cycle type", "89"], ["Order of four tilts", "89"]]));
    assert_eq!(single["reachable"], json!("356"));
    let small = ask(&served, "board", json!({ "board": "o.o/.o./oo." })).await;
    assert_eq!(small["reachable"], json!("63"));
    let cells = small["cycles"].as_array().unwrap();
    assert_eq!(cells.iter().map(|cycle| !cycle.is_null()).collect::<Vec<_>>()[..3], [true, false, true]);
    let empty = ask(&served, "make", json!({ "kind": "empty", "width": 3, "height": 2 })).await;
    assert_eq!((&empty["board"], &empty["reachable"]), (&json!(".../..."), &json!("1")));
    let random = json!({ "kind": "random", "width": 24, "height": 24, "seed": 5 });
    assert_eq!(ask(&served, "make", random.clone()).await, ask(&served, "make", random).await);
}

#[tokio::test]
async fn tilts_carry_marks_and_say_every_way() {
    let served = served();
    let tilted = ask(&served, "run", json!({ "board": "x.o/...", "tilts": "E" })).await;
    assert_eq!(tilted["after"]["board"], json!(".xo/..."));
    assert_eq!(tilted["motions"], json!([{ "from": 0, "to": 1 }, { "from": 2, "to": 2 }]));
    let still =
        ask(&served, "run", json!({ "board": "oo/oo", "tilts": "(NESW)^99999999999999999999" })).await;
    assert!(still["sentence"].as_str().unwrap().ends_with("nothing moves."));
    let resized = ask(&served, "board", json!({ "board": "x.o/o..", "width": 2, "height": 3 })).await;
    assert_eq!(resized["board"], json!("../x./o."));
}

/// The sequence that is sent, played tilt by tilt, ends with the two tiles side by side.
#[tokio::test]
async fn a_meeting_can_be_played() {
    let served = served();
    let boards =
        ["x.o./.oo./o..x", "oooo../x...../o.o..o/..o..x", "xoooo...../..oo....ox/oooooooooo/oooooooooo"];
    for start in boards {
        let found = ask(&served, "meet", json!({ "board": start })).await;
        let mut board = start.to_owned();
        let word = found["word"].as_str().unwrap();
        let jump = std::iter::once(found["jump"].as_str().unwrap().to_owned());
        for tilts in jump.chain(word.chars().map(String::from)) {
            let tilted = ask(&served, "run", json!({ "board": board, "tilts": tilts })).await;
            board = tilted["after"]["board"].as_str().unwrap().to_owned();
        }
        let cells = board.replace('/', "");
        for cell in found["to"].as_array().unwrap() {
            assert_eq!(cells.as_bytes()[cell.as_u64().unwrap() as usize], b'x', "{start}: {found} {board}");
        }
    }
}

/// Of a sequence too long to be spelled, the jump and the last tilts are the whole.
#[tokio::test]
async fn a_long_meeting_is_cut_before_its_end() {
    let served = served();
    let mut random = Random::new(3);
    let mut long = 0;
    let made = ask(&served, "make", json!({ "kind": "rings", "width": 24, "height": 24 })).await;
    let plain = made["board"].as_str().unwrap();
    let full: Vec<usize> = plain.match_indices('o').map(|(at, _)| at).collect();
    for _ in 0..40 {
        let mut board = plain.as_bytes().to_vec();
        for _ in 0..2 {
            board[full[random.below(full.len() as u32) as usize]] = b'x';
        }
        let board = String::from_utf8(board).unwrap();
        let (_, found) = served.post("/api/tilt/meet", &json!({ "board": board })).await;
        let Some(jump) = found["jump"].as_str().filter(|jump| !jump.is_empty()) else { continue };
        long += 1;
        let all = found["tilts"].as_str().unwrap();
        let cut = format!("{jump}{}", found["word"].as_str().unwrap());
        let after = |tilts: String| ask(&served, "run", json!({ "board": board, "tilts": tilts }));
        assert_eq!(after(all.to_owned()).await["after"], after(cut).await["after"], "{found}");
    }
    assert!(long > 0);
}

#[tokio::test]
async fn never_has_its_reasons() {
    let served = served();
    let never = ask(&served, "meet", json!({ "board": "xox/ooo/ooo" })).await;
    assert_eq!(never["adjacent"], json!(false));
    assert!(never["why"][0].as_str().unwrap().starts_with("First tilt "), "{never}");
    let marks = ask(&served, "meet", json!({ "board": "xox/ooo/xox" })).await;
    assert!(marks["why"][0].as_str().unwrap().contains("marked tiles"), "{marks}");
}

#[tokio::test]
async fn a_box_of_three_dimensions() {
    let served = served();
    let cube = ask(&served, "space", json!({ "board": "oo/oo//oo/o." })).await;
    assert_eq!((&cube["reachable_packed"], &cube["tilts"]), (&json!("20160"), &Value::Null));
    let pair = ask(&served, "space", json!({ "board": "../x.//.x/.." })).await;
    assert_eq!(pair["tilts"].as_str().unwrap().len(), 2);
    let tilted = ask(&served, "space", json!({ "board": "../x.//.x/..", "tilt": "D" })).await;
    assert_eq!(tilted["board"], json!(".x/x.//../.."));
    let full = format!("{0}//{0}//{0}", "xxx/xxx/xxx");
    assert_eq!(ask(&served, "space", json!({ "board": full })).await["tilts"], json!(""));
}

#[tokio::test]
async fn what_is_refused_and_why() {
    let served = served();
    let wide = ".".repeat(25);
    let tall = vec!["o"; 25].join("/");
    for (path, body, problem) in [
        ("board", json!({ "board": "" }), "empty"),
        ("board", json!({ "board": "o./o" }), "row 2 has 1 cells"),
        ("board", json!({ "board": "o./oq" }), "row 2, column 2"),
        ("board", json!({ "board": wide }), "at most 24"),
        ("board", json!({ "board": tall }), "at most 24"),
        ("board", json!({ "board": "o".repeat(500_000) }), "at most 24"),
        ("board", json!({ "board": "o", "speed": 1 }), "speed"),
        ("board", json!({ "board": 5 }), "string"),
        ("make", json!({ "kind": "rings", "width": 4, "height": 6 }), "square"),
        ("make", json!({ "kind": "rings", "width": 5, "height": 5 }), "even"),
        ("make", json!({ "kind": "single-cycle", "width": 1, "height": 5 }), "at least 2"),
        ("make", json!({ "kind": "random", "width": 0, "height": 5 }), "is empty"),
        ("make", json!({ "kind": "random", "width": 4_294_967_295u32, "height": 9 }), "at most 24"),
        ("make", json!({ "kind": "random", "width": -1, "height": 9 }), "-1"),
        ("make", json!({ "kind": "knot", "width": 4, "height": 4 }), "knot"),
        ("run", json!({ "board": "o", "tilts": "NQ" }), "`tilts`: character 2"),
        ("run", json!({ "board": "o", "tilts": "N".repeat(201) }), "200"),
        ("run", json!({ "board": "o" }), "tilts"),
        ("meet", json!({ "board": "oo/x." }), "at least two"),
        ("space", json!({ "board": "o.//o" }), "layer"),
        ("space", json!({ "board": "oooo//oooo" }), "at most 3"),
        ("space", json!({ "board": "o//o//o//o" }), "at most 3"),
        ("space", json!({ "board": "o//", }), "empty"),
        ("space", json!({ "board": "o//o", "tilt": "Q" }), "W, E, S"),
    ] {
        let (status, answer) = served.post(&format!("/api/tilt/{path}"), &body).await;
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{path} {body}: {answer}"));
        assert!(status.is_client_error() && error.contains(problem), "{path} {body}: {error}");
    }
}

/// Boards of random characters, most of them broken: an answer or a refusal, never a fault.
#[tokio::test]
async fn noise_is_answered() {
    let served = served();
    let mut random = Random::new(11);
    for round in 0..2000 {
        let letters: &[u8] = if round % 2 == 0 { b"..oox/" } else { b"o.x/()^9NESW \n\\" };
        let length = random.below(60);
        let mut text = || -> String {
            (0..length).map(|_| letters[random.below(letters.len() as u32) as usize] as char).collect()
        };
        let (board, tilts) = (text(), text());
        for (path, body) in [
            ("board", json!({ "board": board })),
            ("meet", json!({ "board": board })),
            ("run", json!({ "board": board, "tilts": tilts })),
            ("space", json!({ "board": board })),
        ] {
            let (status, answer) = served.post(&format!("/api/tilt/{path}"), &body).await;
            assert!(!status.is_server_error(), "{path} {body}: {answer}");
        }
    }
}
