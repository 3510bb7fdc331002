"""Error messages for users: about malformed bytes, wrong calls and the set-up."""

import pytest
from pyspark.errors import AnalysisException, SparkRuntimeException
from pyspark.sql import functions as F
from pyspark.sql import types as T

import sparkwire
import sparkwire.functions as wire
from sparkwire import Malformed, malformed
from sparkwire.demo import samples

EVENT = dict(samples("databus"))["upsert"]
DAMAGED = dict(samples("databus"))["one bit flipped"]


@pytest.fixture(scope="module")
def table(spark, tmp_path_factory):
    """Three rows, the last one damaged; from a file, so that Spark runs the query in tasks."""
    folder = str(tmp_path_factory.mktemp("errors") / "table")
    rows = [(1, EVENT), (2, None), (3, DAMAGED)]
    spark.createDataFrame(rows, "id INT, value BINARY").write.parquet(folder)
    return spark.read.parquet(folder)


class TestMalformed:
    def test_error(self, table):
        with pytest.raises(SparkRuntimeException) as caught:
            table.select(wire.databus_decode("value")).collect()
        error = caught.value
        assert str(error).startswith(
            "[SPARKWIRE_MALFORMED] databus: bad-body-crc at byte 49 (body_crc): "
        )
        assert str(error).endswith(
            " Use try_databus_decode to get NULL instead, databus_fault to see why."
        )
        assert "\n" not in str(error)
        assert error.getCondition() == "SPARKWIRE_MALFORMED"
        assert error.getSqlState() == "22000"
        parameters = {"format": "databus", "reason": "bad-body-crc", "offset": "49"}
        parameters |= {"path": "body_crc"}
        assert parameters.items() <= dict(error.getMessageParameters()).items()
        assert malformed(error) == Malformed("databus", "bad-body-crc", 49, "body_crc")

    def test_in_a_write(self, table, tmp_path):
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            table.select(wire.databus_decode("value")).write.parquet(str(tmp_path / "out"))
        assert malformed(caught.value).reason == "bad-body-crc"

    def test_while_iterating(self, table):
        with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
            list(table.select(wire.databus_decode("value")).toLocalIterator())
        assert malformed(caught.value).reason == "bad-body-crc"

    def test_folded(self, spark):
        with pytest.raises(SparkRuntimeException) as caught:
            spark.range(1).select(wire.databus_decode(F.lit(DAMAGED))).collect()
        assert malformed(caught.value).reason == "bad-body-crc"

    def test_of_another_function(self, table):
        with pytest.raises(SparkRuntimeException) as caught:
            table.select(wire.databus_to_json("value")).collect()
        assert str(caught.value).endswith(
            " Use try_databus_to_json to get NULL instead, databus_to_json_fault to see why."
        )
        assert malformed(caught.value).format == "databus"

    def test_inside_another_error(self):
        def fail():
            try:
                raise ValueError("[SPARKWIRE_MALFORMED] kafka: truncated at byte 7 (a(b)[0]): x")
            except ValueError as error:
                raise RuntimeError("the query has ended") from error

        with pytest.raises(RuntimeError) as caught:
            fail()
        assert malformed(caught.value) == Malformed("kafka", "truncated", 7, "a(b)[0]")

    def test_without_a_path(self):
        error = ValueError("[SPARKWIRE_MALFORMED] msgpack: type-mismatch at byte 0: INT asked for")
        assert malformed(error) == Malformed("msgpack", "type-mismatch", 0, "")

    def test_other_errors(self, spark):
        assert malformed(ValueError("no")) is None
        with pytest.raises(Exception, match="DIVIDE_BY_ZERO") as caught:
            spark.sql("SELECT 1 / 0").collect()
        assert malformed(caught.value) is None

    def test_null_stays_null(self, table):
        rows = table.where("id = 2").select(
            wire.databus_decode("value"),
            wire.try_databus_decode("value"),
            wire.databus_fault("value"),
            wire.databus_dissect("value"),
            wire.databus_decode_all("value"),
            wire.databus_to_json("value"),
        )
        assert set(rows.first()) == {None}


WRONG_OPTIONS = {
    "unknown": ({"verfiy": "none"}, "verfiy"),
    "value": ({"byteOrder": "middle"}, "Accepted: auto, big, little"),
    "number": ({"maxDepth": 0}, "maxDepth"),
}


