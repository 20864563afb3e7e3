"""The speed of random play, beside the program's own `bench` and other environments, all in one run.

    python python/benchmarks/random_play.py [--peers DIR [--no-install]] [--json FILE]

Speeds are per CPU second of one thread, the median of some runs: a busy machine changes them little. Peers are installed into
virtual environments of their own below DIR, since what they pin conflicts; those that cannot be installed are left out.
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

RUNS = 5
ROWS: list[dict[str, Any]] = []


def per_cpu_second(work: Callable[[], int]) -> float:
    """Steps per CPU second of a function that says how many steps it made."""
    speeds = []
    for _ in range(RUNS):
        start = time.process_time()
        steps = work()
        speeds.append(steps / (time.process_time() - start))
    return statistics.median(speeds)


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def program(*arguments: str) -> tuple[bytes, float]:
    """What the program prints, and the CPU seconds it took."""
    before = children()
    said = subprocess.run([sys.executable, "-m", "redouble", *arguments], check=True, capture_output=True)
    return said.stdout, children() - before


def bench() -> float:
    """Moves per CPU second of `redouble bench`, the same code as the program's, without the start of Python."""
    start = statistics.median(program("--version")[1] for _ in range(RUNS))
    speeds = []
    for _ in range(RUNS):
        said, seconds = program("bench", "--games=100000", "--json")
        speeds.append(json.loads(said)["moves"] / (seconds - start))
    return statistics.median(speeds)


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


# What is installed and run for each peer; the script prints steps per CPU second.
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
print(steps / (time.process_time() - start))
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
print(moves / (time.process_time() - start))
""",
    ),
    "Pgx": (
        "pgx",
        """
import time, jax, jax.numpy as jnp, pgx
env, n, steps = pgx.make("2048"), 1024, 200
init, step = jax.vmap(env.init), jax.vmap(pgx.auto_reset_wrapper(env.step, env.init) if hasattr(pgx, "auto_reset_wrapper") else env.step)
def body(carry, key):
    state, = carry
    a, b = jax.random.split(key)
    action = jax.random.categorical(a, jnp.where(state.legal_action_mask, 0.0, -1e9))
    return (step(state, action, jax.random.split(b, n)),), None
run = jax.jit(lambda state, key: jax.lax.scan(body, (state,), jax.random.split(key, steps))[0][0])
state = init(jax.random.split(jax.random.PRNGKey(0), n))
jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
start = time.process_time(); jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
print(n * steps / (time.process_time() - start))
""",
    ),
    "Jumanji": (
        "jumanji",
        """
import time, jax, jax.numpy as jnp, jumanji
from jumanji.wrappers import AutoResetWrapper
env, n, steps = AutoResetWrapper(jumanji.make("Game2048-v1")), 1024, 200
def body(carry, key):
    state, mask = carry
    action = jax.random.categorical(key, jnp.where(mask, 0.0, -1e9))
    state, timestep = jax.vmap(env.step)(state, action)
    return (state, timestep.observation.action_mask), None
run = jax.jit(lambda carry, key: jax.lax.scan(body, carry, jax.random.split(key, steps))[0])
state, timestep = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(0), n))
carry = (state, timestep.observation.action_mask)
jax.block_until_ready(run(carry, jax.random.PRNGKey(1)))
start = time.process_time(); jax.block_until_ready(run(carry, jax.random.PRNGKey(2)))
print(n * steps / (time.process_time() - start))
""",
    ),
}


def peer(folder: Path, name: str, install: bool) -> float | None:
    """A peer's steps per CPU second, in its own environment; nothing if it cannot be installed or run."""
    package, script = PEERS[name]
    home = folder / name
    python = home / "bin" / "python"
    try:
        if not (home / "installed").exists():
            if not install:
                raise ValueError("it is not installed")
            venv.create(home, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True, timeout=900)
            (home / "installed").touch()
        return float(
            subprocess.run([python, "-c", script], check=True, capture_output=True, text=True, timeout=900).stdout.split()[-1]
        )
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        print(f"{name} is left out: {error}", file=sys.stderr)
        return None


def row(name: str, speed: float, base: float, bar: str = "") -> None:
    ROWS.append({"name": name, "million_steps_per_cpu_second": round(speed / 1e6, 4), "of_bench": round(speed / base, 4)})
    print(f"{name:<46} {speed / 1e6:>10.3f}  {speed / base:>8.4f}  {bar}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, help="where virtual environments of peers are, or are made")
    parser.add_argument("--no-install", action="store_true", help="leave out peers that are not there yet")
    parser.add_argument("--json", type=Path, help="write a record as well")
    arguments = parser.parse_args()
    print(f"{'random legal play, one thread':<46} {'M steps/s':>10}  {'of bench':>8}  wanted")
    base = bench()
    row("redouble bench", base, base)
    for n in (1024, 4096):
        row(f"Batch({n}).rollout", per_cpu_second(rollout(n)), base, "0.8 of bench")
        row(f"Batch({n}): random_actions and step", per_cpu_second(stepping(n)), base, "0.8 of bench")
    for n in (1024, 4096):
        row(f"Gymnasium vector, NEXT_STEP, n = {n}", per_cpu_second(vector(n)), base, "0.55 of bench")
        row(f"Gymnasium vector, SAME_STEP, n = {n}", per_cpu_second(vector(n, autoreset_mode="SAME_STEP")), base)
    row("Gymnasium Env", per_cpu_second(single(False)), base, "1 M steps/s")
    row("Gymnasium Env through make", per_cpu_second(single(True)), base)
    for name in PEERS if arguments.peers else ():
        speed = peer(arguments.peers, name, not arguments.no_install)
        if speed:
            row(name, speed, base)
    (clock, cpu), (milliseconds, megabytes) = threads(), imported()
    print(
        f"\ntwo threads are {clock:.2f} times as fast as one by the clock (load {os.getloadavg()[0]:.1f}), {cpu:.2f} per CPU second (wanted: 1.8)"
    )
    print(f"import redouble takes {milliseconds:.1f} ms of CPU and {megabytes:.1f} MB more than bare Python (wanted: 50 and 5)")
    if arguments.json:
        record = {
            "what": "Random play from Python, per CPU second of one thread, the median of 5 runs",
            "command": "python python/benchmarks/random_play.py --peers DIR --json FILE",
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
