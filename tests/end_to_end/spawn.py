"""Starts new processes, which a session with another jar, master or client needs."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pyspark

ROOT = Path(__file__).parents[2]
BIN = Path(pyspark.__file__).parent / "bin"
TIMEOUT_SECONDS = 300

# Settings for small, quiet sessions. In `SPARK_CONF_DIR` they apply however Spark is started.
DEFAULTS = """\
spark.ui.enabled false
spark.ui.showConsoleProgress false
spark.log.level OFF
spark.sql.session.timeZone UTC
spark.sql.shuffle.partitions 2
"""


def run(command, cwd, stdin=None, timeout=TIMEOUT_SECONDS, **environment):
    """Run a command in an empty folder; return its exit code, standard output and errors."""
    conf = Path(cwd, "conf")
    conf.mkdir(exist_ok=True)
    (conf / "spark-defaults.conf").write_text(DEFAULTS)
    environment = os.environ | {"SPARK_CONF_DIR": str(conf), "TZ": "UTC"} | environment
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        input=stdin,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def python(script, cwd, interpreter=sys.executable, **environment):
    """Run a script and return the JSON that it prints last."""
    file = Path(cwd, "script.py")
    file.write_text(textwrap.dedent(script))
    code, out, err = run([interpreter, file], cwd, **environment)
    assert code == 0, err
    return json.loads(out.splitlines()[-1])
