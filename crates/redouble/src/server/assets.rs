//! The page itself, embedded in the program: a request can name these files and no others.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use redouble_core::crc32;

use redouble_api::Refusal;

use std::borrow::Cow;
use std::sync::LazyLock;

/// All styles in one answer: the first paint waits for them, and for one answer it waits less than for five.
const STYLES: &str = concat!(
    include_str!("../../page/css/themes.css"),
    include_str!("../../page/css/base.css"),
    include_str!("../../page/css/board.css"),
    include_str!("../../page/css/parts.css"),
    include_str!("../../page/css/rooms.css"),
    include_str!("../../page/css/play.css"),
    include_str!("../../page/css/study.css"),
    include_str!("../../page/css/learn.css"),
);

struct Asset {
    path: &'static str,
    text: &'static str,
}

/// A file as it is sent.
struct Served {
    path: &'static str,
    text: Cow<'static, str>,
    /// Names the content.
    tag: String,
}

/// What browsers get: types and explanations are for us, and a seventh of the files.
static SERVED: LazyLock<Vec<Served>> = LazyLock::new(|| {
    let serve = |asset: &Asset| {
        let is_code = asset.path.ends_with(".js") || asset.path.ends_with(".css");
        let text: Cow<'_, str> =
            if is_code { without_comments(asset.text).into() } else { asset.text.into() };
        let tag = format!("\"{:08x}\"", crc32(text.as_bytes()));
        Served { path: asset.path, text, tag }
    };
    ASSETS.iter().map(serve).collect()
});

/// Lines stay where they are, so that a browser's complaints still name the right one. The page has no text with `/*`.
fn without_comments(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some((before, comment)) = rest.split_once("/*") {
        let (comment, after) = comment.split_once("*/").unwrap_or((comment, ""));
        kept.push_str(before);
        kept.extend(comment.chars().filter(|&c| c == '\n'));
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    kept.push_str(rest);
    let line = |line: &str| {
        if line.trim_start().starts_with("//") { "\n".to_owned() } else { format!("{}\n", line.trim_end()) }
    };
    kept.lines().map(line).collect()
}

macro_rules! assets {
    ($($path:literal)*) => {
        &[Asset { path: "page.css", text: STYLES }, $(Asset { path: $path, text: include_str!(concat!("../../page/", $path)) }),*]
    };
}

/// Every file of the page. A test compares the list with the directory.
static ASSETS: &[Asset] = assets![
    "index.html"
    "icon.svg"
    "sandbox.html"
    "site.webmanifest"
    "js/announce.js"
    "js/api.js"
    "js/auto.js"
    "js/board.js"
    "js/chart.js"
    "js/coach.js"
    "js/dialog.js"
    "js/dom.js"
    "js/early.js"
    "js/end_card.js"
    "js/game.js"
    "js/game_menu.js"
    "js/help.js"
    "js/hint.js"
    "js/input.js"
    "js/keeper.js"
    "js/learn/checkpoints.js"
    "js/learn/dice.js"
    "js/learn/expectimax.js"
    "js/learn/good_board.js"
    "js/learn/histogram.js"
    "js/learn/how_many_games.js"
    "js/learn/intervals.js"
    "js/learn/learning.js"
    "js/learn/line.js"
    "js/learn/looking_ahead.js"
    "js/learn/over.js"
    "js/learn/parts.js"
    "js/learn/perfect_play.js"
    "js/learn/phases.js"
    "js/learn/product.js"
    "js/learn/progress.js"
    "js/learn/recorded.js"
    "js/learn/recording.js"
    "js/learn/small.js"
    "js/learn/stage.js"
    "js/learn/statistics.js"
    "js/learn/terms.js"
    "js/learn/texts.js"
    "js/main.js"
    "js/new_game.js"
    "js/outbox.js"
    "js/players.js"
    "js/playground/editor.js"
    "js/playground/markdown.js"
    "js/playground/race.js"
    "js/playground/room.js"
    "js/playground/sandbox.js"
    "js/playground/versions.js"
    "js/playground/worker.js"
    "js/replay.js"
    "js/replay_file.js"
    "js/replay_player.js"
    "js/rooms/arena.js"
    "js/rooms/count.js"
    "js/rooms/games.js"
    "js/rooms/learn.js"
    "js/rooms/play.js"
    "js/rooms/solve.js"
    "js/rooms/study.js"
    "js/rooms/tilt.js"
    "js/rules.js"
    "js/settings.js"
    "js/study/advice.js"
    "js/study/editor.js"
    "js/study/graph.js"
    "js/study/keeper.js"
    "js/study/list.js"
    "js/study/menu.js"
    "js/study/notes.js"
    "js/study/pointer.js"
    "js/study/reviewer.js"
    "js/study/rows.js"
    "js/study/tree.js"
    "js/texts.js"
    "js/tiles.js"
    "js/tilt_board.js"
    "js/tilt_guide.js"
];

/// The file that a request names.
pub(crate) async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "there is nothing to change here")
            .into_response();
    }
    let path = match request.uri().path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(asset) = SERVED.iter().find(|asset| asset.path == path) else {
        return Refusal::not_found("there is no such page").into_response();
    };
    let headers =
        [(CONTENT_TYPE, content_type(path)), (ETAG, asset.tag.as_str()), (CACHE_CONTROL, "no-cache")];
    let is_known =
        request.headers().get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == asset.tag.as_bytes());
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, &*asset.text).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn files(directory: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                files(&entry.path(), &format!("{prefix}{name}/"), found);
            } else {
                found.push(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut styles = Vec::new();
        files(&page.join("css"), "", &mut styles);
        let size: u64 =
            styles.iter().map(|name| std::fs::metadata(page.join("css").join(name)).unwrap().len()).sum();
        assert_eq!(STYLES.len() as u64, size, "{styles:?}");
        let top = ["index.html", "icon.svg", "sandbox.html", "site.webmanifest", "page.css"];
        let mut found: Vec<String> = top.map(str::to_owned).into();
        files(&page.join("js"), "js/", &mut found);
        let mut listed: Vec<String> = ASSETS.iter().map(|asset| asset.path.to_owned()).collect();
        found.sort();
        listed.sort();
        assert_eq!(listed, found);
    }

    #[test]
    fn the_whole_page_is_small() {
        let total: usize = SERVED.iter().map(|asset| asset.text.len()).sum();
        assert!(total < 450_000, "{total} bytes");
        // The lessons, the playground and the analysis board are loaded when they are opened.
        let parts = ["js/learn/", "js/playground/", "js/study/", "js/rooms/study.js"];
        let is_on_demand = |asset: &&Served| parts.iter().any(|part| asset.path.starts_with(part));
        let on_demand: usize = SERVED.iter().filter(is_on_demand).map(|asset| asset.text.len()).sum();
        assert!(total - on_demand < 250_000, "{} bytes", total - on_demand);
    }

    #[test]
    fn comments_are_left_out_and_lines_stay() {
        let code = "// one\nlet a = /** @type {b} */ (c); // two\n/**\n * three\n */\n  a();\n";
        assert_eq!(without_comments(code), "\nlet a = (c); // two\n\n\n\n  a();\n");
    }

    #[test]
    fn no_file_of_the_page_loads_anything_from_elsewhere() {
        for asset in ASSETS {
            let text = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.path);
        }
    }
}
