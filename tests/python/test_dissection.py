"""The views of notebooks: one message, a comparison of two, and the profile of a column."""

import json
import re

import msgpack
import pytest
from pyspark.sql import functions as F

import sparkwire
from sparkwire.demo import samples
from sparkwire.dissection import dissect_call
from sparkwire.formats import LISTS, Call, formats

from vectors import lines

SAMPLES = dict(samples("databus"))
EVENT = SAMPLES["upsert"]
DAMAGED = SAMPLES["one bit flipped"]
NEEDED = {
    "avro": {"writer": '"int"'},
    "kafka": {"layout": "INT32"},
    "kafka_record": {"topic": "__consumer_offsets", "key": b""},
    "kafka_response": {"api_key": 18, "api_version": 0},
    "layout": {"layout": "{seq: [{id: n, type: u1}]}"},
}


class TestDissect:
    def test_text_and_dict(self):
        found = sparkwire.dissect(EVENT, "databus")
        assert str(found) == found.text
        assert found.text.splitlines()[1].split() == ["0", "00", "version", "int8", "0"]
        said = found.to_dict()
        assert (said["format"], said["size"], said["fault"]) == ("databus", len(EVENT), None)
        assert sum(part["length"] for part in said["parts"]) == len(EVENT)
        assert json.loads(json.dumps(said)) == said
        assert repr(found) == "<databus, 66 bytes, 13 parts>"

    def test_fault(self):
        found = sparkwire.dissect(DAMAGED, "databus", start=100)
        assert found.fault["reason"] == "bad-body-crc"
        assert (found.fault["offset"], found.to_dict()["fault"]["offset"]) == (49, 149)
        assert found.text.splitlines()[-1].split()[0] == "149"

    def test_the_same_by_a_session(self, spark, monkeypatch):
        alone = sparkwire.dissect(DAMAGED, "databus")
        monkeypatch.setattr("sparkwire._jvm.is_available", lambda: False)
        assert sparkwire.dissect(DAMAGED, "databus") == alone

    def test_arguments(self):
        found = sparkwire.dissect(b"\x02\x0e", "avro", writer=["null", "int"])
        assert found.parts[-1]["value"] == "7"
        options = {"byteOrder": "little", "verify": "none"}
        assert sparkwire.dissect(EVENT, "databus", options=options).fault
        with pytest.raises(sparkwire.InvalidCall, match="takes no argument scheme"):
            sparkwire.dissect(b"", "avro", scheme="x")
        with pytest.raises(sparkwire.InvalidCall, match="needs the argument layout"):
            sparkwire.dissect(b"", "kafka")
        with pytest.raises(sparkwire.InvalidCall, match="no format nope; there are: aerospike"):
            sparkwire.dissect(b"", "nope")
        with pytest.raises(sparkwire.InvalidCall, match="SPARKWIRE_INVALID_OPTION"):
            sparkwire.dissect(b"", "databus", options={"verify": "fast"})

    def test_a_map_of_schemas(self, spark):
        value = bytes.fromhex("00000000010e")
        found = sparkwire.dissect(value, "avro", writer={1: '"int"'}, reader='"long"')
        assert (found.parts[-1]["value"], found.fault) == ("7", None)
        df = spark.createDataFrame([(value,), (b"\0",)], ["v"])
        counts = sparkwire.profile(df, "v", "avro", writer={1: '"int"'}, reader='"long"').groups
        assert sorted(str(group["fault"]) for group in counts) == ["None", "truncated-frame"]

    def test_text_is_not_a_message(self):
        with pytest.raises(TypeError, match=r"bytes\.fromhex"):
            sparkwire.dissect("07", "msgpack")

    def test_a_dissection_that_is_too_large(self):
        found = sparkwire.dissect(b"\x92\x01\x01", "msgpack", options={"maxSize": 10})
        assert found.parts[-1]["type"] == "FAULT"
        assert repr(found) == "<msgpack, 3 bytes, 1 parts, too-large at byte 0>"

    def test_value_after_a_key(self):
        # A feature level: frame version, type of the record, version, "a", level 1, no tags.
        value = bytes.fromhex("01 0c 00 02 61 0001 00")
        for key in (b"", b"ignored"):
            said = sparkwire.dissect(value, "kafka_record", topic="__cluster_metadata", key=key)
            found = [(part["path"], part["offset"] - len(key)) for part in said.parts[bool(key) :]]
            assert found[:4] == [
                ("value", 0),
                ("record_type", 1),
                ("version", 2),
                ("value.name", 3),
            ]
            wrong = sparkwire.dissect(
                b"\x01\xff\xff\xff\x0f", "kafka_record", topic="__cluster_metadata", key=key
            )
            assert (wrong.fault["path"], wrong.fault["offset"]) == (
                "value.record_type",
                len(key) + 1,
            )
        short = sparkwire.dissect(b"", "kafka_record", topic="__consumer_offsets", key=b"\x00")
        assert (short.fault["path"], short.fault["offset"]) == ("key.record_type", 0)

    def test_guessed(self):
        assert sparkwire.dissect(EVENT, "auto").format == "databus"

    @pytest.mark.parametrize("name", SAMPLES)
    def test_every_sample_is_guessed(self, name):
        assert sparkwire.guess(SAMPLES[name])[0].format == "databus"

    def test_formats_that_hold_many(self, spark):
        for name in formats():
            needed = NEEDED.get(name, {})
            column = Call.of(name, needed).column(f"{name}_decode", F.lit(b""))
            result = spark.range(0).select(column.alias("v")).schema["v"].dataType
            assert (result.typeName() == "array") == (name in LISTS), name


