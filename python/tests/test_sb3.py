"""Stable-Baselines3: where it is installed, which takes some gigabytes. `pip install './python[sb3,test]' && pytest python/tests/test_sb3.py`"""

import numpy as np
import pytest

sb3 = pytest.importorskip("stable_baselines3", reason="stable-baselines3 is large: pip install './python[sb3]'")
contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is large: pip install './python[sb3]'")

from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.env_checker import check_env  # noqa: E402

from redouble import Batch, Board, Game  # noqa: E402
from redouble.envs import Game2048  # noqa: E402
from redouble.sb3 import Game2048VecEnv  # noqa: E402


def test_its_checker_has_nothing_against_the_single_environment():
    check_env(Game2048())
    check_env(Game2048(board="2x3", obs="onehot"))


def test_a_vector_plays_the_games_of_the_seed():
    env, batch = Game2048VecEnv(16), Batch(16, seed=7)
    env.seed(7)
    assert (env.reset() == batch.exponents()).all() and is_masking_supported(env)
    totals, lengths, ended = np.zeros(16), np.zeros(16, int), 0
    for _ in range(300):
        actions = batch.random_actions()
        masks = get_action_masks(env)
        assert masks.dtype == bool and (masks == (batch.legal_mask() == 1)).all()
        rewards, terminated, _ = batch.step(actions)
        observations, got, dones, infos = env.step(actions)
        totals, lengths = totals + rewards, lengths + 1
        assert (observations == batch.exponents()).all() and (got == rewards).all() and (dones == terminated).all()
        for lane in range(16):
            assert ("terminal_observation" in infos[lane]) == dones[lane]
            if dones[lane]:
                ended += 1
                assert Board.from_exponents(infos[lane]["terminal_observation"]).is_over
                assert infos[lane]["episode"] == {"r": totals[lane], "l": lengths[lane]}
        totals[dones], lengths[dones] = 0, 0
    assert ended > 16
    env.close()


def test_pictures_and_attributes():
    env = Game2048VecEnv(2, render_mode="rgb_array")
    env.reset()
    assert env.render().dtype == np.uint8 and env.get_attr("render_mode") == ["rgb_array"] * 2
    assert env.env_is_wrapped(object, indices=[0]) == [False]
    with pytest.raises(AttributeError, match="only action_masks"):
        env.env_method("explode")
    with pytest.raises(AttributeError, match="when they are made"):
        env.set_attr("board", "3x3")


def test_maskable_ppo_never_makes_an_illegal_move():
    model = contrib.MaskablePPO(
        "MlpPolicy", Game2048VecEnv(4, board="2x2", illegal="error"), n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu"
    )
    model.learn(256)
    assert model.num_timesteps == 256
    env = Game2048(board="2x2", illegal="error")
    observation, info = env.reset(seed=1)
    assert (observation == Game(1, board="2x2").board.exponents()).all()
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
        observation, _, over, _, info = env.step(action)
