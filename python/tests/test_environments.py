"""Gymnasium and PettingZoo: what the field expects, checked by their own checkers."""

import copy
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import redouble.envs  # noqa: E402
from redouble import Batch, Board, Game  # noqa: E402
from redouble.envs import Game2048, Game2048Vector  # noqa: E402
from redouble.text import Game2048Text  # noqa: E402

ENV, TEXT = "redouble/Game2048-v0", "redouble/Game2048Text-v0"


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"board": "3x5"},
        {"board": "2x2", "obs": "onehot"},
        {"obs": "tiles"},
        {"reward": "log"},
        {"reward": "empty", "illegal": "terminate"},
    ],
)
def test_check_env_has_nothing_to_say(settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ENV, **settings).unwrapped)


def test_check_env_has_nothing_to_say_about_text():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(TEXT).unwrapped)


def test_entry_points_are_found_without_an_import():
    # Gymnasium 1.x reads no packaging entry points: somebody has to import.
    code = [
        "import gymnasium, redouble; print(gymnasium.make('redouble/Game2048-v0').reset(seed=1)[0].sum())",
        "import redouble, gymnasium; redouble.envs; print(gymnasium.make('redouble/Game2048-v0').reset(seed=1)[0].sum())",
        "import gymnasium; print(gymnasium.make('redouble:redouble/Game2048-v0').reset(seed=1)[0].sum())",
        "import gymnasium; print(gymnasium.make('redouble.envs:redouble/Game2048-v0').reset(seed=1)[0].sum())",
    ]
    for text in code:
        assert int(subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout) > 0


def test_specs_are_json():
    env = gymnasium.make(ENV, board="3x4", p4=0.2)
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.observation_space == env.observation_space and env.spec.max_episode_steps is None


def test_reset_with_a_seed_is_the_game_of_that_seed():
    env = Game2048()
    observation, info = env.reset(seed=42)
    game = Game(42)
    assert (observation == game.board.exponents()).all()
    for _ in range(50):
        action = game.legal[-1]
        assert [direction for direction in range(4) if info["action_mask"][direction]] == game.legal
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == game.play(action) and (observation == game.board.exponents()).all()
        assert terminated is game.is_over and truncated is False and type(reward) is float


def test_later_resets_follow_from_the_first_seed():
    def boards(seed):
        env = Game2048()
        return [env.reset(seed=seed if first else None)[0].tolist() for first in (True, False, False)]

    assert boards(5) == boards(5) != boards(6) and boards(5)[1] != boards(5)[2]


def test_seeds_beyond_64_bits_are_refused():
    for env in (Game2048(), Game2048Vector(2), Game2048Text()):
        for seed in (2**64, -1):
            with pytest.raises(ValueError, match="2\\^64"):
                env.reset(seed=seed)
    with pytest.raises(ValueError, match="2\\^64"):
        Game2048Vector(2).reset(seed=[1, -1])


def test_options_that_there_are_not_are_refused():
    for env in (Game2048(), Game2048Vector(2), Game2048Text()):
        with pytest.raises(ValueError, match="options: colour"):
            env.reset(options={"colour": "red"})
        env.reset(options={})
    with pytest.raises(ValueError, match="so many points"):
        Game2048().reset(options={"board": "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", "score": 2**63})
    with pytest.raises(ValueError, match="next games"):
        Game2048Vector(2).reset(seed=1, options={"reset_mask": np.ones(2, bool)})


def test_masks_are_int8_and_sample_takes_them():
    env = gymnasium.make(ENV)
    _, info = env.reset(seed=3)
    assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (4,)
    for _ in range(200):
        action = env.action_space.sample(mask=info["action_mask"])
        before = env.unwrapped.board
        _, _, terminated, _, info = env.step(action)
        assert env.unwrapped.board != before
        if terminated:
            break
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and (masks == info["action_mask"].astype(bool)).all()


def illegal_step(**settings):
    env = Game2048(**settings)
    env.reset(seed=1, options={"board": "2,4,.,./.,.,.,./.,.,.,./.,.,.,.", "score": 8})
    return env, env.step(3)


def test_illegal_moves_are_what_was_asked_for():
    env, (observation, reward, terminated, _, _) = illegal_step()
    assert (reward, terminated, env.score) == (0.0, False, 8) and observation.sum() == 3
    assert illegal_step(illegal="terminate")[1][2] is True
    with pytest.raises(ValueError, match="not a legal move"):
        illegal_step(illegal="error")
    env = Game2048()
    env.reset(seed=1)
    assert env.step(17)[1:3] == (0.0, False)


