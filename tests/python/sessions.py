"""The session of the tests: classic, or of Spark Connect where ``SPARKWIRE_SESSION=connect``."""

import os
import sys
import time
import warnings

import pytest
from pyspark.sql import SparkSession

import sparkwire

# Workers are to find this package, and Spark looks for them on the path by itself.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
# Python shows timestamps in its own zone.
os.environ["TZ"] = "UTC"
time.tzset()


@pytest.fixture(scope="session")
def spark():
    builder = SparkSession.builder
    if os.environ.get("SPARKWIRE_SESSION") == "connect":
        builder = builder.remote("local[2]")
    else:
        builder = builder.master("local[2]").appName("sparkwire-tests")
    builder = (
        builder.config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "OFF")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        # Generated code that does not compile is an error, and not done without.
        .config("spark.sql.codegen.fallback", "false")
    )
    with warnings.catch_warnings():
        # A client of Spark 4.3 starts its server with the settings, and then warns of those that a
        # running server cannot change.
        warnings.filterwarnings("ignore", "Failed to set", UserWarning)
        session = sparkwire.configure(builder).getOrCreate()
    yield session
    session.stop()
