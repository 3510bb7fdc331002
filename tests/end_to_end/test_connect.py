"""Spark Connect: the same functions and errors for a client without access to the JVM."""

import inspect
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import sparkwire
import sparkwire.functions as wire

from spawn import BIN, python

NAMES = sorted(name for name, member in vars(wire).items() if inspect.isfunction(member))

CLIENT = """
    import json, sys
    import sparkwire, sparkwire.functions as wire
    from pyspark.errors import AnalysisException, SparkRuntimeException
    from pyspark.sql import SparkSession
    from sparkwire.demo import samples

    spark = sparkwire.session(remote=REMOTE)
    assert sparkwire.session(sql_session_timeZone="UTC") is spark
    answer = {"session": type(spark).__module__, "py4j": "py4j" in sys.modules}
    functions = {row[0] for row in spark.sql("SHOW FUNCTIONS").collect()}
    answer["functions"] = sorted(functions & set(dir(wire)))
    sparkwire.register(spark)

    df = spark.createDataFrame(samples("databus"), "name STRING, value BINARY")
    rows = df.select(wire.databus_fault("value").reason, wire.try_databus_decode("value").key)
    answer["rows"] = [list(row) for row in rows.collect()]
    found = sparkwire.dissect(dict(samples("databus"))["one bit flipped"], "databus")
    answer["dissection"] = [found.text.splitlines()[1], found.fault["reason"]]
    df.repartition(2).createOrReplaceTempView("samples")  # or the query would be folded
    query = "EXPLAIN SELECT try_databus_decode(value).key FROM samples"
    answer["plan"] = spark.sql(query).first()[0]
    try:
        df.select(wire.databus_decode("value")).collect()
    except SparkRuntimeException as error:
        answer["error"] = [str(error).splitlines()[0], error.getCondition(), error.getSqlState()]
        answer["parameters"] = dict(error.getMessageParameters())
        answer["malformed"] = repr(sparkwire.malformed(error))
    try:
        df.select(wire.databus_decode("value", {"verfiy": "none"})).collect()
    except AnalysisException as error:
        answer["wrong"] = [str(error), error.getCondition(), error.getSqlState()]

    from sparkwire.avro import registry
    found = registry({1: '"int"', 2: '"string"'})
    values = [("000000000154",), ("00000000020261",), ("000000000954",)]
    df = spark.createDataFrame(values, "hex STRING").selectExpr("unhex(hex) AS value")
    answer["avro"] = [
        [row[0], row[1]]
        for writers in (found.writers, found.schemas)
        for row in df.select(
            wire.try_avro_decode("value", writers, '"long"'),
            wire.avro_fault("value", writers, '"long"').reason,
        ).collect()
    ]
    answer["ids"] = [row.id for row in found.table(spark).collect()]
    print(json.dumps(answer))
"""


def judge(answer):
    assert answer["session"] == "pyspark.sql.connect.session"
    assert answer["functions"] == NAMES
    reasons = [None] * 7 + ["bad-body-crc"]
    keys = [12345, None, 12345, 12345, 12345, 0, 0, None]
    assert answer["rows"] == [list(row) for row in zip(reasons, keys, strict=True)]
    assert "as struct<key:bigint>" in answer["plan"]
    line, reason = answer["dissection"]
    assert line.split() == ["0", "00", "version", "int8", "0"]
    assert reason == "bad-body-crc"
    sentence, condition, state = answer["error"]
    assert sentence.startswith(
        "[SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49 (body_crc): "
    )
    assert (condition, state) == ("SPARKWIRE_MALFORMED", "22000")
    parameters = {"format": "databus", "reason": "bad-body-crc", "offset": "49", "path": "body_crc"}
    assert parameters.items() <= answer["parameters"].items()
    assert answer["malformed"] == repr(
        sparkwire.Malformed("databus", "bad-body-crc", 49, "body_crc")
    )
    avro = [[42, None], [None, "incompatible-schema"], [None, "unknown-schema"]]
    assert answer["avro"] == avro * 2
    assert answer["ids"] == [1, 2]
    sentence, condition, state = answer["wrong"]
    assert sentence.startswith("[SPARKWIRE_INVALID_OPTION] databus_decode: ")
    assert (condition, state) == ("SPARKWIRE_INVALID_OPTION", "22023")


def test_local_server(tmp_path):
    judge(python(CLIENT.replace("REMOTE", '"local[2]"'), tmp_path))


def test_server_without_the_jar(tmp_path):
    script = """
        import json
        import sparkwire, sparkwire.functions as wire
        from pyspark.sql import SparkSession

        spark = SparkSession.builder.remote("local[1]").getOrCreate()
        answer = []
        for call in (
            lambda: wire.databus_decode("value"),
            lambda: sparkwire.register(spark),
            lambda: sparkwire.session(),
        ):
            try:
                call()
            except sparkwire.SetUpError as error:
                answer.append(str(error))
        print(json.dumps(answer))
    """
    unknown, register, session = python(script, tmp_path)
    jar = Path(sparkwire.jar_path()).name
    advice = f"Start the Spark Connect server with --jars {jar}, at its path there."
    assert unknown == f"This Spark session does not know databus_decode. {advice}"
    assert register == f"A Spark Connect client cannot add functions to its server. {advice}"
    assert session == register


def test_a_client_whose_server_lacks_the_jar(bare_server, tmp_path):
    script = f"""
        import json
        import sparkwire

        try:
            sparkwire.session(remote="{bare_server}").read.format("sparkwire-kafka-log")
        except sparkwire.SetUpError as error:
            print(json.dumps(str(error)))
    """
    assert "Start the Spark Connect server with --jars" in python(script, tmp_path)


@contextmanager
def connect_server(folder, *settings):
    """Start a Spark Connect server; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [BIN / "spark-submit", "--master", "local[2]", *settings]
    command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    command += ["--conf", f"spark.connect.grpc.binding.port={port}"]
    command += ["--conf", "spark.ui.enabled=false", "spark-internal"]
    with (folder / "server.log").open("w") as log:
        child = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    for _ in range(120):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert child.poll() is None, (folder / "server.log").read_text()
        time.sleep(0.5)
    yield f"sc://127.0.0.1:{port}"
    child.terminate()
    child.wait()


@pytest.fixture
def server(tmp_path):
    """The address of a server with the jar."""
    with connect_server(tmp_path, "--jars", sparkwire.jar_path()) as address:
        yield address


@pytest.fixture
def bare_server(tmp_path):
    """The address of a server without the jar."""
    with connect_server(tmp_path) as address:
        yield address


@pytest.fixture(scope="module")
def thin_client(tmp_path_factory):
    """A Python with pyspark-client, which contains no py4j, no JVM and no jars."""
    folder = tmp_path_factory.mktemp("client") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install = [
        folder / "bin" / "pip",
        "install",
        "-q",
        "pyspark-client>=4.0,<5",
        "rich",
        "pandas<3",
    ]
    subprocess.run(install, check=True)
    return folder / "bin" / "python"


def test_thin_client(server, thin_client, tmp_path):
    source = os.path.dirname(os.path.dirname(sparkwire.__file__))  # noqa: PTH120
    script = CLIENT.replace("REMOTE", f'"{server}"')
    answer = python(
        script, tmp_path, thin_client, PYTHONPATH=source, PATH="/usr/bin:/bin", JAVA_HOME="/nowhere"
    )
    judge(answer)
    assert answer["py4j"] is False
