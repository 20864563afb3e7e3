"""Grades a submission of {{id}} with `redouble course check` and writes results.json for PrairieLearn."""

import json
import os
import shutil
import subprocess
from pathlib import Path

ID, SEED, FILES = "{{id}}", "{{seed}}", {{files}}
ROOT = Path(os.environ.get("GRADE_ROOT", "/grade"))


def checked():
    """The report of the checker, or a sentence that says why there is none."""
    here = ROOT / "tests" / "redouble"
    redouble = str(here) if here.exists() else shutil.which("redouble")
    if redouble is None:
        return "redouble is not installed: tell your teacher"
    file = next((ROOT / "student" / file for file in FILES if (ROOT / "student" / file).is_file()), None)
    if file is None:
        return "there is none of the files " + ", ".join(FILES)
    run = subprocess.run([redouble, "course", "check", ID, "--seed", SEED, "--json", str(file)], capture_output=True, text=True)
    return json.loads(run.stdout) if run.stdout else run.stderr


def results(report):
    if isinstance(report, str):
        return {"gradable": False, "message": report}
    failure = report["failure"] or {}
    shown = [f"{key}: {failure[key]}" for key in ("case", "answer", "right", "why", "misconception", "says") if failure.get(key)]
    message = "\n".join(shown)[:10000]
    families = report["families"] or [{"name": "run", "points": 0, "max_points": report["max_points"]}]
    tests = [
        {"name": family["name"], "description": f"{family.get('cases', 0)} cases", "points": family["points"],
         "max_points": family["max_points"],
         "message": "" if family["points"] >= family["max_points"] else message, "output": ""}
        for family in families
    ]
    return {"gradable": True, "score": report["points"] / report["max_points"],
            "message": "passed" if report["passed"] else "not passed",
            "output": "\n".join(report.get("notes", [])), "tests": tests}


(ROOT / "results").mkdir(parents=True, exist_ok=True)
with open(ROOT / "results" / "results.json", "w") as file:
    json.dump(results(checked()), file)
