"""Players, experiments, and the other commands as functions."""

import copy
import json
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading
import time
import zlib

import numpy as np
import pytest

import redouble
from redouble import Batch, Board, Game, Player, Report, arena, compare

START = Board("2,.,4,./.,.,8,./.,.,.,./.,.,.,16")


def program(*arguments, **settings):
    return subprocess.run([sys.executable, "-m", "redouble", *map(str, arguments)], capture_output=True, text=True, **settings)


def said(*arguments):
    """What the program says with --json, and its exit code."""
    ended = program(*arguments, "--json")
    return json.loads(ended.stdout), ended.returncode


def untimed(report):
    """A report without what is different every time."""
    if isinstance(report, dict):
        times = ("seconds", "per_second", "ms_per_move", "rss")
        return {key: untimed(value) for key, value in report.items() if not any(time in key for time in times)}
    return [untimed(item) for item in report] if isinstance(report, list) else report


def test_every_function_says_what_the_command_says(tmp_path):
    board, record = str(START), tmp_path / "game.record"
    game = Game(3)
    while not game.is_over:
        game.play(game.legal[0])
    record.write_text(game.record())
    store = tmp_path / "store"
    cases = [
        (redouble.move(START, "left"), ("move", board, "left")),
        (redouble.perft("2x3", plies=5), ("perft", "--board=2x3", "--plies=5")),
        (redouble.players(), ("players",)),
        (redouble.hint(START, player="expectimax:depth=2"), ("hint", board, "--player=expectimax:depth=2")),
        (redouble.review(game, player="greedy"), ("review", record, "--player=greedy")),
        (redouble.review(record, player="greedy", worst=2), ("review", record, "--player=greedy", "--worst=2")),
        (arena("random", "greedy", games=12, seed=5), ("arena", "random", "greedy", "--games=12", "--seed=5")),
        (compare("random", "greedy", seed=2), ("compare", "random", "greedy", "--seed=2")),
        (redouble.states.count("2x3", goal=32, store=store), ("states", "count", "--board=2x3", "--goal=32")),
        (redouble.states.find("2,4,./.,.,2", store=store), ("states", "find", "2,4,./.,.,2", f"--store={store}")),
        (redouble.states.verify(store), ("states", "verify", store)),
        (redouble.states.bound(goal=64), ("states", "bound", "--goal=64")),
        (redouble.states.moves(goal=64), ("states", "moves", "--goal=64")),
        (
            redouble.solve("2x2", maximize=["score", "win"], goal=16),
            ("solve", "--board=2x2", "--maximize=score,win", "--goal=16"),
        ),
        (redouble.solve("2x3").query("2,2,./.,.,."), ("solve", "query", "2,2,./.,.,.")),
        (redouble.tilt.adjacent("x../.../..x"), ("tilt", "adjacent", "x../.../..x")),
        (redouble.tilt.cycles("oo./o../..."), ("tilt", "cycles", "oo./o../...")),
        (redouble.tilt.run("x../.../..x", "NESW"), ("tilt", "run", "x../.../..x", "NESW")),
        (redouble.tilt.reach("x../.../...", "..x/.../..."), ("tilt", "reach", "x../.../...", "..x/.../...")),
        (redouble.tilt.make("rings", size=8), ("tilt", "make", "rings", "--size=8")),
        (redouble.tilt.space("x./..//../.x"), ("tilt", "space", "x./..//../.x")),
    ]
    for report, arguments in cases:
        expected = untimed(said(*arguments)[0])
        expected.pop("store", None)
        found = untimed(report.to_dict())
        found.pop("store", None)
        assert found == expected, arguments
    sample, _ = said("states", "sample", f"--store={store}", "--count=3", "--seed=4")
    assert [state.to_dict() for state in redouble.states.sample(store=store, count=3, seed=4)] == sample


def test_the_games_of_an_arena_are_those_of_the_command(tmp_path):
    games = arena("greedy", games=100, seed=7).games_played
    assert program("arena", "greedy", "--games=100", "--seed=7", f"--out={tmp_path}").returncode == 0
    lines = [line.split() for line in (tmp_path / "results.txt").read_text().splitlines() if line[0].isdigit()]
    kept = {int(fields[1]): fields for fields in lines}
    assert sorted(kept) == list(range(100))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["arguments"][:2] == ["arena", "greedy"]
    for index in range(100):
        _, game, score, moves, max_tile = kept[index][:5]
        assert [games[name][index] for name in ("game", "score", "moves", "max_tile")] == [
            int(game),
            int(score),
            int(moves),
            int(max_tile),
        ]
        assert f"{games['digest'][index]:08x}" in kept[index]
    assert program("arena", "--verify", tmp_path).returncode == 0


