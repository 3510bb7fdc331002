"""A standalone cluster: a master and two workers, each in its own process."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from spawn import BIN, DEFAULTS, ROOT

WORKERS = 2
START_SECONDS = 60


@contextlib.contextmanager
def cluster(folder, jar=None, home=BIN.parent):
    """Start a cluster; yield the environment whose configuration names the cluster and the jar.

    `home` is the folder of the Spark to start. If no jar is given, this Spark must contain it.
    """
    address = f"spark://127.0.0.1:{free_port()}"
    conf = Path(folder, "cluster-conf")
    conf.mkdir()
    settings = f"{DEFAULTS}spark.master {address}\nspark.executor.memory 1g\n"
    settings += f"spark.jars {jar}\n" if jar else ""
    (conf / "spark-defaults.conf").write_text(settings)
    environment = os.environ | {
        "SPARK_CONF_DIR": str(conf),
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": str(ROOT / "python" / "src"),
        "TZ": "UTC",
    }
    started = []

    def start(name, kind, *arguments):
        command = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{kind}", *arguments]
        with Path(folder, f"{name}.log").open("w") as log:
            started.append(
                subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
            )

    try:
        host, port = address.removeprefix("spark://").split(":")
        start("master", "master.Master", "--host", host, "--port", port, "--webui-port", "0")
        until(lambda: answers(int(port)), "the master does not answer")
        for number in range(WORKERS):
            work = str(Path(folder, f"worker-{number}"))
            limits = ["--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", work]
            start(f"worker-{number}", "worker.Worker", *limits, address)
        yield environment
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()


@contextlib.contextmanager
def running(command, folder, environment):
    """Run a command; kill its whole process tree at the end."""
    name = Path(str(command[-1])).stem
    with Path(folder, f"{name}.log").open("w") as log:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        kill(process)


def kill(process):
    """Kill a command and all processes it started with SIGKILL, so that none can clean up."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def executors(folder):
    """Find the processes of a cluster's executors."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                said = (entry / "cmdline").read_bytes().decode().split("\0")
                runs_here = (entry / "cwd").readlink().is_relative_to(folder)
                if runs_here and any("CoarseGrainedExecutorBackend" in word for word in said):
                    found.append(int(entry.name))
    return found


def until(holds, what, seconds=START_SECONDS):
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
