"""2048 as text, for language models: the board and what happened come as lines, moves are words."""

from __future__ import annotations

import string
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from redouble._core import Board, Single
from redouble.envs import checked_mode, checked_options, checked_seed

_ACTIONS = ("up", "right", "down", "left")
_LETTERS = {word: number for number, name in enumerate(_ACTIONS) for word in (name, name[0])}


class Game2048Text(gymnasium.Env[str, str]):
    """Observations are the board in lines, the score and the legal moves; an action is up, right, down or left (also a letter).

    An answer that is no direction, or not a legal one, changes nothing and is said in the observation: it is never an exception.

    >>> from redouble.text import Game2048Text
    >>> env = Game2048Text()
    >>> observation, info = env.reset(seed=1)
    >>> env.step("north-west")[0].splitlines()[0]
    "'north-west' is not a move: answer up, right, down or left."
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(self, *, board: str | tuple[int, int] = "4x4", p4: float = 0.1, render_mode: str | None = None) -> None:
        rows, columns = Board.empty_board(board).shape
        self.render_mode = checked_mode(render_mode, self.metadata)
        self.action_space = spaces.Text(max_length=64, min_length=0, charset=string.printable)
        self.observation_space = spaces.Text(max_length=4096, min_length=0, charset=string.printable)
        self._single = Single(f"{rows}x{columns}", p4, "score", "noop")

    def _observation(self, happened: str = "") -> str:
        board = self._single.board
        legal = ", ".join(_ACTIONS[direction] for direction in board.legal)
        end = f"Legal moves: {legal}." if legal else "The game is over."
        return f"{happened}{board.draw()}\nScore {self._single.score}. {end}"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        options = checked_options(options, "board", "score")
        super().reset(seed=checked_seed(seed))
        drawn = seed if seed is not None else int(self.np_random.integers(2**63))
        if "board" in options:
            _, mask = self._single.start(options["board"], options.get("score", 0), drawn)
        else:
            _, mask = self._single.reset(drawn)
        return self._observation(), {"action_mask": mask}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if not isinstance(action, str):
            raise TypeError(f"an action is text, got {type(action).__name__}")
        direction = _LETTERS.get(action.strip().lower())
        if direction is None:
            shown = "".join(letter if letter.isprintable() else "?" for letter in action[:64])
            happened = f"{shown!r} is not a move: answer up, right, down or left.\n"
            return self._observation(happened), 0.0, self._single.board.is_over, False, {"action_mask": self._single.mask()}
        legal = direction in self._single.board.legal
        _, reward, terminated, truncated, info = self._single.step(direction)
        if legal:
            happened = f"You slid {_ACTIONS[direction]} and gained {int(reward)}.\n"
        else:
            happened = f"Sliding {_ACTIONS[direction]} changes nothing: choose another move.\n"
        return self._observation(happened), reward, terminated, truncated, info

    def render(self) -> Any:
        return self._observation() if self.render_mode == "ansi" else None