class TestHtml:
    def test_needs_nothing_else(self):
        html = sparkwire.dissect(DAMAGED, "databus")._repr_html_()
        assert not re.search(r"(src|href)=|https?:|@import|url\(", html)
        assert html.count("<script") == html.count("</script>") == 2
        assert '<span class="bad">bad-body-crc at byte 49 (body_crc)</span>' in html

    def test_data(self):
        html = sparkwire.dissect(DAMAGED, "databus").to_html()
        data = json.loads(re.search(r'type="application/json" id="[^"]*">(.*?)</script>', html)[1])
        assert data["parts"][0] == [0, 1, "version", "int8", "0"]
        assert data["parts"][-1][3:] == ["FAULT", "bad-body-crc"]

    def test_text_cannot_leave_its_place(self):
        value = bytes([0xD9, 40]) + b"</script><script>alert(1)</script>".ljust(40)
        html = sparkwire.dissect(value, "msgpack").to_html()
        assert html.count("</script>") == 2
        assert "<script>alert" not in html

    def test_views_beside_each_other(self):
        found = sparkwire.dissect(EVENT, "databus")
        ids = [re.search(r'id="(sparkwire-[^"]*)"', found.to_html())[1] for _ in range(2)]
        assert ids[0] != ids[1]

    def test_themes(self):
        html = sparkwire.dissect(EVENT, "databus").to_html()
        assert "prefers-color-scheme: dark" in html
        assert "data-jp-theme-light" in html

    def test_large_message(self):
        # A quarter of a million entries; the page creates its elements only when they are visible.
        value = b"\xdd" + (1 << 18).to_bytes(4) + b"\xcd\x01\x00" * (1 << 18)
        found = dissect_call(Call("msgpack", {}, {"maxSize": str(128 << 20)}), value)
        html = found.to_html()
        assert len(found.parts) == (1 << 18) + 1
        assert len(html) < 30 << 20
        assert html.count("<span") < 10


class TestCompare:
    layout = "id INT16, name COMPACT_STRING, tags COMPACT_ARRAY<INT8>"

    def test_pairs(self):
        left, right = bytes.fromhex("000705616263640201"), bytes.fromhex("00070461626303010200")
        found = sparkwire.compare(left, right[:-1], "kafka", layout=self.layout)
        assert [(pair.path, pair.differs) for pair in found.pairs] == [
            ("id", False),
            ("name", True),
            ("tags", True),
            ("tags[0]", False),
            ("tags[1]", True),
        ]
        assert [line[0] for line in found.text.splitlines()] == [" ", " ", "!", "!", " ", "!"]
        assert [one["path"] for one in found.to_dict()["differences"]] == [
            "name",
            "tags",
            "tags[1]",
        ]
        assert found.to_dict()["differences"][2]["left"] is None
        assert found._repr_html_().count("<tr class=differs>") == 3
        assert repr(found) == "<kafka, 3 of 5 parts differ>"

    def test_long_data_that_differs_behind_what_is_shown(self):
        left, right = bytes([0xC4, 200]) + bytes(200), bytes([0xC4, 200]) + bytes(199) + b"\x01"
        assert len(sparkwire.compare(left, right, "msgpack").differences) == 1
        assert sparkwire.compare(left, left, "msgpack").differences == []