class TestCalls:
    @pytest.mark.parametrize(("options", "said"), WRONG_OPTIONS.values(), ids=WRONG_OPTIONS)
    def test_wrong_option(self, table, options, said):
        with pytest.raises(AnalysisException) as caught:
            table.select(wire.databus_decode("value", options))
        assert caught.value.getCondition() == "SPARKWIRE_INVALID_OPTION"
        assert caught.value.getSqlState() == "22023"
        assert said in str(caught.value)

    def test_wrong_encoding(self, table):
        with pytest.raises(AnalysisException, match="JSON_PLAIN_VALUE") as caught:
            table.select(wire.databus_to_json("value", "JSON_PLAIN"))
        assert caught.value.getCondition() == "SPARKWIRE_INVALID_OPTION"

    def test_wrong_type(self, table):
        with pytest.raises(AnalysisException, match="BINARY"):
            table.select(wire.databus_decode("id"))

    def test_options_as_python_values(self, table):
        options = {"verify": "none", "maxSize": 1024, "byteOrder": "big"}
        assert table.where("id = 1").select(wire.databus_decode("value", options)).count() == 1
        with pytest.raises(AnalysisException, match="maxSize = 'true'"):
            table.select(wire.databus_decode("value", {"maxSize": True}))

    def test_no_options(self, table):
        table.select(wire.databus_decode("value", {}), wire.databus_decode("value", None))

    @pytest.mark.parametrize("options", ["big", ["big"], {"byteOrder": 1.5}])
    def test_options_of_the_wrong_kind(self, spark, options):
        with pytest.raises(TypeError, match="option"):
            wire.databus_decode("value", options)

    def test_options_in_the_place_of_a_schema(self, spark):
        df = spark.createDataFrame([(b"\x01",)], ["value"])
        typed = wire.msgpack_decode("value", {"verify": "none"})
        assert df.select(typed.alias("v")).schema["v"].dataType.simpleString() == "variant"
        with pytest.raises(AnalysisException, match="'verfiy'"):
            df.select(wire.msgpack_decode("value", {"verfiy": "none"}))
        with pytest.raises(TypeError, match="is not a schema, and options are given as well"):
            wire.msgpack_decode("value", {"verify": "none"}, {"verify": "none"})

    def test_options_as_a_map_of_spark(self, table):
        options = F.create_map(F.lit("byteOrder"), F.lit("big"))
        rows = table.where("id = 1").select(wire.databus_decode("value", options=options).key)
        assert rows.first() == (12345,)

    def test_schemas_as_python_values(self, spark):
        df = spark.createDataFrame([(bytes.fromhex("82a16101a162a178"),)], ["value"])
        asked = T.StructType(
            [
                T.StructField("a", T.LongType()),
                T.StructField(
                    "b c", T.ArrayType(T.StructType([T.StructField("`d", T.DateType())]))
                ),
                T.StructField("m", T.MapType(T.StringType(), T.DecimalType(9, 2))),
            ]
        )
        # The error names DATE, the innermost type, so the whole type has arrived.
        with pytest.raises(AnalysisException, match="no value becomes DATE"):
            df.select(wire.msgpack_decode("value", asked))
        asked = T.StructType([T.StructField("a", T.LongType()), T.StructField("b", T.StringType())])
        assert df.select(wire.msgpack_decode("value", asked).alias("v")).first().v == (1, "x")
        datum = spark.createDataFrame([(b"\x0e",)], ["value"])
        schema = {"type": "record", "name": "r", "fields": [{"name": "n", "type": "int"}]}
        assert datum.select(wire.avro_decode("value", schema).alias("v")).first().v.n == 7
        union = ["null", "int"]
        both = spark.createDataFrame([(b"\x02\x0e",)], ["value"])
        assert both.select(wire.avro_decode("value", union).alias("v")).first().v == 7

    def test_a_layout_as_a_dict(self, spark):
        df = spark.createDataFrame([(b"\x00\x07",)], ["value"])
        fields = [{"name": "n", "type": "int16", "versions": "0+"}]
        layout = {
            "type": "data",
            "name": "M",
            "validVersions": "0",
            "flexibleVersions": "none",
            "fields": fields,
        }
        assert df.select(wire.kafka_decode("value", layout).n).first() == (7,)

    def test_a_column_by_any_name(self, table):
        rows = table.where("id = 1")
        by_name = rows.select(wire.databus_decode("value").key).first()
        by_column = rows.select(wire.databus_decode(rows.value).key).first()
        assert by_name == by_column == (12345,)


def test_missing_jar(spark, monkeypatch):
    monkeypatch.setattr("sparkwire._call._known", set())
    monkeypatch.setattr(type(spark.catalog), "functionExists", lambda *_: False)
    with pytest.raises(sparkwire.SetUpError) as caught:
        wire.databus_decode("value")
    sentence = str(caught.value)
    assert "databus_decode" in sentence
    assert sparkwire.jar_path() in sentence
    assert "sparkwire.register(spark)" in sentence
