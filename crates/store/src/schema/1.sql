-- A game and how it stands. Times are seconds since 1970.
CREATE TABLE games (
    id          INTEGER PRIMARY KEY,
    board       TEXT    NOT NULL,             -- rows x columns: 4x4
    p4          TEXT    NOT NULL,             -- how often a 4 appears: 0.1
    goal        INTEGER NOT NULL,
    seed        TEXT,                         -- of the tiles; 64 bits without sign, so text
    start       TEXT,                         -- the board it began on, if somebody set one up
    start_score INTEGER NOT NULL,
    position    TEXT    NOT NULL,             -- the board now: 2,4,.,./…
    score       INTEGER NOT NULL,
    max_tile    INTEGER NOT NULL,
    moves       INTEGER NOT NULL,
    undos       INTEGER NOT NULL,             -- how many moves were taken back, ever
    undone      TEXT    NOT NULL,             -- letters of moves that can be made again, the next one first
    over        INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    kind        TEXT    NOT NULL,             -- human, or the mark that says most
    marks       TEXT    NOT NULL,             -- auto hint import seed set-up undo
    started     INTEGER NOT NULL,
    changed     INTEGER NOT NULL,
    seconds     INTEGER NOT NULL,             -- how long the timed moves took, pauses of more than a minute left out
    timed       INTEGER NOT NULL,
    name        TEXT    NOT NULL
) STRICT;
CREATE INDEX games_by_change ON games (changed, id);

-- The moves of a game, without those that were taken back.
CREATE TABLE moves (
    game      INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n         INTEGER NOT NULL,               -- from 1
    direction TEXT    NOT NULL,               -- u r d l
    cell      INTEGER NOT NULL,               -- where the new tile appeared, row by row from 0
    tile      INTEGER NOT NULL,               -- 2 or 4
    at        INTEGER,                        -- when, if that is known
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- The last changes of the games that changed last, so that a page that tells them again is understood.
CREATE TABLE changes (
    game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n      INTEGER NOT NULL,                  -- moves + 2 * undos afterwards
    change TEXT    NOT NULL,                  -- l7, undo, redo
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE tags (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    tag  TEXT    NOT NULL,
    PRIMARY KEY (game, tag)
) STRICT, WITHOUT ROWID;

-- Branches, glyphs, bookmarks and comments of a game, as the text that docs/page.md describes.
CREATE TABLE trees (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    tree TEXT    NOT NULL
) STRICT;

-- What the laboratory found.
CREATE TABLE results (
    id   INTEGER PRIMARY KEY,
    kind TEXT    NOT NULL,
    at   INTEGER NOT NULL,                    -- 0 if that is not known
    json TEXT    NOT NULL
) STRICT;

-- Best scores of games that are not here.
CREATE TABLE bests (
    board TEXT    PRIMARY KEY,
    score INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Files of earlier versions whose games are here now, by their CRC-32.
CREATE TABLE taken_over (
    digest INTEGER PRIMARY KEY
) STRICT;

-- `current`: the game to go on with; `next`: the first number that was never given.
CREATE TABLE state (
    key   TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
