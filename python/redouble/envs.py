"""Gymnasium environments: `redouble/Game2048-v0`, single and vectorised, and `redouble/Game2048Text-v0`.

>>> import gymnasium, redouble.envs
>>> env = gymnasium.make("redouble/Game2048-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, observation.dtype, info["action_mask"].dtype
((4, 4), dtype('uint8'), dtype('int8'))
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from redouble import _draw
from redouble._core import Board, Several, Single

__all__ = ["Game2048", "Game2048Vector"]

Obs = Literal["exponents", "onehot", "tiles"]
_KINDS = ("exponents", "onehot", "tiles")


def _shape(board: str | tuple[int, int]) -> tuple[int, int]:
    return Board.empty_board(board).shape


def _space(shape: tuple[int, int], obs: str) -> spaces.Box:
    """Tiles of a board with n cells go up to 2^(n + 1)."""
    most = shape[0] * shape[1] + 1
    if obs == "exponents":
        return spaces.Box(0, most, shape, np.uint8)
    if obs == "onehot":
        return spaces.Box(0, 1, (*shape, most + 1), np.uint8)
    if obs == "tiles":
        return spaces.Box(0, 2 ** min(most, 62), shape, np.int64)
    raise ValueError(f"obs: {obs!r} is not one of {', '.join(_KINDS)}")


class _View:
    """Exponents as the observations that were asked for."""

    def __init__(self, shape: tuple[int, int], obs: str) -> None:
        self._obs = obs
        exponents = np.arange(shape[0] * shape[1] + 2)
        self._onehot = np.eye(len(exponents), dtype=np.uint8)
        self._tiles = np.where(exponents > 0, np.int64(1) << np.minimum(exponents, 62), 0)

    def __call__(self, exponents: NDArray[np.uint8]) -> NDArray[Any]:
        if self._obs == "exponents":
            return exponents
        return (self._onehot if self._obs == "onehot" else self._tiles)[exponents]


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode, also by its name or Gymnasium's text for it."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    raise ValueError(f"autoreset_mode: {mode!r} is not one of {', '.join(known.name for known in AutoresetMode)}")


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**63))


def checked_seed(seed: int | None) -> int | None:
    """The seed, if games have such seeds."""
    if seed is not None and not 0 <= seed < 2**64:
        raise ValueError("seed: games have seeds from 0 to 2^64 - 1")
    return seed


def checked_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """The options of a reset, if they are known."""
    options = options or {}
    if unknown := sorted(set(options) - set(known)):
        raise ValueError(f"options: {', '.join(map(str, unknown))}: there is only {' and '.join(known)}")
    return options


def checked_mode(render_mode: str | None, metadata: dict[str, Any]) -> str | None:
    """The render mode, if the environment has it."""
    if render_mode is not None and render_mode not in metadata["render_modes"]:
        raise ValueError(f"render_mode: {render_mode!r} is not one of {', '.join(metadata['render_modes'])}")
    return render_mode


class Game2048(gymnasium.Env[NDArray[Any], np.int64]):
    """2048, or the same game on any board from 2x2 to 8x8.

    Actions: 0 up, 1 right, 2 down, 3 left. `info["action_mask"]` has a 1 for each legal one (`int8`, as `action_space.sample`
    wants it). `reset(seed=s)` begins the game of seed s, the same as on the command line, on the page and in Rust;
    `reset(options={"board": …, "score": …})` begins on a board.

    board: the shape, `"4x4"`; p4: the probability of a 4.
    obs: `"exponents"` (uint8), `"onehot"` (uint8, one plane an exponent, last) or `"tiles"` (int64).
    reward: `"score"` (the tiles made by merging), `"log"` (its logarithm to base 2) or `"empty"` (cells empty after the move).
    illegal: a move that changes nothing is `"noop"` (nothing happens, reward 0), `"error"` or `"terminate"`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        *,
        board: str | tuple[int, int] = "4x4",
        p4: float = 0.1,
        obs: Obs = "exponents",
        reward: Literal["score", "log", "empty"] = "score",
        illegal: Literal["noop", "error", "terminate"] = "noop",
        render_mode: str | None = None,
    ) -> None:
        shape = _shape(board)
        self.render_mode = checked_mode(render_mode, self.metadata)
        self.action_space = spaces.Discrete(4)
        self.observation_space = _space(shape, obs)
        self._single = Single(f"{shape[0]}x{shape[1]}", p4, reward, illegal)
        self._view = _View(shape, obs)
        self._plain = obs == "exponents" and render_mode != "human"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        options = checked_options(options, "board", "score")
        super().reset(seed=checked_seed(seed))
        drawn = seed if seed is not None else _seed(self.np_random)
        if "board" in options:
            exponents, mask = self._single.start(options["board"], options.get("score", 0), drawn)
        else:
            exponents, mask = self._single.reset(drawn)
        self._show()
        return self._view(exponents), {"action_mask": mask}

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        if self._plain:
            return self._single.step(action)
        exponents, reward, terminated, truncated, info = self._single.step(action)
        self._show()
        return self._view(exponents), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves as `bool`, under the name that sb3-contrib looks for."""
        return self._single.mask().astype(bool)

    @property
    def board(self) -> Board:
        """The board."""
        return self._single.board

    @property
    def score(self) -> int:
        """The sum of all merged tiles."""
        return self._single.score

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return f"{self.board.draw()}\nscore {self.score}\n"
        if self.render_mode == "rgb_array":
            return _draw.picture(self.board)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(f"{self.board.draw()}\nscore {self.score}\n", flush=True)


class Game2048Vector(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many games stepped together, in one call: see `Game2048` for the settings.

    `reset(seed=s)` begins the games 0 to n - 1 of the experiment with seed s, those of `Batch(n, seed=s)` and of
    `redouble arena --seed s`; a list has a seed for each game. Lane i goes on with the games i + n, i + 2n, …

    autoreset_mode: `NEXT_STEP` (the call after an end begins the next game and ignores the action), `SAME_STEP` (the same call
    does; `infos["final_obs"]` has the last observation) or `DISABLED` (`reset(options={"reset_mask": …})` does).
    copy: with False all calls return the same arrays, overwritten by the next.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        board: str | tuple[int, int] = "4x4",
        p4: float = 0.1,
        obs: Obs = "exponents",
        reward: Literal["score", "log", "empty"] = "score",
        illegal: Literal["noop", "error", "terminate"] = "noop",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        shape = _shape(board)
        self.num_envs = num_envs
        self.render_mode = checked_mode(render_mode, self.metadata)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = _space(shape, obs)
        self.single_action_space = spaces.Discrete(4)
        self._several = Several(num_envs, f"{shape[0]}x{shape[1]}", p4, reward, illegal)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._view = _View(shape, obs)
        self._everyone = np.ones(num_envs, bool)
        self._everyone.flags.writeable = False
        self._nobody = np.zeros(num_envs, bool)
        self._arrays: list[NDArray[Any]] = (
            []
            if copy
            else [
                np.zeros((num_envs, *shape), np.uint8),
                np.zeros(num_envs),
                np.zeros(num_envs, bool),
                np.zeros((num_envs, 4), np.int8),
            ]
        )
        self._restart = self.autoreset_mode == AutoresetMode.NEXT_STEP
        self._masks: NDArray[np.int8] = self._several.show()[1]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        options = checked_options(options, "reset_mask")
        if "reset_mask" in options:
            if seed is not None:
                raise ValueError("seed: lanes that are reset by a mask go on with their next games, which have their seeds")
            self._several.reset_some(np.asarray(options["reset_mask"]))
        elif isinstance(seed, (list, tuple, np.ndarray)):
            each = [_seed(self.np_random) if one is None else int(checked_seed(int(one)) or 0) for one in seed]
            self._several.reset_each(each)
        else:
            if seed is not None:
                self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(checked_seed(int(seed)))
            self._several.reset(int(seed) if seed is not None else _seed(self.np_random))
        exponents, self._masks = self._several.show()
        return self._view(exponents), self._infos(self._masks)

    def _infos(self, masks: NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": masks, "_action_mask": self._everyone}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        (exponents, rewards, terminated, masks), ended = self._several.step(actions, self._restart, *self._arrays)
        infos = self._infos(masks)
        if ended and self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._go_on(ended, exponents, masks, terminated, infos)
        self._masks = masks
        truncated = self._nobody.copy() if not self._arrays else self._nobody
        return self._view(exponents), rewards, terminated, truncated, infos

    def _go_on(
        self,
        ended: list[int],
        exponents: NDArray[np.uint8],
        masks: NDArray[np.int8],
        terminated: NDArray[np.bool_],
        infos: dict[str, Any],
    ) -> None:
        """Ended lanes begin their next game in the same call; what they ended with is in the infos."""
        final = np.full(self.num_envs, None, object)
        for lane, observation in zip(ended, self._view(exponents[ended])):
            final[lane] = observation
        last = np.zeros_like(masks)
        last[ended] = masks[ended]
        self._several.go_on(ended, exponents, masks)
        who = terminated.copy()
        infos.update(final_obs=final, _final_obs=who, final_info={"action_mask": last, "_action_mask": who}, _final_info=who)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves as `bool`, of shape (n, 4)."""
        return self._masks.astype(bool)

    def random_actions(self) -> NDArray[np.uint8]:
        """A random legal move of every game, drawn many times faster than by numpy."""
        return self._several.random_actions()

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        boards = [Board.from_exponents(board) for board in self._several.show()[0]]
        if self.render_mode == "ansi":
            return tuple(board.draw() for board in boards)
        return tuple(_draw.picture(board) for board in boards)


def _register() -> None:
    names = {
        "redouble/Game2048-v0": ("redouble.envs:Game2048", "redouble.envs:Game2048Vector"),
        "redouble/Game2048Text-v0": ("redouble.text:Game2048Text", None),
    }
    for name, (single, vector) in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=single, vector_entry_point=vector)


_register()
