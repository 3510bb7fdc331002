"""The Kafka functions beyond the vectors: arguments, options and result types."""

import json

import pytest
from pyspark.errors import AnalysisException

import sparkwire

COMMIT_3 = "X'0000000000000064ffffffff00000000018bcfe568ab'"
COMMIT_KEY = "X'0001000267310001740000000a'"
NESTED = json.dumps(
    {
        "name": "Nested",
        "validVersions": "0-2",
        "flexibleVersions": "2+",
        "fields": [
            {"name": "Id", "type": "int32", "versions": "0+"},
            {"name": "later", "type": "string", "versions": "1+", "default": "none"},
            {"name": "never", "type": "int8", "versions": "7+"},
            {"name": "tag", "type": "int8", "versions": "2+", "taggedVersions": "2+", "tag": 0},
        ],
    }
)
TAGS = "ARRAY<STRUCT<path: STRING, tag: BIGINT, data: BINARY>>"


@pytest.fixture
def one(spark):
    """Return a function that evaluates one SQL expression."""

    def ask(expression, **given):
        return spark.sql(f"SELECT {expression} AS value", args=given or None).first().value

    return ask


@pytest.fixture
def type_of(spark):
    return lambda expression: spark.sql(f"SELECT {expression} AS value").schema[0].dataType


def refused(one, condition, said, expression):
    with pytest.raises(AnalysisException) as caught:
        one(expression)
    assert caught.value.getCondition() == condition
    assert said in str(caught.value)


def fault(one, expression):
    found = one(expression)
    return None if found is None else (found.reason, found.offset, found.path)


class TestLayouts:
    @pytest.mark.parametrize(
        ("layout", "type"),
        [
            ("boolean", "BOOLEAN"),
            ("INT8", "TINYINT"),
            ("INT16", "SMALLINT"),
            ("UINT16", "INT"),
            ("INT32", "INT"),
            ("UINT32", "BIGINT"),
            ("INT64", "BIGINT"),
            ("FLOAT64", "DOUBLE"),
            ("UUID", "STRING"),
            ("VARINT", "INT"),
            ("VARLONG", "BIGINT"),
            ("UNSIGNED_VARINT", "BIGINT"),
            ("UNSIGNED_VARLONG", "DECIMAL(20,0)"),
            ("COMPACT_NULLABLE_STRING", "STRING"),
            ("RECORDS", "BINARY"),
            ("COMPACT_ARRAY<INT8>", "ARRAY<TINYINT>"),
            ("STRUCT<a INT8>", "STRUCT<a: TINYINT>"),
            ("a INT8", f"STRUCT<a: TINYINT, _unknown_tags: {TAGS}>"),
            (
                "a INT8, b STRUCT<c INT8, TAGGED_FIELDS(7 d STRING)>, TAGGED_FIELDS(0 e INT8)",
                "STRUCT<a: TINYINT, b: STRUCT<c: TINYINT, d: STRING>, e: TINYINT, "
                f"_unknown_tags: {TAGS}>",
            ),
        ],
    )
    def test_types(self, type_of, layout, type):
        found = type_of(f"kafka_decode(X'00', '{layout}')").simpleString()
        assert found.lower() == type.lower().replace(": ", ":").replace(", ", ",")

    def test_message_has_fields_of_all_versions(self, type_of):
        found = type_of(f"kafka_decode(X'00', '{NESTED}')")
        assert found.names == ["id", "later", "tag", "_unknown_tags"]
        prefixed = type_of(f"kafka_decode(X'00', '{NESTED}', map('versionPrefix', 'true'))")
        assert prefixed.names == ["id", "later", "tag", "_version", "_unknown_tags"]

        def all_nullable(type):
            fields = getattr(type, "fields", [])
            element = getattr(type, "elementType", None)
            return all(f.nullable and all_nullable(f.dataType) for f in fields) and (
                element is None or (type.containsNull and all_nullable(element))
            )

        assert all_nullable(found)

    def test_not_constant(self, spark):
        with pytest.raises(AnalysisException, match="SPARKWIRE_INVALID_SCHEMA"):
            spark.sql("SELECT kafka_decode(X'00', layout) FROM VALUES ('INT8') AS t(layout)")

    def test_struct_within_itself(self, one):
        layout = json.dumps(
            {
                "name": "M",
                "validVersions": "0",
                "fields": [{"name": "a", "type": "A", "versions": "0"}],
                "commonStructs": [
                    {
                        "name": "A",
                        "versions": "0",
                        "fields": [{"name": "a", "type": "[]A", "versions": "0"}],
                    }
                ],
            }
        )
        refused(one, "SPARKWIRE_INVALID_SCHEMA", "itself", f"kafka_decode(X'00', '{layout}')")

    def test_removed_message(self, one):
        gone = '{"name": "Gone", "type": "request", "apiKey": 4, "validVersions": "none"}'
        refused(one, "SPARKWIRE_INVALID_SCHEMA", "removed", f"kafka_decode(X'00', '{gone}')")

    def test_api_that_kafka_4_removed(self, one):
        stop = one("kafka_decode(X'00000007000000020000000000', 'StopReplicaRequest', 0)")
        assert (stop.controllerId, stop.controllerEpoch, stop.deletePartitions) == (7, 2, False)
        known = "filter(kafka_layouts(), one -> one.name = 'StopReplicaRequest')[0].releases"
        assert one(known) == [("3.9.1", "0-4")]

    def test_bytes_left_over(self, one):
        for layout in ("INT8", "a INT8", NESTED.replace("0-2", "0")):
            found = one(f"kafka_fault(X'0000000102', '{layout}').reason")
            assert found == "trailing-bytes"
        assert one("kafka_fault(X'01020304', 'INT8').offset") == 1


