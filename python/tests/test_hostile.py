"""Bad arguments raise ordinary exceptions: never a panic, never a crash, and what was refused changed nothing."""

import random
import threading

import numpy as np
import pytest

import redouble
from redouble import Batch, Board, Game, Player, State
from redouble._core import Several, Single


@pytest.mark.parametrize(
    "given", ["", "2,3/4,4", "0x12", -1, 2**64, 1.5, None, [], [[2]], [[2, 2], [2]], [[3, 2], [2, 2]], np.ones((4, 4)), b"2"]
)
def test_hostile_boards_are_refused(given):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Board(given)


@pytest.mark.parametrize("direction", ["", "north-west", 4, -1, 2**70, 1.5, None, []])
def test_hostile_directions_are_refused(direction):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        Game(1).play(direction)


def test_hostile_settings_are_refused_with_a_sentence(tmp_path):
    broken = tmp_path / "broken.net"
    broken.write_bytes(b"not a network")
    calls = {
        "p4": lambda: Game(1, p4=2.0),
        "probability": lambda: Game(1, p4=float("nan")),
        "tile": lambda: Game(1, goal=3),
        "9x9": lambda: Game(1, board="9x9"),
        "appears": lambda: Board("32,16/4,.").spawn(3, 8),
        "empty cell": lambda: Board("2,2/.,.").spawn(64, 2),
        "larger": lambda: Board.from_exponents(np.full((4, 4), 200, np.uint8)),
        "not a player": lambda: Player("expectimin"),
        "not a parameter": lambda: redouble.arena("greedy:depth=3"),
        "broken.net": lambda: Player(f"ntuple:net={broken}"),
        "at least one": lambda: redouble.arena(),
        "threads": lambda: Batch(4).rollout(1, threads=0),
        "n: 0": lambda: Batch(0),
        "reward": lambda: Single("4x4", 0.1, "gold", "noop"),
        "illegal": lambda: Single("4x4", 0.1, "score", "maybe"),
        "results file": lambda: redouble.arena(lambda board: 0, out=tmp_path / "out"),
        "--games": lambda: redouble.arena("random", games=0),
        "delta": lambda: redouble.compare("random", "random", delta=2.0),
        "no move is left": lambda: Player("greedy").choose("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2"),
        "not 4x4": lambda: Player("greedy").choose("2,2/.,."),
        "not a packed": lambda: Player("greedy", board="2x2").evaluate(np.array([2**40], np.uint64)),
    }
    for sentence, call in calls.items():
        with pytest.raises(ValueError, match=sentence):
            call()
    with pytest.raises(OSError, match="nowhere"):
        redouble.review(tmp_path / "nowhere")
    with pytest.raises(TypeError, match="function of a board"):
        redouble.arena(7)


def test_numbers_that_do_not_fit_are_refused_by_their_names():
    board = "2,2,.,./.,.,.,./.,.,.,./.,.,.,."
    calls = {
        "seed": [Game, lambda n: Batch(1, n), lambda n: Game.from_board(board, n), Player("greedy").begin, State().random_playout],
        "first": [lambda n: Batch(1, first=n)],
        "goal": [lambda n: Game(1, goal=n), lambda n: State(goal=n)],
        "score": [lambda n: Game.from_board(board, 1, score=n), lambda n: State.from_board(board, score=n)],
        "cell": [lambda n: Board(board).spawn(n, 2)],
        "tile": [lambda n: Board(board).spawn(5, n)],
        "lane": [lambda n: Batch(1).board(n)],
        "steps": [lambda n: Batch(1).rollout(n)],
        "threads": [lambda n: Batch(1).rollout(1, threads=n), lambda n: Player("greedy").evaluate(np.zeros(1, np.uint64), threads=n)],
        "num_envs": [lambda n: Several(n, "4x4", 0.1, "score", "noop")],
    }
    for name, ways in calls.items():
        for call in ways:
            for number in (-1, 2**64, 2**200_000):
                with pytest.raises(OverflowError, match=f"^{name}: wanted a whole number from 0"):
                    call(number)
            for number in (1.5, "1", [1]):
                with pytest.raises(TypeError, match=f"^{name}: wanted a whole number"):
                    call(number)


