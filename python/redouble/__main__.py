"""`python -m redouble`: the program."""

from __future__ import annotations

import signal
import sys

from redouble._core import cli


def main() -> int:
    """Runs the program with the arguments of the process; its exit code."""
    # Python's handler would only be run when the program has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    return cli(["redouble", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
