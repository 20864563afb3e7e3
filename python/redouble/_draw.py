"""Boards as pictures, without a window or a font of the system."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from redouble._core import Board

# Five rows of three dots a digit.
_FONT = {
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001111001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001010010010",
    "8": "111101111101111",
    "9": "111101111001111",
}
_CELL, _GAP = 64, 8
_GRID, _EMPTY = (187, 173, 160), (205, 193, 180)
_COLOURS = (
    (238, 228, 218),
    (237, 224, 200),
    (242, 177, 121),
    (245, 149, 99),
    (246, 124, 95),
    (246, 94, 59),
    (237, 207, 114),
    (237, 204, 97),
    (237, 200, 80),
    (237, 197, 63),
    (237, 194, 46),
)
_DARK, _LIGHT = (119, 110, 101), (249, 246, 242)


def _number(text: str) -> NDArray[np.bool_]:
    glyphs = [np.array([dot == "1" for dot in _FONT[digit]]).reshape(5, 3) for digit in text]
    return np.concatenate([np.pad(glyph, ((0, 0), (0, 1))) for glyph in glyphs], axis=1)[:, :-1]


def _cell(value: int) -> NDArray[np.uint8]:
    cell = np.empty((_CELL, _CELL, 3), np.uint8)
    if not value:
        cell[:] = _EMPTY
        return cell
    exponent = value.bit_length() - 1
    cell[:] = _COLOURS[exponent - 1] if exponent <= len(_COLOURS) else (60, 58, 50)
    number = _number(str(value))
    dot = max(1, min((_CELL - 12) // number.shape[1], 6))
    number = np.kron(number, np.ones((dot, dot), bool))[:_CELL, :_CELL]
    top, left = (_CELL - number.shape[0]) // 2, (_CELL - number.shape[1]) // 2
    cell[top:, left:][: number.shape[0], : number.shape[1]][number] = _DARK if exponent < 3 else _LIGHT
    return cell


def picture(board: Board) -> NDArray[np.uint8]:
    """The board as `uint8` of shape (height, width, 3)."""
    rows, columns = board.shape
    side = _CELL + _GAP
    image = np.empty((rows * side + _GAP, columns * side + _GAP, 3), np.uint8)
    image[:] = _GRID
    for row, values in enumerate(board.tiles().tolist()):
        for column, value in enumerate(values):
            image[_GAP + row * side :, _GAP + column * side :][:_CELL, :_CELL] = _cell(value)
    return image
