"""PettingZoo: the player against somebody who chooses the new tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from redouble import _draw
from redouble._core import Board, Game
from redouble.envs import checked_mode, checked_seed

PLAYER, SPAWNER = "player_0", "spawner_0"


def env(**settings: Any) -> Duel:
    """The environment, by the name that PettingZoo's own games have."""
    return Duel(**settings)


class Duel(AECEnv[str, NDArray[np.uint8], int]):
    """`player_0` slides, then `spawner_0` puts a 2 or a 4 into an empty cell: action `2 * cell`, and one more for a 4.

    The two tiles at the start come from the seed. What the player gains the spawner loses. `infos[agent]["action_mask"]` has a 1
    for each legal action; an illegal one is a `ValueError`.
    """

    metadata: dict[str, Any] = {
        "name": "redouble_duel_v0",
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(self, *, board: str | tuple[int, int] = "4x4", render_mode: str | None = None) -> None:
        super().__init__()
        self._shape = Board.empty_board(board).shape
        cells = self._shape[0] * self._shape[1]
        self.render_mode = checked_mode(render_mode, self.metadata)
        self.possible_agents = [PLAYER, SPAWNER]
        space = spaces.Box(0, cells + 1, self._shape, np.uint8)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {PLAYER: spaces.Discrete(4), SPAWNER: spaces.Discrete(2 * cells)}
        self._random = np.random.default_rng()
        self.board = Board.empty_board(self._shape)
        self.score = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if checked_seed(seed) is not None:
            self._random = np.random.default_rng(seed)
        drawn = seed if seed is not None else int(self._random.integers(2**63))
        self.board = Game(drawn, board=self._shape).board
        self.score = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = PLAYER
        self._tell()

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if agent == self.agent_selection and agent == PLAYER:
            mask[self.board.legal] = 1
        elif agent == self.agent_selection:
            mask.reshape(-1, 2)[self.board.exponents().ravel() == 0] = 1
        return mask

    def _tell(self) -> None:
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def observe(self, agent: str) -> NDArray[np.uint8]:
        return self.board.exponents()

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        gained = self._slide(int(action)) if agent == PLAYER else self._spawn(int(action))
        self.rewards = {PLAYER: float(gained), SPAWNER: -float(gained)}
        self.score += gained
        self.agent_selection = SPAWNER if agent == PLAYER else PLAYER
        if self.agent_selection == PLAYER and self.board.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _slide(self, action: int) -> int:
        slid = self.board.slide(action)
        if slid is None:
            raise ValueError(f"{action} is not a legal move on {self.board}")
        self.board, gained = slid
        return gained

    def _spawn(self, action: int) -> int:
        self.board = self.board.spawn(action // 2, 4 if action % 2 else 2)
        return 0

    def render(self) -> Any:
        text = f"{self.board.draw()}\nscore {self.score}\n"
        if self.render_mode == "rgb_array":
            return _draw.picture(self.board)
        if self.render_mode == "human":
            print(text, flush=True)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""
