"""How the Python package behaves towards people: completion, kinds of arguments, advice."""

import ast
import json
import subprocess
import sys
import types

import pytest
from pyspark.sql import functions as F

import sparkwire
import sparkwire.functions as wire
from sparkwire import InvalidCall, SetUpError
from sparkwire.demo import samples

EVENT = dict(samples("databus"))["upsert"]


class TestNames:
    def test_completion_shows_the_public_names_only(self):
        names = dir(sparkwire)
        assert {"dissect", "guess", "compare", "profile", "functions", "avro"} <= set(names)
        assert set(names) - set(sparkwire.__all__) == {"avro", "functions", "ignite", "view"}
        assert [name for name in names if name.startswith("d")] == ["decode", "dissect"]

    def test_every_name_is_there(self):
        """In a new process, because an import elsewhere would make a module an attribute."""
        script = "import sparkwire; print([bool(getattr(sparkwire, n)) for n in dir(sparkwire)])"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        assert set(ast.literal_eval(done.stdout)) == {True}

    def test_misspelt(self):
        with pytest.raises(AttributeError, match=r"no attribute 'disect'\. Did you mean dissect\?"):
            sparkwire.disect  # noqa: B018

    def test_misspelt_format_and_argument(self):
        with pytest.raises(InvalidCall, match=r"no format datbus\. Did you mean databus\? There"):
            sparkwire.dissect(b"", "datbus")
        with pytest.raises(InvalidCall, match=r"no argument layuot\. Did you mean layout\?"):
            sparkwire.dissect(b"", "kafka", layuot="INT32")


HIT = {"type": "record", "name": "Hit", "fields": [{"name": "n", "type": "int"}]}


class TestSchemas:
    value = bytes.fromhex("00000000010e")

    def test_a_map_of_writers_without_a_session(self):
        for writer in (HIT, json.dumps(HIT)):
            found = sparkwire.dissect(self.value, "avro", writer={1: writer}, reader=HIT)
            assert (found.parts[-1]["value"], found.fault) == ("7", None)

    def test_in_functions(self, spark):
        df = spark.createDataFrame([(self.value,)], "value BINARY")
        for writers in ({1: HIT}, {1: json.dumps(HIT)}):
            decoded = wire.avro_decode("value", writers, HIT).alias("hit")
            assert df.select(decoded).collect()[0].hit.n == 7
            variant = wire.avro_variant("value", writers)
            assert df.select(F.to_json(variant)).collect()[0][0] == '{"n":7}'


class TestBytes:
    @pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
    def test_as_arguments_of_functions(self, spark, kind):
        row = spark.range(1).select(wire.databus_decode(kind(EVENT)).key).collect()[0]
        assert row[0] == 12345

    def test_rows(self, spark):
        value = spark.createDataFrame([(EVENT,)], "value BINARY").collect()[0].value
        assert sparkwire.dissect(value, "databus").fault is None
        assert sparkwire.guess(value)[0].format == "databus"


class TestSession:
    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("appName", "Did you mean app_name?"),
            ("maser", "Did you mean master?"),
            ("shuffle", "session() takes no argument shuffle."),
            ("foo_bar", "session() takes no argument foo_bar."),
            ("driverMemory", "Did you mean driver_memory?"),
        ],
    )
    def test_unknown_arguments(self, name, said):
        with pytest.raises(InvalidCall) as caught:
            sparkwire.session(**{name: "1"})
        assert said in str(caught.value)
        assert "with.dots" in str(caught.value)

    def test_any_setting_by_its_full_name(self, spark):
        sparkwire.session(**{"spark.my_own.setting": "1"})
        assert spark.conf.get("spark.my_own.setting") == "1"


class TestOldSpark:
    sentence = (
        "Sparkwire needs Spark 4.0 or newer, because older ones have no VARIANT."
        " This is Spark 3.5.3."
    )

    def test_register(self):
        old = types.SimpleNamespace(version="3.5.3")
        with pytest.raises(SetUpError) as caught:
            sparkwire.register(old)
        assert str(caught.value) == self.sentence

    def test_session_and_functions(self, monkeypatch):
        monkeypatch.setattr("pyspark.__version__", "3.5.3")
        for call in (sparkwire.session, lambda: wire.databus_decode("value")):
            with pytest.raises(SetUpError) as caught:
                call()
            assert str(caught.value) == self.sentence
        with pytest.raises(SetUpError):
            sparkwire.configure(types.SimpleNamespace(_options={}))

    def test_command_line(self, monkeypatch, tmp_path, capsys):
        from sparkwire import _jvm
        from sparkwire.cli import main

        (tmp_path / "jars").mkdir()
        (tmp_path / "jars" / "spark-catalyst_2.12-3.5.3.jar").touch()
        monkeypatch.setenv("SPARK_HOME", str(tmp_path))
        _jvm._jvm.cache_clear()
        try:
            assert main(["dissect", "databus", "hex:00"]) == 2
        finally:
            _jvm._jvm.cache_clear()
        assert capsys.readouterr().err == f"sparkwire: {self.sentence}\n"

    @pytest.mark.parametrize("version", ["4.0.0", "4.1.0-amzn-1", "4.3.0-SNAPSHOT", "5.0"])
    def test_newer_ones(self, version):
        from sparkwire.errors import check_spark

        check_spark(version)
