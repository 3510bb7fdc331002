"""Runs ``chromium.py`` in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path


def browse(page, steps, **asked):
    """Open a page and return the results of the steps; ``chromium.py`` describes the steps."""
    asked = {"dark": False, **asked, "page": str(page), "steps": steps}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("chromium.py"))],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)
