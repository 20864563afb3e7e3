"""Tournaments and counts on Spark: what the ordinary commands leave, however work is divided and whoever is killed."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import redouble
from redouble import _core, spark, states
from redouble.spark.__main__ import main

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
    """Spark's part in the work, without Spark: tasks are run here, and counted."""

    def __init__(self, fail_after=None):
        self.sparkContext, self.tasks, self.fail_after, self.defaultParallelism = self, 0, fail_after, 1

    def parallelize(self, rows, parts):
        if self.fail_after is not None and self.tasks >= self.fail_after:
            raise RuntimeError("the driver is killed")
        self.tasks += parts
        return Rows(rows)


class Rows(list):
    """What a job goes through."""

    def union(self, others):
        return Rows([*self, *others])

    def flatMap(self, work):
        return Rows([found for row in self for found in work(row)])

    def map(self, work):
        return Rows([work(row) for row in self])

    def groupByKey(self, parts, part):
        assert parts >= 1
        keys = {key: [value for other, value in self if other == key] for key in sorted({key for key, _ in self})}
        # In another order than they came in.
        return Rows([(key, values[::-1]) for key, values in keys.items()])

    def collect(self):
        return list(self)


def without_spark(monkeypatch, module, sessions):
    sessions = iter(sessions)
    session = lambda master, name: contextlib.nullcontext(next(sessions))  # noqa: E731
    monkeypatch.setattr(sys.modules[f"redouble.spark.{module}"], "session", session)


def test_a_tournament_that_was_stopped_is_gone_on_with(tmp_path, monkeypatch):
    first, second, third = OneProcess(fail_after=8), OneProcess(), OneProcess()
    without_spark(monkeypatch, "arena", [first, second, third])
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
    assert main(["arena", *PLAYERS, "--games=40", f"--seed={SEED}", f"--out={tmp_path / 'spark'}"]) == 0


def files(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.mark.parametrize("parts", [1, 3, 8])
def test_a_count_in_parts_leaves_the_store_of_the_command(tmp_path, monkeypatch, parts):
    without_spark(monkeypatch, "count", [OneProcess(), OneProcess(fail_after=20), OneProcess()])
    whole = states.count(goal=8, store=tmp_path / "whole", progress=False)
    found = spark.count(8, tmp_path / "spark", from_states=0, parts=parts, task_memory=1 << 40)
    assert (found.states, found.layers) == (whole.states, whole.layers)
    assert files(tmp_path / "spark") == files(tmp_path / "whole")
    # Some layers here, some in parts; stopped, and gone on with.
    settings = dict(from_states=40, parts=parts, task_memory=1 << 40)
    with pytest.raises(RuntimeError, match="killed"):
        spark.count(8, tmp_path / "stopped", **settings)
    spark.count(8, f"file://{tmp_path}/stopped", resume=True, **settings)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_a_damaged_layer_is_named_and_made_again(tmp_path, monkeypatch):
    without_spark(monkeypatch, "count", [OneProcess()])
    states.count(goal=8, store=tmp_path, progress=False)
    whole, said = files(tmp_path), []
    layer = tmp_path / "layer-000020.rds"
    layer.write_bytes(layer.read_bytes()[:-7])
    spark.count(8, tmp_path, from_states=0, parts=2, task_memory=1 << 40, say=said.append)
    assert files(tmp_path) == whole and "layer-000020.rds" in said[0]


def test_what_is_wrong_is_said_before_the_start(tmp_path, capsys):
    states.count(goal=8, store=tmp_path / "eight", progress=False)
    (tmp_path / "newer").mkdir()
    (tmp_path / "newer" / "manifest").write_text("redouble-states 99\ncheck 00000000\n")
    count = ["count", "--from-states=0", f"--store={tmp_path / 'new'}"]
    for arguments, code, wrong in [
        ([*count, "--goal=8", "--master=nowhere"], 2, "`nowhere`"),
        ([*count, "--goal=8", "--master=spark://127.0.0.1:1"], 1, "nobody answers at 127.0.0.1:1"),
        ([*count, "--goal=8", "--store=s3://bucket/store"], 2, "where the driver runs"),
        ([*count, "--goal=8", f"--store={tmp_path / 'none'}", "--resume"], 2, "no store to go on with"),
        ([*count, "--goal=512"], 2, "4x4 to 512"),
        ([*count, "--goal=7"], 2, "7 is not a tile"),
        (["count", "--goal=16", f"--store={tmp_path / 'eight'}"], 2, "the store holds 4x4 to 8"),
        (["count", "--goal=8", f"--store={tmp_path / 'newer'}"], 2, "version 99"),
    ]:
        assert main(arguments) == code, arguments
        assert wrong in capsys.readouterr().err


def test_a_task_that_would_take_too_much_memory_is_not_begun(tmp_path, monkeypatch):
    without_spark(monkeypatch, "count", [OneProcess()])
    with pytest.raises(ValueError, match="takes up to .* MiB, it may take 1 MiB"):
        spark.count(8, tmp_path, from_states=0, task_memory=1 << 20)


def test_java_is_asked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(RuntimeError, match="needs Java"):
        spark.arena("random", games=1, out=tmp_path)


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


@pytest.mark.skipif(available() is not None, reason=str(available()))
def test_spark_counts_what_the_command_counts(tmp_path):
    arguments = ["--goal=16", f"--store={tmp_path / 'spark'}", "--from-states=600000", "--parts=3", "--master=local[2,4]"]
    command = [sys.executable, "-m", "redouble.spark", "count", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "23482821 states" in done.stdout and "on Spark in 3 parts" in done.stderr
    states.count(goal=16, store=tmp_path / "whole", progress=False)
    assert files(tmp_path / "spark") == files(tmp_path / "whole")
