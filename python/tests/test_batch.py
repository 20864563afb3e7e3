"""`Batch`: the games of the arena, by the thousand."""

import _thread
import copy
import pickle
import signal
import sys
import threading
import time

import numpy as np
import pytest

import redouble
from redouble import Batch, Board, Game

SHAPES = ["2x2", "3x3", "2x5", "4x4", "3x5", "5x5", "8x8"]


def numbers(n, board="4x4", seed=1):
    """Scores, moves and largest tiles of random games, by a rollout to their end."""
    batch = Batch(n, seed=seed, board=board, autoreset=False)
    batch.rollout(1_000_000)
    finished = batch.finished()
    assert finished.game.tolist() == list(range(n)) and batch.terminated.all()
    return finished.score, finished.moves, finished.max_tile


@pytest.mark.parametrize("board", ["3x3", "4x4", "3x5"])
def test_a_rollout_plays_the_arena_s_games_of_the_player_random(board):
    score, moves, max_tile = numbers(60, board, seed=3)
    games = redouble.arena("random", games=60, seed=3, board=board).games_played
    assert score.tolist() == games["score"].tolist()
    assert moves.tolist() == games["moves"].tolist() and max_tile.tolist() == games["max_tile"].tolist()


def test_random_play_has_the_mean_of_2048():
    # 1,095 points; PufferLib's 1,380 came of a missing spawn.
    assert 1085 < numbers(20_000)[0].mean() < 1111


@pytest.mark.parametrize("board", SHAPES)
def test_a_step_is_a_move_of_game(board):
    n = 8
    batch = Batch(n, seed=5, board=board, autoreset=False)
    games = [Game.from_record(Game(seed_of(5, k), board=board).record()) for k in range(n)]
    rng = np.random.default_rng(0)
    for _ in range(150):
        actions = rng.integers(4, size=n)
        rewards, terminated, legal = batch.step(actions)
        gained = [game.play(int(action)) or 0 for game, action in zip(games, actions)]
        assert rewards.tolist() == gained and terminated.tolist() == [game.is_over for game in games]
        assert legal.tolist() == [sum(1 << direction for direction in game.legal) for game in games]
        assert [batch.board(lane) for lane in range(n)] == [game.board for game in games]
    assert batch.scores.tolist() == [game.score for game in games] and batch.moves.tolist() == [game.moves for game in games]
    exponents = batch.exponents()
    assert all(Board.from_exponents(exponents[lane]) == games[lane].board for lane in range(n))


def seed_of(seed, game):
    """The seed of a game of an experiment, as the records say."""
    z = game
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
    return seed ^ z ^ (z >> 31)


def test_steps_rollouts_and_threads_play_the_same_games():
    stepped, rolled, threaded = (Batch(50, seed=9) for _ in range(3))
    for _ in range(700):
        stepped.step(stepped.random_actions())
    assert rolled.rollout(700) == 50 * 700 == threaded.rollout(400, threads=2) + threaded.rollout(300, threads=3)
    for other in (rolled, threaded):
        assert (other.boards == stepped.boards).all() and (other.games == stepped.games).all()
    finished = [batch.finished() for batch in (stepped, rolled, threaded)]
    assert len(finished[0]) > 100
    for other in finished[1:]:
        assert (other.game == finished[0].game).all() and (other.score == finished[0].score).all()
    assert len(stepped.finished()) == 0


def test_a_lane_goes_on_with_every_nth_game():
    batch = Batch(4, seed=1, first=10)
    batch.rollout(2000)
    games = set(batch.finished().game.tolist()) | set(batch.games.tolist())
    assert all(game in games for lane in range(4) for game in range(10 + lane, batch.games[lane], 4))
    alone = Batch(1, seed=1, first=14, autoreset=False)
    alone.rollout(10_000)
    again = Batch(4, seed=1, first=10)
    again.rollout(2000)
    finished = again.finished()
    assert finished.score[finished.game == 14].tolist() == alone.finished().score.tolist()


def test_actions_may_be_uint8_int64_or_other_integers():
    batches = [Batch(64, seed=2) for _ in range(4)]
    actions = batches[0].random_actions()
    for batch, dtype in zip(batches, (np.uint8, np.int64, np.int32, np.uint16)):
        batch.step(actions.astype(dtype))
    assert all((batch.boards == batches[0].boards).all() for batch in batches)
    strided = np.repeat(actions, 2)[::2]
    assert (batches[0].step(strided)[0] == batches[1].step(actions)[0]).all()