def test_observations_and_rewards_are_what_was_asked_for():
    start = {"board": "4,4,.,./.,.,.,./.,.,.,./.,.,.,65536"}
    steps = {}
    for obs in ("exponents", "onehot", "tiles"):
        env = Game2048(obs=obs)
        env.reset(seed=1, options=start)
        observation = env.step(3)[0]
        assert observation in env.observation_space
        steps[obs] = observation
    assert steps["exponents"].dtype == np.uint8 and steps["tiles"].max() == 65536 and steps["onehot"].shape == (4, 4, 18)
    assert (steps["onehot"].argmax(2) == steps["exponents"]).all()
    rewards = {}
    for reward in ("score", "log", "empty"):
        env = Game2048(reward=reward)
        env.reset(seed=1, options=start)
        rewards[reward] = env.step(3)[1]
    assert rewards == {"score": 8.0, "log": 3.0, "empty": 13.0}


def test_returned_data_is_not_reused():
    env = Game2048()
    first, info = env.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    for action in range(4):
        env.step(action)
    assert (first == kept).all() and (info["action_mask"] == mask).all()


def test_render_modes_need_no_display(capsys):
    env = Game2048(render_mode="ansi")
    env.reset(seed=1)
    assert "score 0" in env.render()
    env = Game2048(render_mode="rgb_array", board="3x5")
    env.reset(seed=1, options={"board": "2,4,8,16,32/64,128,256,512,1024/2048,4096,8192,65536,."})
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape == (3 * 72 + 8, 5 * 72 + 8, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10
    env = Game2048(render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert capsys.readouterr().out.count("score") == 2
    for make in (Game2048, Game2048Vector, Game2048Text):
        with pytest.raises(ValueError, match="render_mode: 'opengl' is not one of"):
            make(render_mode="opengl")
    assert Game2048Vector(2).render() is None and len(Game2048Vector(2, render_mode="ansi").render()) == 2
    pictures = Game2048Vector(2, render_mode="rgb_array").render()
    assert [picture.shape for picture in pictures] == [(4 * 72 + 8, 4 * 72 + 8, 3)] * 2


def test_environments_are_pickled_and_copied():
    env = gymnasium.make(ENV)
    env.reset(seed=8)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    steps = [[one.step(action)[0].tolist() for action in (0, 1, 2, 3) * 5] for one in (env, *others)]
    assert steps[0] == steps[1] == steps[2]
    vector = Game2048Vector(5)
    vector.reset(seed=8)
    other = pickle.loads(pickle.dumps(vector))
    actions = vector.random_actions()
    assert (vector.step(actions)[0] == other.step(actions)[0]).all()


def vector(mode, n=6, seed=4, **settings):
    env = gymnasium.make_vec(ENV, num_envs=n, autoreset_mode=mode, **settings)
    assert env.metadata["autoreset_mode"] == mode
    env.reset(seed=seed)
    return env.unwrapped


def test_make_vec_is_native_and_does_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(ENV, num_envs=3)
    assert isinstance(env.unwrapped, Game2048Vector)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space and infos["action_mask"].shape == (3, 4)
    sync = gymnasium.make_vec(ENV, num_envs=2, vectorization_mode="sync")
    assert sync.reset(seed=1)[0].shape == (2, 4, 4)


def test_a_vector_plays_the_games_of_the_seed():
    env, batch = vector(AutoresetMode.SAME_STEP, n=32, seed=7), Batch(32, seed=7)
    for _ in range(400):
        actions = batch.random_actions()
        assert (actions == env.random_actions()).all()
        rewards, terminated, legal = batch.step(actions)
        observations, got, ended, _, infos = env.step(actions)
        assert (got == rewards).all() and (ended == terminated).all() and (observations == batch.exponents()).all()
        assert ((infos["action_mask"] << np.arange(4)).sum(1) == legal).all()


def until_an_end(env):
    while True:
        observations, rewards, terminated, truncated, infos = env.step(env.random_actions())
        assert not truncated.any()
        if terminated.any():
            return observations, int(terminated.argmax()), infos


def test_next_step_resets_in_the_call_after_the_end():
    env = vector(AutoresetMode.NEXT_STEP)
    observations, lane, _ = until_an_end(env)
    assert Board.from_exponents(observations[lane]).is_over
    observations, rewards, terminated, _, _ = env.step(np.zeros(6, np.int64))
    assert rewards[lane] == 0 and not terminated[lane] and (observations[lane] > 0).sum() == 2


def test_same_step_has_the_last_observation_in_the_infos():
    env = vector(AutoresetMode.SAME_STEP)
    observations, lane, infos = until_an_end(env)
    assert (observations[lane] > 0).sum() == 2 and infos["_final_obs"][lane]
    assert Board.from_exponents(infos["final_obs"][lane]).is_over
    others = [other for other in range(6) if not infos["_final_obs"][other]]
    assert all(infos["final_obs"][other] is None for other in others)
    assert infos["final_info"]["action_mask"][lane].sum() == 0


def test_disabled_resets_by_a_mask_and_refuses_ended_lanes():
    env = vector(AutoresetMode.DISABLED)
    _, lane, _ = until_an_end(env)
    with pytest.raises(ValueError, match=f"lane {lane} has ended"):
        env.step(np.zeros(6, np.int64))
    with pytest.raises(ValueError, match="no lane"):
        env.reset(options={"reset_mask": np.zeros(6, bool)})
    observations, _ = env.reset(options={"reset_mask": np.arange(6) == lane})
    assert (observations[lane] > 0).sum() == 2
    env.step(env.random_actions())


def test_seeds_by_lane():
    env = Game2048Vector(3)
    observations, _ = env.reset(seed=[5, 6, 7])
    assert all((observations[lane] == Game(seed).board.exponents()).all() for lane, seed in enumerate((5, 6, 7)))


def test_copy_false_returns_the_same_arrays():
    fresh, reused = Game2048Vector(4), Game2048Vector(4, copy=False)
    fresh.reset(seed=1), reused.reset(seed=1)
    pairs = [(fresh.step(np.full(4, action)), reused.step(np.full(4, action))) for action in range(4)]
    assert pairs[0][0][0] is not pairs[1][0][0] and pairs[0][1][0] is pairs[1][1][0]
    assert (pairs[-1][0][0] == pairs[-1][1][0]).all()


def test_a_vector_step_that_is_refused_changes_nothing():
    env = Game2048Vector(64, illegal="error")
    before, infos = env.reset(seed=1)
    illegal = infos["action_mask"].argmin(1)
    with pytest.raises(ValueError, match="not a legal move"):
        env.step(illegal)
    assert (env._several.show()[0] == before).all()


def test_wrappers_of_gymnasium_work():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(ENV, num_envs=8))
    env.reset(seed=1)
    ended = 0
    for _ in range(400):
        _, _, _, _, infos = env.step(env.unwrapped.random_actions())
        ended += int(infos.get("_episode", np.zeros(8)).sum())
    assert ended > 5


def test_async_vectors_work():
    env = gymnasium.make_vec(ENV, num_envs=2, vectorization_mode="async")
    try:
        env.reset(seed=1)
        assert env.step(np.array([0, 1]))[0].shape == (2, 4, 4)
    finally:
        env.close()


def test_text_says_what_is_wrong_with_an_answer():
    env = gymnasium.make(TEXT)
    observation, _ = env.reset(seed=2)
    assert "Legal moves" in observation
    for answer in ("", "north-west", "left please", "\n\t", "💥" * 10):
        observation, reward, terminated, _, _ = env.unwrapped.step(answer)
        assert "is not a move" in observation and reward == 0 and not terminated
    legal = observation.rsplit("Legal moves: ", 1)[1].rstrip(".").split(", ")
    assert "You slid" in env.unwrapped.step(legal[0].upper())[0]


def test_the_duel_is_clean_by_pettingzoo_s_tests():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from redouble import duel

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(duel.env(), num_cycles=300, verbose_progress=False)
        api_test(duel.env(board="2x3"), num_cycles=100, verbose_progress=False)
    seed_test(duel.env, num_cycles=50)


def test_the_duel_is_zero_sum_and_refuses_illegal_actions():
    pytest.importorskip("pettingzoo")
    from redouble import duel

    env = duel.env(board="3x3")
    env.reset(seed=3)
    rng, totals = np.random.default_rng(0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        totals[agent] += reward
        action = None if terminated else int(rng.choice(np.flatnonzero(info["action_mask"])))
        env.step(action)
    assert totals["player_0"] == env.score == -totals["spawner_0"] > 0
    seed = next(seed for seed in range(100) if len(Game(seed, board="3x3").legal) < 4)
    env.reset(seed=seed)
    with pytest.raises(ValueError, match="not a legal move"):
        env.step(next(direction for direction in range(4) if direction not in env.board.legal))
    env.step(env.board.legal[0])
    for action in (2 * int(env.board.exponents().ravel().argmax()), 18, -1):
        with pytest.raises((ValueError, OverflowError), match="cell"):
            env.step(action)
    with pytest.raises(ValueError, match="render_mode"):
        duel.env(render_mode="opengl")