def test_results_that_python_kept_are_gone_on_with(tmp_path):
    arena("random", games=10, seed=1, out=tmp_path)
    ended = program("arena", "random", "--games=20", "--seed=1", f"--out={tmp_path}")
    assert ended.returncode == 0 and "10 games are there already" in ended.stderr
    with pytest.raises(RuntimeError, match="another experiment"):
        arena("random", games=10, seed=2, out=tmp_path)


class Corner:
    """A player with everything a player can have."""

    name = "corner"

    def __init__(self):
        self.seeds, self.scores = [], []

    def begin(self, seed):
        self.seeds.append(seed)

    def choose(self, board):
        return next(direction for direction in ("down", "left", "right", "up") if board.slide(direction))

    def end(self, score):
        self.scores.append(score)


def test_players_written_in_python_enter_experiments():
    corner = Corner()
    found = arena(corner, lambda board: board.legal[0], Player("random"), "greedy", games=15, seed=4)
    assert [player.spec for player in found.players] == ["python:corner", "python:<lambda>", "random", "greedy"]
    assert len(corner.seeds) == 15 and sorted(corner.scores) == sorted(
        found.games_played["score"][found.games_played["entrant"] == 0]
    )
    assert (
        found.games_played["score"]
        == arena(corner, lambda board: board.legal[0], "random", "greedy", games=15, seed=4, threads=1).games_played["score"]
    ).all()
    assert compare(Corner(), "random", seed=1).verdict == "first is stronger"


class Downwards(Player):
    """A player of its own that needs no spec."""

    def choose(self, board):
        return max(board.legal, key=lambda direction: direction == 2)


class Cautious(Player):
    """Plays as its spec says, unless a corner can be had."""

    def choose(self, board):
        return 3 if 3 in board.legal else super().choose(board)


def test_subclasses_of_player_enter_experiments():
    found = arena(Downwards(), Cautious("greedy"), "greedy", games=10, seed=4)
    assert [player.spec for player in found.players] == ["python:Downwards", "python:Cautious", "greedy"]
    assert found.players[1].forfeits == {} and len({player.mean for player in found.players}) == 3
    cautious = Cautious("greedy", board="3x3", p4=0.5)
    cautious.mood = "calm"
    for other in (pickle.loads(pickle.dumps(cautious)), copy.copy(cautious), copy.deepcopy(cautious)):
        assert type(other) is Cautious and repr(other) == "Cautious('greedy')" and other.mood == "calm"
        assert other.__getnewargs_ex__() == (("greedy",), {"board": "3x3", "p4": 0.5})
    alone = pickle.loads(pickle.dumps(Downwards()))
    assert alone.choose(START) == 2 and repr(alone) == "Downwards()" and alone.begin(1) is None
    with pytest.raises(NotImplementedError, match="no spec"):
        alone.values(START)
    with pytest.raises(TypeError, match="spec: wanted"):
        Player()
    with pytest.raises(TypeError, match=r"not the class Downwards but Downwards\(\)"):
        arena(Downwards)


def test_a_player_within_players_is_not_waited_for_in_vain():
    # A task of the pool that decodes a part of the network may be given another game while it waits for the rest.
    shared = Player("ntuple")
    nested = arena(lambda board: shared.choose(board), games=6, seed=3, threads=4)
    assert (nested.games_played["score"] == arena("ntuple", games=6, seed=3).games_played["score"]).all()


def test_players_work_in_a_forked_process():
    # Threads are not there after a fork: whatever a player waits for must be done in its own.
    player = Player("ntuple")
    early, late = player.choose(START), Board("32768,16384,8192,4096/2,4,8,2048/.,2,4,1024/.,.,2,4")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(player.choose, (START,)).get(300) == early
        assert pool.apply_async(player.choose, (late,)).get(300) == player.choose(late)
        assert len(pool.apply_async(arena, ("random",), dict(games=2)).get(300).games_played["score"]) == 2


