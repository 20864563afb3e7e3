"""Tournaments on Spark: the games of the ordinary command, whatever the blocks and whoever is killed."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import redouble
from redouble import _core, spark

PLAYERS, SEED = ("random", "greedy"), 3


def test_blocks_are_the_games_that_are_missing():
    tournament = spark.Tournament(PLAYERS, SEED)
    for games, done, size in [(10, set(), 3), (10, {0, 4, 9}, 2), (7, set(range(7)), 5), (1, set(), 9), (100, {50}, 100)]:
        found = list(spark.blocks(tournament, games, done, size))
        numbers = [game for block in found for game in range(block.first, block.first + block.games)]
        assert numbers == [game for game in range(games) if game not in done]
        assert all(1 <= block.games <= size for block in found)


def play(out, games, size, done=()):
    """The tournament without Spark: blocks in another order, one of them twice."""
    tournament = spark.Tournament(PLAYERS, SEED)
    found = list(spark.blocks(tournament, games, set(done), size))
    for block in [*reversed(found), found[0]]:
        _core.keep_games(out, *tournament, block.play())


def test_blocks_in_any_order_leave_the_results_of_the_command(tmp_path):
    play(tmp_path / "blocks", 60, 7)
    redouble.arena(*PLAYERS, games=60, seed=SEED, out=tmp_path / "whole")
    results = [(tmp_path / name / "results.txt").read_bytes() for name in ("blocks", "whole")]
    assert results[0] == results[1]
    assert _core.games_done(tmp_path / "blocks", PLAYERS, SEED, "4x4", 0.1) == list(range(60))


def test_a_directory_of_another_experiment_is_refused(tmp_path):
    play(tmp_path, 4, 2)
    with pytest.raises(ValueError, match="another experiment"):
        spark.arena("random", games=4, seed=SEED, out=tmp_path)
    with pytest.raises(ValueError, match="not a player"):
        spark.arena("randon", games=4, seed=SEED, out=tmp_path / "new")


class OneProcess:
    """Spark's part in a tournament, without Spark: tasks are run here, and counted."""

    def __init__(self, fail_after=None):
        self.sparkContext, self.tasks, self.fail_after = self, 0, fail_after

    def parallelize(self, blocks, parts):
        assert len(blocks) == parts
        self.blocks = blocks
        return self

    def flatMap(self, play):
        self.play = play
        return self

    def collect(self):
        if self.fail_after is not None and self.tasks >= self.fail_after:
            raise RuntimeError("the driver is killed")
        self.tasks += len(self.blocks)
        return [row for block in self.blocks for row in self.play(block)]

    def stop(self):
        pass


def test_a_tournament_that_was_stopped_is_gone_on_with(tmp_path, monkeypatch):
    first, second, third = OneProcess(fail_after=8), OneProcess(), OneProcess()
    sessions = iter([first, second, third])
    monkeypatch.setattr(spark, "session", lambda master, name: next(sessions))
    settings = dict(games=40, seed=SEED, out=tmp_path / "spark", block=2)
    with pytest.raises(RuntimeError, match="killed"):
        spark.arena(*PLAYERS, **settings)
    spark.arena(*PLAYERS, **settings)
    assert first.tasks + second.tasks == 20 and first.tasks == 8
    report = spark.arena(*PLAYERS, **settings)
    assert third.tasks == 0 and [player.games for player in report.players] == [40, 40]
    redouble.arena(*PLAYERS, games=40, seed=SEED, out=tmp_path / "whole")
    results = [(tmp_path / name / "results.txt").read_bytes() for name in ("spark", "whole")]
    assert results[0] == results[1]
    assert spark.main(["arena", *PLAYERS, "--games=40", f"--seed={SEED}", f"--out={tmp_path / 'spark'}"]) == 0


def available():
    if shutil.which("java") is None:
        return "Java is not installed"
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "pyspark is not installed"
    return None


def children_of(pid):
    """The processes below one, by the table of the system."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    found, level = [], {str(pid)}
    while level:
        level = {row[0] for row in rows if row[1] in level}
        found += [(int(row[0]), row[2]) for row in rows if row[0] in level]
    return found


@pytest.mark.skipif(available() is not None, reason=str(available()))
def test_spark_plays_the_games_of_the_command_though_a_worker_is_killed(tmp_path):
    arguments = [*PLAYERS, "--games=200", f"--seed={SEED}", f"--out={tmp_path / 'spark'}", "--block=5", "--master=local[2,4]"]
    process = subprocess.Popen([sys.executable, "-m", "redouble.spark", "arena", *arguments], stderr=subprocess.DEVNULL)
    killed = []

    def kill_a_worker():
        while not killed and process.poll() is None:
            workers = [pid for pid, command in children_of(process.pid) if "pyspark.daemon" in command]
            # The first is the daemon that starts workers; a worker is what fails in a cluster.
            if len(workers) > 1:
                os.kill(workers[-1], signal.SIGKILL)
                killed.append(workers[-1])
            time.sleep(0.05)

    killer = threading.Thread(target=kill_a_worker)
    killer.start()
    assert process.wait(timeout=300) == 0
    killer.join()
    redouble.arena(*PLAYERS, games=200, seed=SEED, out=tmp_path / "whole")
    results = [(tmp_path / name / "results.txt").read_bytes() for name in ("spark", "whole")]
    assert results[0] == results[1] and killed
