"""The spark-sql shell in its own JVM: it needs only ``--jars``."""

import inspect

import pytest

import sparkwire
import sparkwire.functions as wire
from sparkwire.demo import samples

from spawn import BIN, run

NAMES = sorted(name for name, member in vars(wire).items() if inspect.isfunction(member))
DAMAGED = dict(samples("databus"))["one bit flipped"].hex()


def spark_sql(folder, *statements, jars=True):
    command = [BIN / "spark-sql", "--master", "local[1]", "-S"]
    command += ["--jars", sparkwire.jar_path()] if jars else []
    return run([*command, "-e", ";".join(statements)], folder)


def test_functions(tmp_path):
    event = dict(samples("databus"))["upsert"].hex()
    code, out, err = spark_sql(
        tmp_path,
        "SHOW USER FUNCTIONS",
        f"SELECT e.opcode, e.key FROM (SELECT databus_decode(X'{event}') AS e)",
    )
    assert code == 0, err
    lines = out.splitlines()
    assert set(NAMES) <= set(lines)
    assert lines[-1] == "UPSERT\t12345"


def test_error(tmp_path):
    code, _, err = spark_sql(tmp_path, f"SELECT databus_decode(X'{DAMAGED}')")
    assert code == 1
    (line,) = [line for line in err.splitlines() if line.startswith("[SPARKWIRE_MALFORMED]")]
    assert line.startswith("[SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49 (body_crc): ")


@pytest.mark.parametrize("settings", ["extension named", "extension named and found"])
def test_extension_by_name(tmp_path, settings):
    # A jar on the JVM's class path is not a session jar; with both, the extension applies twice.
    extra = ["--conf", "spark.sql.extensions=sparkwire.SparkwireExtensions"]
    extra += ["--driver-class-path" if settings == "extension named" else "--jars"]
    command = [BIN / "spark-sql", "--master", "local[1]", "-S", *extra, sparkwire.jar_path()]
    code, out, err = run([*command, "-e", f"SELECT databus_fault(X'{DAMAGED}').reason"], tmp_path)
    assert code == 0, err
    assert out.splitlines()[-1] == "bad-body-crc"
