#!/usr/bin/env python3
"""Grades a submission of {{id}} with `redouble course check` and writes results.json for Gradescope."""

import json
import os
import shutil
import subprocess
from pathlib import Path

ID, SEED, FILES = "{{id}}", "{{seed}}", {{files}}
ROOT = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))


def checked():
    """The report of the checker, or a sentence that says why there is none."""
    here = ROOT / "source" / "redouble"
    redouble = str(here) if here.exists() else shutil.which("redouble")
    if redouble is None:
        return "redouble is not installed: tell your teacher"
    submission = ROOT / "submission"
    places = [submission / file for file in FILES] + [submission / ID / file for file in FILES]
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        return "there is none of the files " + ", ".join(FILES)
    run = subprocess.run([redouble, "course", "check", ID, "--seed", SEED, "--json", str(file)], capture_output=True, text=True)
    return json.loads(run.stdout) if run.stdout else run.stderr


def results(report):
    if isinstance(report, str):
        return {"score": 0, "output": report, "tests": []}
    failure = report["failure"] or {}
    labels = {"case": "case", "answer": "your answer", "right": "right answer", "why": "because",
              "misconception": "looks like", "says": "that is", "stderr": "on stderr"}
    shown = [f"{label}: {failure[key]}" for key, label in labels.items() if failure.get(key)]
    if failure.get("hint"):
        shown.append(f"hint: {failure['hint']['text']}")
    output = "\n".join(shown)
    families = report["families"] or [{"name": "run", "points": 0, "max_points": report["max_points"]}]
    tests = [
        {"name": family["name"], "score": family["points"], "max_score": family["max_points"],
         "status": "passed" if family["points"] >= family["max_points"] else "failed",
         "output": "" if family["points"] >= family["max_points"] else output, "output_format": "text"}
        for family in families
    ]
    found = {"execution_time": round(report["seconds"]), "output": "\n".join(report.get("notes", [])),
             "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden", "tests": tests}
    if ID.startswith("p-"):
        played = next((family for family in families if family["name"] == "beats-greedy"), None)
        won = played["cases"] - played["failed"] if played else 0
        found["leaderboard"] = [{"name": "games won against greedy", "value": won}]
    return found


(ROOT / "results").mkdir(exist_ok=True)
with open(ROOT / "results" / "results.json", "w") as file:
    json.dump(results(checked()), file, indent=1)
