"""The speed of random play, beside the program's own `bench` and other environments, all in one run.

    python python/benchmarks/random_play.py [--program FILE] [--peers DIR] [--no-install] [--json FILE]

Speeds are per CPU second of one thread. Everything of ours is measured in turn, several times over: a row has the median of its
speeds, and of its shares of the `bench` of the same turn, so that a busy machine changes them little. Peers are installed into
virtual environments of their own, since what they pin conflicts; those that are missing are named and left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Any, Callable

import numpy as np

import redouble

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5
ROWS: list[dict[str, Any]] = []


def per_cpu_second(work: Callable[[], int]) -> float:
    """Steps per CPU second of a function that says how many steps it made."""
    start = time.process_time()
    steps = work()
    return steps / (time.process_time() - start)


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: list[str], *arguments: str) -> tuple[bytes, float]:
    """What a command prints, and the CPU seconds it took."""
    before = children()
    said = subprocess.run([*command, *arguments], check=True, capture_output=True)
    return said.stdout, children() - before


def bench(command: list[str]) -> Callable[[], float]:
    """Moves per CPU second of `redouble bench`, without the start of the process."""
    start = statistics.median(run(command, "--version")[1] for _ in range(RUNS))

    def speed() -> float:
        said, seconds = run(command, "bench", "--games=100000", "--json")
        return float(json.loads(said)["moves"]) / (seconds - start)

    return speed


def rollout(n: int) -> Callable[[], int]:
    batch = redouble.Batch(n, seed=1)
    return lambda: batch.rollout(2_000_000 // n)


def stepping(n: int) -> Callable[[], int]:
    batch = redouble.Batch(n, seed=1)
    arrays = np.zeros(n, np.uint8), np.zeros(n, np.int32), np.zeros(n, bool), np.zeros(n, np.uint8)

    def work() -> int:
        for _ in range(2_000_000 // n):
            batch.random_actions(arrays[0])
            batch.step(*arrays)
        return 2_000_000 // n * n

    return work


def vector(n: int, **settings: Any) -> Callable[[], int]:
    from redouble.envs import Game2048Vector

    env = Game2048Vector(n, **settings)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(2_000_000 // n):
            env.step(env.random_actions())
        return 2_000_000 // n * n

    return work


def single(made: bool) -> Callable[[], int]:
    import gymnasium

    from redouble.envs import Game2048

    env: Any = gymnasium.make("redouble/Game2048-v0") if made else Game2048()
    env.reset(seed=1)

    def work() -> int:
        for step in range(200_000):
            if env.step(step & 3)[2]:
                env.reset()
        return 200_000

    return work


def threads() -> tuple[float, float]:
    """How much faster two threads are than one, by the clock, and per CPU second: the first needs two idle processors."""
    batch, clock, cpu = redouble.Batch(4096, seed=1), {}, {}
    for count in (1, 2):
        clocks, cpus = [], []
        for _ in range(RUNS):
            began, used = time.perf_counter(), time.process_time()
            batch.rollout(1500, threads=count)
            clocks.append(time.perf_counter() - began)
            cpus.append(time.process_time() - used)
        clock[count], cpu[count] = statistics.median(clocks), statistics.median(cpus)
    return clock[1] / clock[2], cpu[1] / cpu[2]


def imported() -> tuple[float, float]:
    """Milliseconds of CPU and megabytes that `import redouble` adds to bare Python."""

    def cost(code: str) -> tuple[float, float]:
        times, sizes = [], []
        for _ in range(9):
            before = children()
            size = "print(open('/proc/self/statm').read().split()[1])"
            out = subprocess.run([sys.executable, "-c", f"{code}\n{size}"], check=True, capture_output=True).stdout
            times.append(children() - before)
            sizes.append(int(out) * os.sysconf("SC_PAGE_SIZE") / 1e6)
        return statistics.median(times), statistics.median(sizes)

    bare, ours = cost("pass"), cost("import redouble")
    return 1000 * (ours[0] - bare[0]), ours[1] - bare[1]


# What is installed and run for each peer; the script prints lines with the size of a batch, if there is one, = and steps per CPU second.
PEERS = {
    "gymnasium-2048": (
        "gymnasium-2048",
        """
import os; os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import time, gymnasium, gymnasium_2048
env = gymnasium.make("gymnasium_2048/TwentyFortyEight-v0"); env.reset(seed=1)
start, steps = time.process_time(), 40_000
for step in range(steps):
    if env.step(step & 3)[2]: env.reset()
print("", steps / (time.process_time() - start), sep="=")
""",
    ),
    "OpenSpiel": (
        "open_spiel",
        """
import random, time, pyspiel
game, rng, moves, start = pyspiel.load_game("2048"), random.Random(1), 0, time.process_time()
while moves < 40_000:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            state.apply_action(rng.choice(state.legal_actions())); moves += 1
print("", moves / (time.process_time() - start), sep="=")
""",
    ),
    "Pgx": (
        "pgx",
        """
import statistics, sys, time, jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
env, steps = pgx.make("2048"), 200
for n in (1024, 4096):
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
    def body(state, key):
        a, b = jax.random.split(key)
        action = jax.random.categorical(a, jnp.where(state.legal_action_mask, 0.0, -1e9))
        return step(state, action, jax.random.split(b, n)), None
    run = jax.jit(lambda state, key: jax.lax.scan(body, state, jax.random.split(key, steps))[0])
    state = jax.block_until_ready(run(init(jax.random.split(jax.random.PRNGKey(0), n)), jax.random.PRNGKey(1)))
    speeds = []
    for seed in range(3):
        start = time.process_time(); state = jax.block_until_ready(run(state, jax.random.PRNGKey(2 + seed)))
        speeds.append(n * steps / (time.process_time() - start))
    print(f", n = {n}", statistics.median(speeds), sep="=")
