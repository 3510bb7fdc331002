"""The session of the tests: classic, or Spark Connect if ``SPARKWIRE_SESSION=connect``."""

import os
import sys
import time
import warnings

import pytest
from pyspark.sql import SparkSession

import sparkwire

# Python workers must find this package; by default Spark starts the Python on the PATH.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
# Python shows timestamps in the time zone of the process.
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
        # Generated code that does not compile is an error; there is no fallback.
        .config("spark.sql.codegen.fallback", "false")
    )
    with warnings.catch_warnings():
        # A client of Spark 4.3 starts its server with these settings, and then warns about the
        # settings that a running server cannot change.
        warnings.filterwarnings("ignore", "Failed to set", UserWarning)
        session = sparkwire.configure(builder).getOrCreate()
    yield session
    session.stop()