def test_an_exception_or_an_illegal_move_gives_the_game_up():
    def broken(board):
        if board.sum > 60:
            raise KeyError("no idea")
        return board.legal[0]

    def stubborn(board):
        return 0

    found = arena(broken, stubborn, "random", games=8, seed=1)
    forfeits = found.to_dict()["players"]
    assert any("KeyError" in reason and "no idea" in reason for reason in forfeits[0]["forfeits"])
    assert any("illegal move up" in reason for reason in forfeits[1]["forfeits"])
    assert forfeits[2]["forfeits"] == {}
    with pytest.raises(RuntimeError, match="gave up every one"):
        compare(lambda board: "sideways", "random", games=40)


def test_the_external_protocol_takes_python_programs(tmp_path):
    script = tmp_path / "player.py"
    script.write_text(
        "import sys\nfrom redouble import Board\nfor line in sys.stdin:\n    words = line.split()\n"
        "    if words[0] == 'redouble-player': print('ready', flush=True)\n"
        "    if words[0] == 'move': print(Board(words[1]).legal[0], flush=True)\n"
    )
    external = arena(f"external:ms=20000,command={sys.executable} {script}", games=3, seed=2)
    inside = arena(lambda board: board.legal[0], games=3, seed=2)
    assert (external.games_played["score"] == inside.games_played["score"]).all()


def test_a_player_chooses_and_values():
    player = Player("expectimax:depth=2")
    choice, values = player.choose(START), player.values(START)
    assert values.dtype == np.float64 and np.isnan(values).tolist() == [direction not in START.legal for direction in range(4)]
    assert values[choice] == np.nanmax(values)
    assert redouble.hint(START, player="expectimax:depth=2").best == redouble.ACTIONS[choice]
    again = pickle.loads(pickle.dumps(player))
    assert again.choose(START) == choice and repr(again) == "Player('expectimax:depth=2')"


def test_a_random_player_plays_the_batch_s_games():
    player, game, batch = Player("random"), Game(5), Batch(1, seed=5)
    player.begin(5)
    for _ in range(60):
        direction = player.choose(game.board)
        assert direction == batch.random_actions()[0]
        game.play(direction)
        batch.step(np.array([direction]))
        assert batch.board(0) == game.board


def test_evaluate_is_choose_for_every_board_whatever_the_threads():
    batch = Batch(700, seed=1)
    batch.rollout(50)
    boards = batch.boards
    boards[3] = Board("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2").bits
    player = Player("greedy")
    choices, values = player.evaluate(boards)
    assert choices.dtype == np.uint8 and values.shape == (700, 4) and np.isnan(values[3]).all()
    assert all(choices[lane] == player.choose(Board(int(boards[lane]))) for lane in range(0, 700, 50))
    for threads in (2, 3):
        other = player.evaluate(boards, threads=threads)
        assert (other[0] == choices).all() and np.array_equal(other[1], values, equal_nan=True)
    assert (player.evaluate(boards[::-1])[0] == choices[::-1]).all()