""",
    ),
    "Jumanji": (
        "jumanji",
        """
import statistics, time, jax, jax.numpy as jnp, jumanji
from jumanji.wrappers import AutoResetWrapper
env, steps = AutoResetWrapper(jumanji.make("Game2048-v1")), 200
for n in (1024, 4096):
    def body(carry, key):
        state, mask = carry
        action = jax.random.categorical(key, jnp.where(mask, 0.0, -1e9))
        state, timestep = jax.vmap(env.step)(state, action)
        return (state, timestep.observation.action_mask), None
    run = jax.jit(lambda carry, key: jax.lax.scan(body, carry, jax.random.split(key, steps))[0])
    state, timestep = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(0), n))
    carry = jax.block_until_ready(run((state, timestep.observation.action_mask), jax.random.PRNGKey(1)))
    speeds = []
    for seed in range(3):
        start = time.process_time(); carry = jax.block_until_ready(run(carry, jax.random.PRNGKey(2 + seed)))
        speeds.append(n * steps / (time.process_time() - start))
    print(f", n = {n}", statistics.median(speeds), sep="=")
""",
    ),
}


def peer(folder: Path, name: str, install: bool) -> list[tuple[str, float]]:
    """A peer's steps per CPU second, in its own environment; nothing, and why, if it cannot be installed or run."""
    package, script = PEERS[name]
    home = folder / name
    python = home / "bin" / "python"
    try:
        if not (home / "installed").exists():
            if not install:
                raise ValueError(f"it is not installed in {home}")
            venv.create(home, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True, timeout=1800)
            (home / "installed").touch()
        said = subprocess.run([python, "-c", script], check=True, capture_output=True, text=True, timeout=1800).stdout
        lines = [line.rpartition("=") for line in said.splitlines()]
        return [(name + batch, float(speed)) for batch, separator, speed in lines if separator]
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        print(f"{name} is missing: {error}", flush=True)
        return []


def row(name: str, speed: float, share: float, bar: str = "") -> None:
    ROWS.append({"name": name, "million_steps_per_cpu_second": round(speed / 1e6, 4), "of_bench": round(share, 4)})
    print(f"{name:<46} {speed / 1e6:>10.3f}  {share:>8.4f}  {bar}", flush=True)


def ours(command: list[str]) -> float:
    """Measures everything of ours in turn; the median speed of `redouble bench`."""
    rows: list[tuple[str, Callable[[], float], str]] = [("redouble bench", bench(command), "")]

    def add(name: str, work: Callable[[], int], bar: str = "") -> None:
        rows.append((name, lambda: per_cpu_second(work), bar))

    for n in (1024, 4096):
        add(f"Batch({n}).rollout", rollout(n), "0.8 of bench")
        add(f"Batch({n}): random_actions and step", stepping(n), "0.8 of bench")
    for n in (1024, 4096):
        add(f"Gymnasium vector, NEXT_STEP, n = {n}", vector(n), "0.55 of bench")
        add(f"Gymnasium vector, SAME_STEP, n = {n}", vector(n, autoreset_mode="SAME_STEP"))
    add("Gymnasium Env", single(False), "1 M steps/s")
    add("Gymnasium Env through make", single(True))
    turns = [[measure() for _, measure, _ in rows] for _ in range(RUNS)]
    for index, (name, _, bar) in enumerate(rows):
        speeds, shares = [turn[index] for turn in turns], [turn[index] / turn[0] for turn in turns]
        row(name, statistics.median(speeds), statistics.median(shares), bar)
    return statistics.median(turn[0] for turn in turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="the program whose bench is measured [default: python -m redouble]")
    parser.add_argument("--peers", type=Path, default=ROOT / "target/peers", help="where the peers' virtual environments are, or are made")
    parser.add_argument("--no-install", action="store_true", help="leave out peers that are not there yet")
    parser.add_argument("--json", type=Path, help="write a record as well")
    arguments = parser.parse_args()
    print(f"{'random legal play, one thread':<46} {'M steps/s':>10}  {'of bench':>8}  wanted")
    base = ours([str(arguments.program)] if arguments.program else [sys.executable, "-m", "redouble"])
    for name in PEERS:
        for batch, speed in peer(arguments.peers, name, not arguments.no_install):
            row(batch, speed, speed / base)
    (clock, cpu), (milliseconds, megabytes) = threads(), imported()
    print(
        f"\ntwo threads are {clock:.2f} times as fast as one by the clock (load {os.getloadavg()[0]:.1f}), {cpu:.2f} per CPU second (wanted: 1.8)"
    )
    print(f"import redouble takes {milliseconds:.1f} ms of CPU and {megabytes:.1f} MB more than bare Python (wanted: 50 and 5)")
    if arguments.json:
        record = {
            "what": f"Random play from Python, per CPU second of one thread, the median of {RUNS} turns",
            "command": "python python/benchmarks/random_play.py --json FILE",
            "machine": f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}",
            "python": platform.python_version(),
            "numpy": np.__version__,
            "rows": ROWS,
            "two_threads": {"clock": round(clock, 3), "cpu": round(cpu, 3)},
            "import": {"milliseconds": round(milliseconds, 1), "megabytes": round(megabytes, 1)},
        }
        arguments.json.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