class TestProfile:
    def test_events(self, spark):
        rows = [(value,) for value in SAMPLES.values()] + [(None,)]
        found = sparkwire.profile(spark.createDataFrame(rows, "value BINARY"), "value", "databus")
        frame = found.to_pandas()
        assert list(frame.columns)[:4] == ["version", "type", "fault", "count"]
        assert frame["count"].sum() == len(rows)
        assert frame.loc[frame.fault == "bad-body-crc", "smallest"].tolist() == [71]
        assert found.sizes == {32: (1, 0), 64: (5, 1), 128: (1, 0)}
        html = found._repr_html_()
        assert "9 values, 1 malformed" in html
        assert "<svg" in html
        assert repr(found).startswith("<databus, 9 values in ")

    def test_variants(self, spark):
        person = dict(samples("ignite"))["person"]
        df = spark.createDataFrame([(person,), (person,), (b"\x03\x07\x00\x00\x00",)], ["v"])
        types = {g["type"]: g["count"] for g in sparkwire.profile(df, "v", "ignite").groups}
        assert sorted(types.values()) == [1, 2]

    def test_lists(self, spark):
        batch = lines("kafka", "records")[0].bytes
        found = sparkwire.profile(spark.createDataFrame([(batch,)], ["v"]), "v", "kafka_records")
        assert [(g["version"], g["type"], g["fault"]) for g in found.groups] == [
            ("2", "none", None)
        ]

    def test_arguments_that_are_columns(self, spark):
        key = bytes.fromhex("0001000267310001740000000a")
        rows = [("__consumer_offsets", key, None), ("__consumer_offsets", b"", b"")]
        df = spark.createDataFrame(rows, "topic STRING, key BINARY, value BINARY")
        found = sparkwire.profile(
            df, "value", "kafka_record", topic="__consumer_offsets", key=df.key
        )
        assert [(g["type"], g["fault"]) for g in found.groups] == [
            (None, "truncated"),
            ("OffsetCommit", None),
        ]

    def test_messages_end_to_end(self, spark):
        packed = [msgpack.packb({"id": n}) for n in range(20)]
        rows = [(b"".join(packed),), (packed[0] + b"\xc1",), (packed[0],), (None,)]
        df = spark.createDataFrame(rows, "value BINARY")
        found = sparkwire.profile(df, "value", "msgpack")
        assert found.note == (
            "2 of 3 values hold several messages (trailing-bytes); below are the messages that"
            " msgpack_decode_all finds."
        )
        counts = {(group["fault"], group["count"]) for group in found.groups}
        assert counts == {(None, 22), ("reserved-byte-c1", 1)}
        assert str(found).startswith(found.note)
        assert found.note in found._repr_html_()

    def test_a_few_values_of_several_messages_do_not_decide(self, spark):
        packed = [msgpack.packb({"id": n}) for n in range(20)]
        rows = [(value,) for value in packed] + [(packed[0] + packed[1],)]
        found = sparkwire.profile(spark.createDataFrame(rows, "value BINARY"), "value", "msgpack")
        assert found.note == (
            "1 of 21 values have bytes after their message (trailing-bytes); msgpack_decode_all"
            " reads messages end to end."
        )
        counts = {(group["type"], group["fault"], group["count"]) for group in found.groups}
        assert counts == {("OBJECT", None, 20), (None, "trailing-bytes", 1)}
        assert "21 values, 1 malformed" in found._repr_html_()

    def test_single_messages(self, spark):
        df = spark.createDataFrame([(EVENT,)], "value BINARY")
        assert sparkwire.profile(df, "value", "databus").note == ""

    def test_pages(self, spark):
        df = spark.createDataFrame([(EVENT,)], "value BINARY")
        for found in (
            sparkwire.profile(df, "value", "databus"),
            sparkwire.compare(EVENT, EVENT, "databus"),
        ):
            assert found.to_page().startswith("<!doctype html>")
            assert found._repr_html_()[:40] in found.to_page()