def test_arrays_that_are_given_are_written_and_returned():
    batch = Batch(16)
    rewards, terminated, legal = np.zeros(16, np.int32), np.zeros(16, bool), np.zeros(16, np.uint8)
    out = batch.step(batch.random_actions(), rewards, terminated, legal)
    assert out[0] is rewards and out[1] is terminated and out[2] is legal and (legal == batch.legal).all()
    grid = np.zeros((16, 4, 4), np.uint8)
    assert batch.exponents(grid) is grid and grid.any()
    mask = batch.legal_mask()
    assert mask.dtype == np.int8 and ((mask << np.arange(4)).sum(1) == batch.legal).all()


def test_afterstates_are_slides():
    batch = Batch(32, seed=4)
    batch.rollout(60)
    boards, gains = batch.afterstates()
    for lane in range(32):
        for direction in range(4):
            slid = batch.board(lane).slide(direction)
            expected = (slid[0].bits, slid[1]) if slid else (0, 0)
            assert (int(boards[lane, direction]), int(gains[lane, direction])) == expected


def beyond(exponents=((15, 15, 3, 2), (1, 2, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0))):
    """A batch whose only lane is about to make a 65536: as a pickle that is edited."""
    batch = Batch(1, seed=1)
    state = dict(batch.__reduce__()[2])
    state["lanes"] = state["lanes"][:-16] + np.array(exponents, np.uint8).tobytes()
    batch.__setstate__(state)
    return batch


def test_65536_and_131072_are_made_and_played_on():
    batch = beyond()
    rewards, terminated, _ = batch.step(np.array([3]))
    assert rewards.tolist() == [65536] and not terminated[0] and batch.board(0).max_tile == 65536
    with pytest.raises(ValueError, match="packed"):
        batch.boards
    assert batch.exponents().max() == 16
    copied = pickle.loads(pickle.dumps(batch))
    batch.rollout(20)
    copied.rollout(20)
    assert copied.board(0) == batch.board(0)
    twice = beyond(((16, 16, 3, 2), (1, 2, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
    assert twice.step(np.array([3]))[0].tolist() == [131072] and twice.board(0).max_tile == 131072


def test_pickles_and_copies_go_on_alike():
    batch = Batch(10, seed=3, board="3x3", p4=0.25)
    batch.rollout(100)
    others = [pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)]
    for other in [batch, *others]:
        other.rollout(333)
    assert all((other.boards == batch.boards).all() and (other.games == batch.games).all() for other in others)
    assert repr(others[0]) == repr(batch)


def test_reset_begins_the_next_game_of_chosen_lanes():
    batch = Batch(4, seed=6)
    batch.rollout(5)
    before = batch.boards
    batch.reset(np.array([True, False, False, True]))
    assert batch.games.tolist() == [4, 1, 2, 7] and (batch.boards[1:3] == before[1:3]).all()
    batch.reset()
    assert batch.games.tolist() == [8, 5, 6, 11] and batch.scores.tolist() == [0] * 4


def test_python_runs_while_a_rollout_does_but_not_in_the_same_batch():
    batch, seen, interval = Batch(4096, seed=1), [], sys.getswitchinterval()

    def meanwhile():
        while len(seen) < 100:
            try:
                len(batch)
                time.sleep(0)
            except RuntimeError as error:
                seen.append(str(error))
        _thread.interrupt_main()

    thread = threading.Thread(target=meanwhile, daemon=True)
    # A shell may have started the tests with SIGINT ignored: then nobody could be interrupted.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    # Threads do not take turns by the clock: the other one runs only if the rollout gives the lock away.
    sys.setswitchinterval(1e6)
    try:
        with pytest.raises(KeyboardInterrupt):
            thread.start()
            # Many minutes, if nobody stops it: on a busy machine the other thread may be late.
            batch.rollout(10_000_000)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
        signal.signal(signal.SIGINT, handler)
    assert all("borrowed" in text for text in seen)


def test_games_that_ended_are_in_pickles():
    batch = Batch(8, seed=3)
    batch.rollout(500)
    other = pickle.loads(pickle.dumps(batch))
    finished, again = batch.finished(), other.finished()
    assert len(finished) > 8 and finished.score.tolist() == again.score.tolist()
    kept = [pickle.loads(pickle.dumps(finished)), copy.copy(finished), copy.deepcopy(finished)]
    assert all(one.game.tolist() == finished.game.tolist() for one in kept)
