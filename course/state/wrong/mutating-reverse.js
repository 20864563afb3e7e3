// mutating-reverse: reversing a row in place changed the row with which the result is compared
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const DIRECTIONS = ["up", "right", "down", "left"];

const show = (board) => board.map((row) => row.map((cell) => cell || ".").join(",")).join("/");

function slideLine(line) {
  const tiles = line.filter((tile) => tile);
  const out = [];
  let gain = 0;
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) {
      out.push(2 * tiles[i]);
      gain += 2 * tiles[i];
      i++;
    } else {
      out.push(tiles[i]);
    }
  }
  while (out.length < line.length) out.push(0);
  return [out, gain];
}

const reverse = (board) => board.map((row) => [...row].reverse());
const transpose = (board) => board[0].map((_, c) => board.map((row) => row[c]));

// The board after the slide, and the gain; an equal board if nothing moves.
function slide(board, direction) {
  const vertical = direction === "up" || direction === "down";
  const toEnd = direction === "right" || direction === "down";
  let rows = vertical ? transpose(board) : board;
  if (toEnd) rows = reverse(rows);
  const slid = rows.map(slideLine);
  const gain = slid.reduce((sum, [, gain]) => sum + gain, 0);
  rows = slid.map(([row]) => row);
  if (toEnd) rows = reverse(rows);
  return [vertical ? transpose(rows) : rows, gain];
}

const legal = (board) => DIRECTIONS.filter((direction) => show(slide(board, direction)[0]) !== show(board));

class State {
  new(shape) {
    const [rows, columns] = shape.split("x").map(Number);
    this.board = Array.from({ length: rows }, () => Array(columns).fill(0));
    [this.score, this.history, this.copies] = [0, [], {}];
    return "ok";
  }

  become(board, gain) {
    this.history.push([this.board, this.score]);
    this.board = board;
    this.score += gain;
  }

  tile(row, column, value) {
    if (this.board[row]?.[column] !== 0) return "no";
    const board = this.board.map((row) => [...row]);
    board[row][column] = Number(value);
    this.become(board, 0);
    return "ok";
  }

  move(direction) {
    const saved = this.board.map((row) => [...row]);
    let [board, gain] = slide(this.board, direction);
    if (direction === "right") {
      // reverse() turns the rows of this.board round, not copies of them.
      const slid = this.board.map((row) => slideLine(row.reverse()));
      board = slid.map(([row]) => row.reverse());
    }
    if (show(board) === show(this.board)) return "illegal";
    this.board = saved;
    this.become(board, gain);
    return `ok ${gain}`;
  }

  undo() {
    if (!this.history.length) return "no";
    [this.board, this.score] = this.history.pop();
    return "ok";
  }

  copy(name) {
    this.copies[name] = [this.board.map((row) => [...row]), this.score, [...this.history]];
    return "ok";
  }

  use(name) {
    if (!(name in this.copies)) return "no";
    const [board, score, history] = this.copies[name];
    [this.board, this.score, this.history] = [board.map((row) => [...row]), score, [...history]];
    return "ok";
  }

  answer(command, ...words) {
    if (command === "score") return this.score;
    if (command === "grid") return show(this.board);
    if (command === "legal") return legal(this.board).join(" ") || "none";
    if (command === "over") return legal(this.board).length ? "no" : "yes";
    return this[command](...words);
  }
}

const state = new State();
console.log(lines.map((line) => state.answer(...line.trim().split(" "))).join("\n"));
