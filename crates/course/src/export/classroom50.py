"""Grades a submission of {{id}} with `redouble course check` and writes result.json for Classroom 50."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ID, SEED, FILES = "{{id}}", "{{seed}}", {{files}}


def checked():
    """The report of the checker, or a sentence that says why there is none."""
    here = Path(__file__).resolve().parent / "redouble"
    redouble = str(here) if here.exists() else shutil.which("redouble")
    if redouble is None:
        return "redouble is not installed"
    file = next((file for file in FILES if Path(file).is_file()), None)
    if file is None:
        return "there is none of the files " + ", ".join(FILES)
    run = subprocess.run([redouble, "course", "check", ID, "--seed", SEED, "--json", file], capture_output=True, text=True)
    return json.loads(run.stdout) if run.stdout else run.stderr


def whole(families):
    """Whole points that add up."""
    most, reached, before = [], [], 0.0
    for family in families:
        after = before + family["max_points"]
        most.append(round(after) - round(before))
        reached.append(most[-1] if family["points"] >= family["max_points"] else 0)
        before = after
    return reached, most


def tests(report):
    if isinstance(report, str):
        return [{"test-name": "run", "passed": False, "score": 0, "max-score": {{points}}, "output": report}]
    families = report["families"] or [{"name": "run", "points": 0, "max_points": report["max_points"]}]
    failure = report["failure"] or {}
    shown = [f"{key}: {failure[key]}" for key in ("case", "answer", "right", "why", "misconception") if failure.get(key)]
    output = "\n".join(shown)[:2000]
    reached, most = whole(families)
    return [
        {"test-name": family["name"], "passed": score == limit, "score": score, "max-score": limit,
         "output": "" if score == limit else output}
        for family, score, limit in zip(families, reached, most)
    ]


results = tests(checked())
environment = os.environ.get
with open("result.json", "w") as file:
    json.dump({
        "schema": "classroom50/result/v1",
        "classroom": environment("CLASSROOM", ""),
        "assignment": environment("ASSIGNMENT", ID),
        "assignment_type": environment("MODE", "individual"),
        "owner": environment("OWNER", environment("GITHUB_ACTOR", "")),
        "submission": environment("SUBMISSION_TAG", ""),
        "commit": environment("COMMIT_URL", ""),
        "release": environment("RELEASE_URL", ""),
        "review": environment("REVIEW_URL", ""),
        "datetime": environment("DATETIME", environment("SUBMITTED_AT", "1970-01-01T00:00:00Z")),
        "score": sum(test["score"] for test in results),
        "max-score": sum(test["max-score"] for test in results),
        "tests": results,
    }, file, indent=1)
sys.exit(0)
