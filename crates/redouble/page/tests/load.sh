#!/usr/bin/env bash
# How fast slides are answered: 200 games on 8x8 boards, 200 connections. Needs wrk; REDOUBLE names the program.
set -euo pipefail
cd "$(dirname "$0")"
program=${REDOUBLE:-../../../../target/release/redouble}
url=http://127.0.0.1:2098
data=$(mktemp -d)
"$program" serve --addr 127.0.0.1:2098 --data "$data" 2> /dev/null &
server=$!
trap 'kill $server; rm -rf "$data"' EXIT
until curl -sf "$url/api/players" > /dev/null; do sleep 0.1; done
post() { curl -sf -o /dev/null "$url$1" -H content-type:application/json -d "$2"; }
for game in $(seq 200); do
  # A game without a move makes room for the next: each needs one to stay.
  post /api/games "{\"board\":\"8x8\",\"seed\":$game}"
  post "/api/games/$game/move" '{"direction":"left"}'
  post "/api/games/$game/move" '{"direction":"down"}'
done
echo "== 200 players, each with 50 to 150 ms between moves"
THINK=1 wrk -t1 -c200 -d15s --latency -s slides.lua "$url"
echo "== 200 requests at a time, without a pause"
wrk -t1 -c200 -d8s --latency -s slides.lua "$url"
echo "== one at a time"
wrk -t1 -c1 -d4s --latency -s slides.lua "$url"