class TestVersions:
    def test_newest_unless_given(self, one):
        value = "X'00000007026101000109'"
        assert one(f"kafka_decode({value}, '{NESTED}').tag") == 9
        assert one(f"kafka_decode(X'00000007', '{NESTED}', 0).later") is None
        assert one(f"kafka_decode(X'00000007', '{NESTED}', 0).tag") is None
        assert one(f"kafka_decode(X'000000070261 00', '{NESTED}').tag".replace(" ", "")) == 0

    def test_of_each_row(self, spark):
        rows = spark.sql(
            f"SELECT version, kafka_decode(value, '{NESTED}', version) AS d, "
            f"kafka_fault(value, '{NESTED}', version) AS f FROM VALUES "
            "(X'00000001', 0), (X'00000002000161', 1), (X'0000000302620000', 9), "
            "(X'0000000402620000', NULL) AS t(value, version) WHERE version < 9 OR version IS NULL"
        ).collect()
        decoded = [None if row.d is None else (row.d.id, row.d.later, row.d.tag) for row in rows]
        assert decoded == [(1, None, None), (2, "a", None), None]
        assert [row.f for row in rows] == [None, None, None]

    def test_out_of_range(self, one, spark):
        table = "FROM VALUES (X'00000001', 3), (X'00000001', -1) AS t(value, version)"
        rows = spark.sql(
            f"SELECT try_kafka_decode(value, '{NESTED}', version) AS d, "
            f"kafka_fault(value, '{NESTED}', version) AS f {table}"
        ).collect()
        assert [(row.d, row.f.reason) for row in rows] == [(None, "unsupported-version")] * 2
        for version in (-1, 3):
            expression = f"kafka_decode(X'00', '{NESTED}', {version})"
            refused(one, "SPARKWIRE_INVALID_OPTION", "0-2", expression)

    def test_of_types(self, one):
        refused(one, "SPARKWIRE_INVALID_OPTION", "version", "kafka_decode(X'00', 'INT8', 0)")

    def test_named_arguments(self, one):
        assert one(f"kafka_decode(X'00000007', layout => '{NESTED}', version => 0).id") == 7
        found = one(
            f"kafka_decode(X'00000007', '{NESTED}', version => 0, "
            "options => map('absent', 'default')).later"
        )
        assert found == "none"


