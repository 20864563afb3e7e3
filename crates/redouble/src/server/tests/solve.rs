//! `/api/solve`: a game is solved, played with exact values, and nothing strange breaks it.

use super::*;

async fn solved(served: &Served, game: &Value) -> Value {
    let request = Request::post("/api/solve").header("host", HOST).header("content-type", "application/json");
    let (status, text) = served.send(request.body(Body::from(game.to_string())).unwrap()).await;
    assert!(status.is_success(), "{game}: {}", String::from_utf8_lossy(&text));
    let text = String::from_utf8(text).unwrap();
    let last = text.lines().rfind(|line| line.starts_with("data: ")).unwrap();
    serde_json::from_str(&last[6..]).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_solved_and_played_to_its_end() {
    let served = served();
    let game = json!({ "shape": "2x2" });
    assert!((solved(&served, &game).await["value"].as_f64().unwrap() - 66.964149457101).abs() < 1e-9);
    let (_, mut at) = served.post("/api/solve/move", &game).await;
    let start = 66.964149457101;
    let (mut score, mut luck, mut loss) = (0.0, at["luck"].as_f64().unwrap(), 0.0);
    while let Some(entry) = at["moves"].as_array().unwrap().last() {
        let body = json!({ "shape": "2x2", "board": at["board"], "direction": entry["direction"] });
        let (status, next) = served.post("/api/solve/move", &body).await;
        assert!(status.is_success(), "{next}");
        score += next["turn"]["gained"].as_f64().unwrap();
        luck += next["luck"].as_f64().unwrap();
        loss += next["loss"].as_f64().unwrap();
        at = next;
    }
    assert!(
        (start + luck - loss - score).abs() < 1e-9,
        "luck and losses are all there is: {luck} {loss} {score}"
    );
    assert_eq!((&at["value"], &at["best"]), (&json!(0.0), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_goal_has_its_chance() {
    let served = served();
    let won = solved(&served, &json!({ "shape": "2x2", "goal": 16 })).await;
    assert!((won["value"].as_f64().unwrap() - 0.96251125375).abs() < 1e-11, "{won}");
    let body = json!({ "shape": "2x2", "goal": 16, "board": "8,8/2,4" });
    let (_, at) = served.post("/api/solve/move", &body).await;
    assert_eq!((&at["value"], &at["won"]), (&json!(1.0), &json!(false)));
    let (_, other) = served.post("/api/solve/move", &json!({ "shape": "2x2" })).await;
    assert!(other["error"].as_str().unwrap().contains("solve it first"), "one solution is kept: {other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_and_why() {
    let served = served();
    solved(&served, &json!({ "shape": "2x2" })).await;
    for (path, body, problem) in [
        ("", json!({ "shape": "4x4" }), "`redouble solve --board 4x4`"),
        ("", json!({ "shape": "2x5", "goal": 8 }), "up to 9 cells"),
        ("", json!({ "shape": "2x2", "goal": 64 }), "cannot be reached"),
        ("", json!({ "shape": "2x2", "goal": 9 }), "`goal`"),
        ("", json!({ "shape": "0x0" }), "`shape`"),
        ("", json!({ "shape": "2x2", "threads": 9 }), "threads"),
        ("/move", json!({ "shape": "2x3" }), "solve it first"),
        ("/move", json!({ "shape": "2x2", "board": "2,2,2/2,2,2" }), "2x3"),
        ("/move", json!({ "shape": "2x2", "board": "2,2/2,99" }), "99"),
        ("/move", json!({ "shape": "2x2", "board": "2,4/4,2", "direction": "up" }), "no move"),
        ("/move", json!({ "shape": "2x2", "board": "2,4/4,2", "direction": "north" }), "north"),
    ] {
        let (status, answer) = served.post(&format!("/api/solve{path}"), &body).await;
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{path} {body}: {answer}"));
        assert!(status.is_client_error() && error.contains(problem), "{path} {body}: {error}");
    }
}