def test_a_player_is_shared_between_threads():
    player, found = Player("expectimax:depth=2"), []
    threads = [threading.Thread(target=lambda: found.append(player.choose(START))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(found) == 8


def test_the_shipped_network_is_in_the_wheel():
    player = Player("ntuple")
    assert player.choose("2,.,.,./4,2,.,./16,8,4,./128,64,32,2") in range(4)
    assert player.values("2,.,.,./4,2,.,./16,8,4,./128,64,32,2")[0] > 1000


def test_a_solution_answers_and_writes_its_policy(tmp_path):
    solution = redouble.solve("2x2")
    answer = solution.query("2,2/.,.")
    assert answer.reachable and max(move.value for move in answer.moves) == answer.value
    assert solution.policy(tmp_path / "2x2.policy").states > 0 and (tmp_path / "2x2.policy").stat().st_size > 0
    optimal = arena("optimal", games=300, seed=1, board="2x2").players[0]
    low, high = optimal.ci95
    assert low - 3 < solution.value < high + 3


def test_training_writes_a_network_that_plays(tmp_path):
    seen = []
    report = redouble.train(
        "0123,4567", board="2x4", games=2000, out=tmp_path / "small.net", progress=lambda *progress: seen.append(progress)
    )
    assert report.games == 2000 and (tmp_path / "small.net").stat().st_size == report.bytes
    assert all(phase and unit and (share is None or 0 <= share <= 1) for phase, _, _, unit, share in seen)
    trained = arena(f"ntuple:net={tmp_path / 'small.net'}", "random", games=100, board="2x4").players
    assert trained[0].mean > trained[1].mean


def stop(phase, step, done, unit, share):
    raise StopIteration(phase)


def test_an_exception_of_the_callback_stops_the_work():
    with pytest.raises(StopIteration, match="playing"):
        arena("expectimax:depth=3", games=100_000, progress=stop)


def test_training_that_was_stopped_goes_on(tmp_path):
    recipe = dict(net="0123,4567", board="2x4", out=tmp_path / "small.net", seed=1)
    with pytest.raises(StopIteration):
        redouble.train(games=100_000_000, progress=stop, **recipe)
    checkpoints = [path.name for path in tmp_path.iterdir()]
    assert checkpoints
    found = redouble.train(games=1, resume=True, **recipe)
    assert found.games >= 1


def test_a_bar_is_shown_by_tqdm_to_those_who_want_one(capfd, monkeypatch):
    pytest.importorskip("tqdm")
    arena("expectimax:depth=2", games=100, progress=True)
    assert "playing" in capfd.readouterr().err
    # Nobody asked, and this is no terminal.
    arena("expectimax:depth=2", games=20)
    arena("expectimax:depth=2", games=20, progress=False)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    arena("expectimax:depth=2", games=20, progress=True)
    assert capfd.readouterr().err == ""


LONG = [
    "redouble.arena('expectimax:depth=3', games=100_000, progress=go)",
    "redouble.arena(lambda board: board.legal[0], games=1_000_000, progress=go)",
    "redouble.compare('expectimax:depth=3', 'expectimax:depth=3,samples=10', error=1e-6, progress=go)",
    "redouble.states.count('4x4', goal=64, progress=go)",
    "redouble.solve('3x4', goal=256, progress=go)",
    "redouble.train('0123,4567', board='2x4', games=100_000_000, out=sys.argv[1], progress=go)",
    "go(); redouble.Batch(4096).rollout(10_000_000)",
    "go(); redouble.Player('expectimax:depth=12,eval=line-ends').choose('2,4,8,16/16,8,4,2/.,.,2,4/.,.,.,.')",
    "go(); redouble.Player('expectimax:depth=4').evaluate(np.full(100_000, 0x1234567801234567, np.uint64))",
]


@pytest.mark.parametrize("call", LONG)
def test_ctrl_c_stops_long_work(call, tmp_path):
    # Where the work tells of its progress, it is under way when the signal comes.
    code = (
        "import sys, redouble, numpy as np\ngone = []\ndef go(*_):\n    if not gone: print('go', flush=True)\n    gone.append(1)\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    sys.exit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "out.net")], stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline() == b"go\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 7
    finally:
        process.kill()
        process.stdout.close()


def test_the_program_is_there_with_its_exit_codes():
    assert program("--version").stdout.startswith("redouble ")
    assert program("move", "2,4/.,.", "left").returncode == 1
    wrong = program("move", "2,3/.,.", "left")
    assert wrong.returncode == 2 and "error:" in wrong.stderr
    assert program("help").returncode == 0 and program("no-such-command").returncode == 2


def test_ctrl_c_ends_the_program():
    process = subprocess.Popen(
        [sys.executable, "-m", "redouble", "arena", "expectimax:depth=3", "--games=100000"], stderr=subprocess.DEVNULL
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    # Whenever it comes: the arena shows what was played and ends with 1; a signal that comes before it listens ends the process.
    assert process.wait(timeout=60) in (1, -signal.SIGINT)


def test_reports_are_frozen_and_come_back():
    report = redouble.move("2,2/.,.", "left")
    assert isinstance(report, Report) and report["gained"] == report.gained == 4 and "gained" in dir(report)
    with pytest.raises(AttributeError):
        report.gained = 5
    with pytest.raises(AttributeError, match="there are"):
        report.points
    assert pickle.loads(pickle.dumps(report)) == report
    games = pickle.loads(pickle.dumps(arena("random", games=3)))
    assert len(games.games_played["score"]) == 3


def test_digests_are_the_checksums_of_records():
    games = arena("random", games=1, seed=9).games_played
    game, player = Game(9), Player("random")
    player.begin(9)
    while not game.is_over:
        game.play(player.choose(game.board))
    assert zlib.crc32(game.record().encode()) == games["digest"][0]