class TestOptions:
    @pytest.mark.parametrize(
        ("expression", "said"),
        [
            ("kafka_decode(X'00', 'INT8', map('absent', 'zero'))", "null, default"),
            ("kafka_decode(X'00', 'INT8', map('lenient', 'true'))", "lenient"),
            ("kafka_decode(X'00', 'INT8', map('sizePrefix', 'true'))", "sizePrefix"),
            ("kafka_decode(X'00', 'INT8', map('versionPrefix', 'true'))", "versionPrefix"),
            (
                "kafka_decode(X'00', 'OffsetCommitKey', map('tagHeader', 'interleaved'))",
                "tagHeader",
            ),
            (
                "kafka_decode(X'00', 'OffsetCommitKey', 0, map('versionPrefix', 'true'))",
                "versionPrefix",
            ),
            ("kafka_records_decode(X'00', map('tail', 'keep'))", "fail, drop"),
            ("kafka_tags_decode(X'00', map('tagHeader', 'both'))", "standard, interleaved"),
            ("kafka_request_decode(X'00', map('sizePrefix', '4'))", "false, true"),
            ("kafka_record_decode('t', X'00', X'00', map('tail', 'drop'))", "tail"),
        ],
    )
    def test_refused(self, one, expression, said):
        refused(one, "SPARKWIRE_INVALID_OPTION", said, expression)

    def test_absent(self, one):
        decoded = one(f"kafka_decode(X'00000007', '{NESTED}', 0, map('absent', 'default'))")
        assert (decoded.id, decoded.later, decoded.tag) == (7, "none", 0)

    def test_interleaved(self, one):
        # X'32' holds tag 5 (101) and size 4 (100) with their bits interleaved.
        assert (
            one("kafka_tags_decode(X'013261626364', map('tagHeader', 'interleaved'))[0].tag") == 5
        )
        found = one(
            "kafka_decode(X'013261626364', 'TAGGED_FIELDS(5 a INT32)', "
            "map('tagHeader', 'interleaved')).a"
        )
        assert found == 0x61626364

    def test_version_prefix(self, one):
        prefix = "map('versionPrefix', 'true')"
        decoded = one(f"kafka_decode(X'000100000007000161', '{NESTED}', {prefix})")
        assert (decoded.later, decoded._version) == ("a", 1)
        for version in ("0003", "ffff"):
            expression = f"kafka_fault(X'{version}00000007000161', '{NESTED}', {prefix})"
            assert fault(one, expression) == ("unsupported-version", 0, "_version")

    @pytest.mark.parametrize(
        ("layout", "body"),
        [
            ("ConsumerProtocolSubscription", "000000010001740000000000000000ffffffffffff"),
            ("ConsumerProtocolAssignment", "0000000100017400000001000000070000000161"),
        ],
    )
    def test_newer_consumers(self, one, layout, body):
        prefix = "map('versionPrefix', 'true')"
        value = f"X'0063{body}0102030405'"
        assert one(f"kafka_decode({value}, '{layout}', {prefix})._version") == 99
        assert one(f"kafka_fault({value}, '{layout}', {prefix})") is None
        parts = one(f"kafka_dissect({value}, '{layout}', {prefix})")
        assert (parts[-1].type, parts[-1].length) == ("gap", 5)
        # A value of a known version may not have trailing bytes.
        known = value.replace("0063", "0003")
        expression = f"kafka_fault({known}, '{layout}', {prefix}).reason"
        assert one(expression) == "trailing-bytes"
        refused_version = value.replace("0063", "ffff")
        expression = f"kafka_fault({refused_version}, '{layout}', {prefix}).reason"
        assert one(expression) == "unsupported-version"

    def test_max_size_and_depth(self, one):
        deep = "kafka_fault(X'000000010000000107', 'ARRAY<ARRAY<INT8>>', map('maxDepth', '1'))"
        assert fault(one, deep) == ("nesting-too-deep", 4, "[0]")
        large = "kafka_fault(X'000000040000000000000000', 'ARRAY<INT16>', map('maxSize', '16'))"
        assert one(f"{large}.reason") == "too-large"
        assert "maxSize = 16, whose maximum is 134217728" in one(f"{large}.message")


class TestOlderBrokers:
    def test_an_older_broker_answers_at_version_0(self, one):
        response = "X'00000009002300000000', 18, 3"
        found = one(f"kafka_response_decode({response})")
        assert (found.correlation_id, found.api_version) == (9, 0)
        assert found.body.toPython() == {"errorCode": 35, "apiKeys": []}
        assert one(f"kafka_response_fault({response})") is None
        message = "kafka_decode(X'002300000000', 'ApiVersionsResponse', 3)"
        assert one(f"{message}.errorCode") == 35