def test_points_beyond_all_games_do_not_overflow():
    board = "2,2,.,./.,.,.,./.,.,.,./.,.,.,."
    for call in (
        lambda score: Game.from_board(board, 1, score=score),
        lambda score: State.from_board(board, score=score),
        lambda score: Single("4x4", 0.1, "score", "noop").start(board, score, 1),
    ):
        with pytest.raises(ValueError, match="so many points"):
            call(2**64 - 1)
        call(2**62)
    single = Single("4x4", 0.1, "score", "noop")
    single.start(board, 2**62, 1)
    assert single.step(3)[1] == 4 and single.score == 2**62 + 4


def test_hostile_arrays_are_refused_and_change_nothing():
    batch = Batch(8, seed=1)
    before, good = batch.boards, batch.random_actions()
    read_only = np.zeros(8, np.int32)
    read_only.flags.writeable = False
    shared = np.zeros(8, np.uint8)
    cases = [
        ((good.astype(float),), TypeError, "got an array of float64"),
        ((good.tolist(),), TypeError, "got list"),
        ((good[:7],), ValueError, "8 uint8"),
        ((good.reshape(2, 4),), ValueError, "shape"),
        ((np.full(8, 4),), ValueError, "4 in lane 0"),
        ((np.full(8, -1),), ValueError, "-1 in lane 0"),
        ((good.astype(bool),), TypeError, "bool"),
        ((good, np.zeros(8)), TypeError, "rewards"),
        ((good, np.zeros(7, np.int32)), ValueError, "rewards"),
        ((good, np.zeros(16, np.int32)[::2]), ValueError, "contiguous"),
        ((good, read_only), ValueError, "rewards"),
        ((shared, None, None, shared), ValueError, "borrowed"),
        ((good, None, np.zeros(8, np.uint8)), TypeError, "terminated"),
        ((good, None, None, np.zeros((8, 1), np.uint8)), TypeError, "legal"),
    ]
    for arguments, kind, sentence in cases:
        with pytest.raises(kind, match=sentence):
            batch.step(*arguments)
        assert (batch.boards == before).all()
    last = np.zeros(8, np.int64)
    last[7] = 9
    with pytest.raises(ValueError, match="lane 7"):
        batch.step(last)
    assert (batch.boards == before).all()


def values(rng):
    """Something that nobody expects as an argument."""
    array = np.arange(rng.randrange(20))
    return rng.choice(
        [
            None,
            True,
            -1,
            0,
            1,
            3,
            2**31,
            2**63,
            2**64,
            2**200,
            0.5,
            float("nan"),
            float("inf"),
            "",
            "4x4",
            "2,2/.,.",
            "0x",
            "0x1234",
            "left",
            "x" * 500,
            "2x2",
            (4, 4),
            (0, 0),
            (2, -1),
            [],
            [[]],
            [[2, 2], [2, 2]],
            [1, 2, 3],
            {},
            {"board": 1},
            b"bytes",
            object(),
            Board("2,2/.,."),
            Board,
            len,
            array,
            array.astype(float),
            array.astype(np.uint8),
            array[::2],
            array.reshape(-1, 1),
            np.zeros((4, 4), np.uint8),
            np.zeros(4, np.uint64)[::-1],
            np.array("text"),
            np.array([None, 1]),
            np.zeros((0, 4)),
            np.zeros(3, ">i8"),
            "\ud800",
            "🎲",
            "random",
            "greedy",
            "expectimax:depth=1",
            range(4),
            iter([1]),
            1j,
        ]
    )


