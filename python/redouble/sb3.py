"""Stable-Baselines3: its vector environments are not Gymnasium's, so here is one of its kind.

`MaskablePPO` of sb3-contrib finds the legal moves by `action_masks`. A single `gymnasium.make("redouble/Game2048-v0")` works as well:
this one steps all games in one call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from redouble.envs import Game2048Vector

Indices = Union[int, Iterable[int], None]


class Game2048VecEnv(VecEnv):
    """Many games for the learners of Stable-Baselines3: the settings are those of `redouble.envs.Game2048`.

    After `seed(s)` the next reset begins the games 0 to n - 1 of the experiment with seed s. A game that ends is followed by the next
    one in the same step; its last observation is in `infos[i]["terminal_observation"]`, its score and length in `infos[i]["episode"]`.
    """

    def __init__(self, num_envs: int = 1, **settings: Any) -> None:
        self._games = Game2048Vector(num_envs, autoreset_mode="SAME_STEP", **settings)
        self.render_mode = self._games.render_mode
        self._next_seed: int | None = None
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self._games.single_observation_space, self._games.single_action_space)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        self._next_seed = seed
        return [seed] * self.num_envs

    def reset(self) -> NDArray[Any]:
        observations, _ = self._games.reset(seed=self._next_seed)
        self._next_seed = None
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, ended, _, said = self._games.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended):
            episode = {"r": float(self._returns[lane]), "l": int(self._lengths[lane])}
            infos[lane] = {"terminal_observation": said["final_obs"][lane], "TimeLimit.truncated": False, "episode": episode}
        self._returns[ended], self._lengths[ended] = 0, 0
        return observations, rewards.astype(np.float32), ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves as `bool`, of shape (n, 4)."""
        return self._games.action_masks()

    def env_method(self, method_name: str, *arguments: Any, indices: Indices = None, **keywords: Any) -> list[Any]:
        """`action_masks`, lane by lane: the one method that learners call."""
        if method_name != "action_masks":
            raise AttributeError(f"there is no {method_name!r} by lane, only action_masks")
        masks = self.action_masks()
        return [masks[lane] for lane in self._lanes(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        value = getattr(self if attr_name == "action_masks" else self._games, attr_name)
        return [value for _ in self._lanes(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise AttributeError(f"{attr_name}: the settings of the games are given when they are made")

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        return [False for _ in self._lanes(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        pictures = self._games.render() if self.render_mode == "rgb_array" else None
        return pictures or [None] * self.num_envs

    def close(self) -> None:
        self._games.close()

    def _lanes(self, indices: Indices) -> list[int]:
        return [int(lane) for lane in self._get_indices(indices)]