class TestRecords:
    def test_what_is_null(self, one):
        for topic, key, value in [
            ("NULL", COMMIT_KEY, COMMIT_3),
            ("'__consumer_offsets'", "NULL", COMMIT_3),
            ("'__cluster_metadata'", COMMIT_KEY, "NULL"),
        ]:
            assert one(f"kafka_record_decode({topic}, {key}, {value})") is None
            assert one(f"kafka_record_fault({topic}, {key}, {value})") is None

    def test_tombstone(self, one):
        found = one(f"kafka_record_decode('__consumer_offsets', {COMMIT_KEY}, NULL)")
        said = (found.record, found.record_type, found.version, found.tombstone, found.value)
        assert said == ("OffsetCommit", 1, None, True, None)
        assert found.key.toPython() == {"group": "g1", "topic": "t", "partition": 10}

    def test_empty_value_is_no_tombstone(self, one):
        found = fault(one, f"kafka_record_fault('__consumer_offsets', {COMMIT_KEY}, X'')")
        assert found == ("truncated", 0, "value.version")

    @pytest.mark.parametrize("type", ["7fff", "ffff", "00ff"])
    def test_unknown_types_are_passed_over(self, one, type):
        value = f"kafka_record_decode('__consumer_offsets', X'{type}aabb', X'00')"
        found = one(value)
        assert found.record_type == int.from_bytes(bytes.fromhex(type), "big", signed=True)
        assert (found.record, found.version, found.key, found.value) == (None,) * 4
        assert one(value.replace("_decode", "_fault")) is None

    def test_unknown_versions_are_passed_over(self, one):
        # A change of a broker's registration, as a Kafka newer than 4.4 may write it.
        value = "'__cluster_metadata', NULL, X'01110400000001000000000000001201030101'"
        found = one(f"kafka_record_decode({value})")
        said = (found.record, found.record_type, found.version, found.value, found.tombstone)
        assert said == ("BrokerRegistrationChangeRecord", 17, 4, None, False)
        assert one(f"try_kafka_record_decode({value}).version") == 4
        found = fault(one, f"kafka_record_fault({value})")
        assert found == ("unsupported-version", 2, "value.version")
        assert one(f"element_at(kafka_record_dissect({value}), -1).type") == "FAULT"

    def test_faults_are_in_the_key_or_the_value(self, one):
        key = COMMIT_KEY.replace("'", "").removeprefix("X")
        found = fault(one, f"kafka_record_fault('__consumer_offsets', X'{key}00', {COMMIT_3})")
        assert found == ("trailing-bytes", 13, "key")

    @pytest.mark.parametrize("field", ["version", "record", "tombstone", "value"])
    def test_a_value_too_large_is_refused_whatever_is_asked_for(self, spark, field):
        rows = spark.createDataFrame([(bytes(4), bytes(37))], "k BINARY, v BINARY")
        call = "try_kafka_record_decode('__transaction_state', k, v, map('maxSize', '130'))"
        assert rows.selectExpr(f"{call}.{field}").first() == (None,)

    def test_metadata(self, one):
        value = "kafka_record_decode('__cluster_metadata', NULL, X'{}')"
        # A record that fences broker 5 in epoch 7.
        found = one(value.format("01070000000005000000000000000700"))
        assert (found.record, found.record_type, found.version) == ("FenceBrokerRecord", 7, 0)
        assert found.value.toPython() == {"id": 5, "epoch": 7}
        assert (found.key, found.tombstone) == (None, False)
        unknown = one(value.format("01ff0f00aabb"))
        assert (unknown.record, unknown.record_type) == (None, 2047)
        faults = {"0207": "bad-frame-version", "01808002": "unknown-record-type"}
        for head, reason in faults.items():
            why = value.format(head + "00").replace("_decode", "_fault")
            assert one(f"{why}.reason") == reason

    def test_dissection_is_of_both(self, one):
        parts = one(f"kafka_record_dissect('__consumer_offsets', {COMMIT_KEY}, {COMMIT_3})")
        key = [part for part in parts if part.path.startswith(("key", "record_type"))]
        value = parts[len(key) :]
        assert parts[: len(key)] == key
        assert sum(part.length for part in key) == 13
        assert sum(part.length for part in value) == 22
        assert (key[0].offset, value[0].offset) == (0, 0)
        assert {part.path.split(".")[0] for part in value} == {"version", "value"}

    def test_unknown_tags_are_there_if_any(self, one):
        value = "kafka_record_decode('__cluster_metadata', NULL, X'{}').value"
        tagged = one(value.format("0107000000000500000000000000070163 0161".replace(" ", "")))
        assert tagged.toPython() == {
            "id": 5,
            "epoch": 7,
            "_unknown_tags": [{"path": "", "tag": 99, "data": b"a"}],
        }


