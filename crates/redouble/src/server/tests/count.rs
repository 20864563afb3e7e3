//! `/api/states`: counts, graphs and the ways to boards, their bounds, and noise.

use super::*;

fn asked(body: &Value) -> Request<Body> {
    let request = Request::post("/api/states/count").header("host", HOST);
    request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
}

/// The events of a count.
async fn counted(served: &Served, body: &Value) -> Vec<Value> {
    let (status, text) = served.send(asked(body)).await;
    assert!(status.is_success(), "{body}: {}", String::from_utf8_lossy(&text));
    let text = String::from_utf8(text).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_ends_with_every_layer() {
    let served = served();
    let events = counted(&served, &json!({ "board": "2x2", "goal": 32 })).await;
    let last = events.last().unwrap();
    assert_eq!((&last["state"], &last["states"], &last["done"]), (&json!("done"), &json!(57), &json!(1.0)));
    let layers: Vec<&Value> = events.iter().flat_map(|event| event["layers"].as_array().unwrap()).collect();
    let by_max = layers.iter().flat_map(|layer| layer[3].as_array().unwrap());
    assert_eq!(by_max.map(|group| group[1].as_u64().unwrap()).sum::<u64>(), 57);
    let whole = counted(&served, &json!({ "board": "2x3" })).await;
    assert_eq!(whole.last().unwrap()["states"], json!(17_268));
}

/// A count that nobody follows ends, and its place is free again.
#[tokio::test(flavor = "multi_thread")]
async fn a_count_stops_when_nobody_listens() {
    let served = served();
    let mut begun = 0;
    while begun < 6 {
        let response = served.router.clone().oneshot(asked(&json!({ "board": "3x3" }))).await.unwrap();
        if response.status().is_success() {
            begun += 1;
        } else {
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn the_graph_of_2x2_in_a_picture_and_in_words() {
    let served = served();
    let (_, graph) = served.post("/api/states/graph", &json!({ "goal": 32, "grouped": true })).await;
    assert!(graph["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(graph["states"].as_array().unwrap().len(), 57);
    let (_, small) = served.post("/api/states/graph", &json!({ "goal": 8, "grouped": false })).await;
    assert!(small["states"][0][1][0].as_str().unwrap().contains("0."), "{}", small["states"]);
}

#[tokio::test]
async fn a_board_has_a_game_or_a_reason() {
    let served = served();
    let (_, found) = served.post("/api/states/origin", &json!({ "board": "2 . .\n8 . .\n4 . 2" })).await;
    assert_eq!(found["reachable"], json!(true), "{found}");
    assert_eq!(found["canonical"].as_str().unwrap().matches('/').count(), 2);
    let (status, replay) = served.post("/api/replay", &json!({ "record": found["record"] })).await;
    assert!(status.is_success(), "{replay}");
    assert_eq!(replay["frames"].as_array().unwrap().last().unwrap(), &json!("100300201"));
    for (board, reason) in [
        ("8,16/.,32", "there is none"),
        ("2,./.,.", "two tiles or more"),
        ("8,.,16/.,2,./8,.,.", "against a wall"),
        ("1024,2,./.,.,./.,.,.", "No: no board"),
    ] {
        let (_, never) = served.post("/api/states/origin", &json!({ "board": board })).await;
        assert_eq!((&never["reachable"], &never["record"]), (&json!(false), &Value::Null), "{board}");
        assert!(never["sentence"].as_str().unwrap().contains(reason), "{never}");
    }
}

#[tokio::test]
async fn what_is_refused_and_why() {
    let served = served();
    for (path, body, problem) in [
        ("count", json!({ "board": "4x4", "goal": 32 }), "`redouble states count --board 4x4 --goal 32`"),
        ("count", json!({ "board": "4x4", "goal": 64 }), "MiB of memory"),
        ("count", json!({ "board": "4x4" }), "goal"),
        ("count", json!({ "board": "3x4" }), "up to 32"),
        ("count", json!({ "board": "5x5", "goal": 8 }), "25 cells"),
        ("count", json!({ "board": "2x2", "goal": 64 }), "cannot be reached"),
        ("count", json!({ "board": "2x2", "goal": 4 }), "8, 16"),
        ("count", json!({ "board": "2x2", "goal": 7 }), "`goal`"),
        ("count", json!({ "board": "2x2", "goal": -8 }), "-8"),
        ("count", json!({ "board": "2x2", "goal": 1e30 }), "goal"),
        ("count", json!({ "board": "99999999999x2" }), "`board`"),
        ("count", json!({ "board": "3x3", "threads": 99 }), "threads"),
        ("count", json!({ "goal": 8 }), "board"),
        ("graph", json!({ "goal": 64, "grouped": true }), "32"),
        ("graph", json!({ "goal": 5, "grouped": true }), "8, 16 or 32"),
        ("origin", json!({ "board": "" }), "board"),
        ("origin", json!({ "board": "2,2/2" }), "row 2"),
        ("origin", json!({ "board": "2,3/2,2" }), "3"),
        ("origin", json!({ "board": "2,2,2,2,2/2,2,2,2,2/2,2,2,2,2/2,2,2,2,2" }), "16 cells"),
        ("origin", json!({ "board": "4096,2,.,./.,.,.,./.,.,.,./.,.,.,." }), "4096"),
        ("origin", json!({ "board": "2".repeat(5000) }), "2000 characters"),
    ] {
        let (status, answer) = served.post(&format!("/api/states/{path}"), &body).await;
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{path} {body}: {answer}"));
        assert!(status.is_client_error() && error.contains(problem), "{path} {body}: {error}");
    }
}

/// Boards of random tiles, most of which cannot occur: an answer, never a fault.
#[tokio::test]
async fn noise_is_answered() {
    let served = served();
    let mut random = Random::new(13);
    for _ in 0..60 {
        let mut cell = || ["2", "4", "8", "16", ".", "x", "2"][random.below(7) as usize];
        let board = format!("{},{},{}/{},{},{}", cell(), cell(), cell(), cell(), cell(), cell());
        let (status, answer) = served.post("/api/states/origin", &json!({ "board": board })).await;
        assert!(!status.is_server_error(), "{board}: {answer}");
    }
}