def targets():
    """Everything that can be called, by a name."""
    board, game, state, batch = Board("2,2,./.,4,."), Game(1), State("2x3"), Batch(4, seed=1)
    player, single, several = Player("greedy"), Single("3x3", 0.1, "score", "noop"), Several(3, "2x2", 0.1, "log", "terminate")
    skip = {
        "rollout",
        "random_playout",
        "__class__",
        "__init_subclass__",
        "__subclasshook__",
        "__getattribute__",
        "__setattr__",
        "__delattr__",
    }
    made = [
        lambda *a, **k: Player(*a, **k),
        Board,
        Game,
        State,
        Batch,
        Single,
        Several,
        Board.from_exponents,
        Board.empty_board,
        Game.from_board,
        Game.from_record,
        State.from_board,
    ]
    found = [(made_one, made_one) for made_one in made]
    for owner in (board, game, state, batch, player, single, several):
        names = [
            name
            for name in dir(owner)
            if name not in skip and (not name.startswith("__") or name in ("__setstate__", "__deepcopy__", "__array__"))
        ]
        found += [(name, getattr(owner, name)) for name in names if callable(getattr(owner, name))]
    found += [("move", redouble.move), ("hint", lambda *a, **k: redouble.hint(*a[:1], player="greedy"))]
    found += [("rollout", lambda steps=1, threads=1, *a: batch.rollout(min(steps, 10), threads=threads))]
    found += [("arena", lambda *a, **k: redouble.arena(*a, games=1, board="2x2", **few(k)))]
    found += [("compare", lambda *a, **k: redouble.compare(*a, games=1, board="2x2", **few(k)))]
    found += [("solve", lambda goal=None, *a: redouble.solve("2x2", goal=goal, maximize=a or "score"))]
    found += [("find", lambda board=None, *a: redouble.states.find(board, store="nowhere"))]
    found += [("tilt", redouble.tilt.run), ("adjacent", redouble.tilt.adjacent), ("perft", lambda board, *a: redouble.perft(board, plies=2))]
    gymnasium = pytest.importorskip("gymnasium")
    from redouble.envs import Game2048, Game2048Vector
    from redouble.text import Game2048Text

    closed = gymnasium.make_vec("redouble/Game2048-v0", num_envs=3)
    closed.reset(seed=1)
    closed.close()
    for env in (Game2048(board="2x3"), Game2048Vector(3, board="2x2"), Game2048Text(), closed):
        env.reset(seed=1)
        found += [("reset", lambda seed=None, options=None, *a, env=env: env.reset(seed=seed, options=options)), ("step", env.step)]
    found += [("env", Game2048), ("vector", Game2048Vector)]
    return found


def few(keywords):
    """Those that an experiment knows and that do not make it long."""
    return {name: value for name, value in keywords.items() if name in ("p4", "seed")}


# Constructors that take a size would be within their rights to take a large one.
TOO_LARGE = 2**22


def test_ten_thousand_hostile_calls():
    rng, refused, done = random.Random(2048), 0, 0
    found = targets()
    while refused + done < 10_000:
        name, target = rng.choice(found)
        arguments = [values(rng) for _ in range(rng.randrange(5))]
        keywords = {
            key: values(rng)
            for key in rng.sample(["board", "p4", "goal", "seed", "shape", "score", "out", "first"], rng.randrange(2))
        }
        if any(isinstance(argument, int) and TOO_LARGE < argument < 2**63 for argument in arguments):
            continue
        try:
            target(*arguments, **keywords)
            done += 1
        except Exception as error:
            # A panic is a BaseException and ends the test.
            assert not isinstance(error, (SystemError, MemoryError, NameError)), (name, arguments, keywords)
            refused += 1
    assert refused > 5_000 and done > 100


def test_hostile_threads_raise_or_work():
    batch, several, errors = Batch(64, seed=1), Several(64, "4x4", 0.1, "score", "noop"), []

    def hammer(seed):
        rng = random.Random(seed)
        for _ in range(200):
            try:
                batch.step(batch.random_actions())
                several.step(several.random_actions(), True)
                batch.exponents()
                batch.reset(np.array([rng.random() < 0.5] * 64))
            except RuntimeError:
                pass
            except BaseException as error:  # noqa: BLE001
                errors.append(error)

    threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_damaged_pickles_are_refused():
    batch = Batch(2, seed=1)
    state = batch.__reduce__()[2]
    for lanes in (b"", b"x", state["lanes"][:-1], bytes(len(state["lanes"])), b"\xff" * len(state["lanes"])):
        with pytest.raises(ValueError, match="damaged"):
            batch.__setstate__({**state, "lanes": lanes})
    with pytest.raises(ValueError, match="without lanes"):
        batch.__setstate__({key: value for key, value in state.items() if key != "lanes"})