class TestFrames:
    def test_request(self, one):
        found = one("kafka_request_decode(X'00120000000000010000')")
        assert (found.api, found.api_key, found.api_version) == ("ApiVersions", 18, 0)
        assert (found.correlation_id, found.client_id) == (1, "")
        assert found.body.toPython() == {}
        assert one("kafka_request_decode(X'0012000000000001ffff').client_id") is None

    def test_size(self, one):
        option = "map('sizePrefix', 'true')"
        frame = "00120000000000010000"
        assert one(f"kafka_request_decode(X'0000000a{frame}', {option}).api_key") == 18
        for size, more, said in [
            ("0000000b", "", "length-past-end"),
            ("00000009", "", "truncated"),
            ("0000000a", "00", "trailing-bytes"),
            ("0000000b", "00", "trailing-bytes"),
            ("ffffffff", "", "negative-length"),
        ]:
            why = f"kafka_request_fault(X'{size}{frame}{more}', {option}).reason"
            assert one(why) == said, (size, more)

    def test_unknown_api(self, one):
        found = fault(one, "kafka_request_fault(X'03e70000000000010000')")
        assert found == ("unknown-api-key", 0, "api_key")
        assert one("kafka_response_fault(X'00000001', 999, 0).reason") == "unknown-api-key"
        assert one("kafka_response_fault(X'00000001', 18, 99).reason") == "unsupported-version"
        assert one("kafka_response_decode(X'00000001', NULL, 0)") is None
        assert one("kafka_response_decode(X'00000001', 18, NULL)") is None

    def test_response_of_api_versions_has_no_tags_in_its_header(self, one):
        found = one("kafka_response_decode(X'000000070000010000000000', 18, 3)")
        assert (found.correlation_id, found.client_id) == (7, None)
        assert found.body.toPython()["apiKeys"] == []

    def test_tags_of_a_header_are_checked_and_not_kept(self, one):
        # Heartbeat, version 4, which is flexible: a header with a tag, then the body.
        header = "000c0004000000010001 61".replace(" ", "")
        body = "0267 00000001 026d 00 00".replace(" ", "")
        found = one(f"kafka_request_decode(X'{header}01630161{body}')")
        assert found.body.toPython()["groupId"] == "g"
        assert "_unknown_tags" not in found.body.toPython()
        twice = f"kafka_request_fault(X'{header}0263006300{body}').reason"
        assert one(twice) == "duplicate-tag"


def test_records_have_one_row_each(type_of):
    found = type_of("kafka_records_decode(X'00')").elementType
    assert found.names == [
        "base_offset",
        "magic",
        "codec",
        "partition_leader_epoch",
        "producer_id",
        "producer_epoch",
        "transactional",
        "control",
        "record",
    ]
    assert found["record"].dataType.simpleString() == (
        "struct<offset:bigint,timestamp:timestamp,timestamp_ms:bigint,sequence:int,key:binary,"
        "value:binary,headers:array<struct<key:string,value:binary>>>"
    )


def test_message_of_an_error(spark):
    with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
        spark.sql("SELECT kafka_decode(X'0002673100', 'OffsetCommitKey')").collect()
    assert "Use try_kafka_decode to get NULL instead, kafka_fault to see why." in str(caught.value)
    found = sparkwire.malformed(caught.value)
    assert (found.format, found.reason, found.offset, found.path) == (
        "kafka",
        "truncated",
        4,
        "topic",
    )
