-- Types of one's own, a tag that is known and one that is not.
SELECT kafka_decode(v, 'topic COMPACT_STRING, ids COMPACT_ARRAY<INT32>, TAGGED_FIELDS(0 rack COMPACT_NULLABLE_STRING)') AS value
FROM VALUES (X'066161616161030000000100000002010003036162'), (X'02610101070178'), (X'02610100') AS t(v);

-- One type is the bare value.
SELECT kafka_decode(X'8001', 'UNSIGNED_VARINT') AS unsigned, kafka_decode(X'03', 'VARINT') AS signed, kafka_decode(X'00', 'COMPACT_NULLABLE_STRING') AS nothing,
  kafka_decode(X'00112233445566778899aabbccddeeff', 'uuid') AS id;

-- A message by its name, at a version and with its version in front.
SELECT kafka_decode(X'0000018bf02b064f00067261636b2d620000018bd56cba63', 'OffsetCommitValue', 0) AS given,
  kafka_decode(X'00000000018bf02b064f00067261636b2d620000018bd56cba63', 'OffsetCommitValue', map('versionPrefix', 'true')) AS prefixed;

-- A definition in Kafka's JSON form; what a version does not have.
SELECT version, kafka_decode(X'00000007', '{"name": "Mine", "type": "data", "validVersions": "0-1", "flexibleVersions": "none", "fields": [
  {"name": "id", "type": "int32", "versions": "0+"}]}', version) AS value
FROM VALUES (0), (1), (CAST(NULL AS INT)) AS t(version) ORDER BY version;

-- Records of the internal topics: values, a tombstone, an unknown type, another topic, one that is cut.
SELECT topic, try_kafka_record_decode(topic, k, v) AS record, kafka_record_fault(topic, k, v).reason AS reason FROM VALUES
  ('__consumer_offsets', X'0001000d504c41494e544558542d3535370005612d3634390015878b', X'00000000018bf02b064f00067261636b2d620000018bd56cba63'),
  ('__transaction_state', X'00000010757365725f70726f66696c652d363435', X'00000000018be1bb8b820522000fb1fb14000000010010757365725f70726f66696c652d363236000000000000018bdbb84aae0000018c07aac248'),
  ('__consumer_offsets', X'0001000d504c41494e544558542d3535370005612d3634390015878b', NULL),
  ('__cluster_metadata', NULL, X'0100030000000000000000000000000000000000000000000000000000000000010101000000'),
  ('__cluster_metadata', NULL, X'010100001bc4160000018bd336321800'),
  ('__consumer_offsets', X'7fff', X'00'),
  ('orders', X'00', X'00'),
  ('__consumer_offsets', X'0001000d504c41494e544558542d3535370005612d3634390015878b', X'00000000018bf02b064f00067261636b2d620000018bd56cba')
AS t(topic, k, v);

-- Record batches.
SELECT inline(kafka_records_decode(X'000000000000000000000055ffffffff021aa96ffe0000000000020000018bcfe568000000018bcfe56809ffffffffffffffffffffffffffff0000000314000000046b31047631001e000a02011276616c75652074776f0010001204046b330100'));

SELECT record.offset, record.key, record.value, record.headers FROM (SELECT inline(kafka_records_decode(X'000000000000000000000063ffffffff0274f3b63b0000000000010000018bcfe568000000018bcfe56800ffffffffffffffffffffffffffff000000023c00000002610262060a74726163650401020a656d70747900086e6f6e65012400c7010200000210c5bcc3b3c582c4870278')));

SELECT kafka_records_fault(X'000000000000000000000055ffffffff021aa96ffe0000000000020000018bcfe568000000018bcfe56809ffffffffffffffffffffffffffff0000000314000000046b31047631001e000a02011276616c75652074776f0010001204046b3301').reason AS cut, size(kafka_records_decode(X'000000000000000000000055ffffffff021aa96ffe0000000000020000018bcfe568000000018bcfe56809ffffffffffffffffffffffffffff0000000314000000046b31047631001e000a02011276616c75652074776f0010001204046b330100000000000000000000000055ffffffff021aa96ffe0000000000020000018bcfe568000000018bcfe56809ffffffffffffffffffffffffffff0000000314000000046b31047631001e000a02011276616c75652074776f0010001204046b3301', map('tail', 'drop'))) AS dropped,
  kafka_records_fault(X'000000000000000000000055ffffffff021aa96ffe0000000000020000018bcfe568000000018bcfe56809ffffffffffffffffffffffffffff0000000314000000046b31047631001e000a02011276616c75652074776f0010001204046b330101').reason AS changed;

-- A request and a response, with their sizes in front.
SELECT kafka_request_decode(X'0000001b00120000000000010011636f6e73756d65722d6f72646572732d31', map('sizePrefix', 'true')) AS request;

SELECT kafka_response_decode(X'0000001c00000001004f00000003086c0981099f0a2f00f00ada093b05ac078d', 18, 0, map('sizePrefix', 'true')) AS response;

-- Tags alone.
SELECT kafka_tags_decode(v) AS tags FROM VALUES (X'00'), (X'0200016105026263') AS t(v);

SELECT hex(v) AS bytes, kafka_tags_fault(v).reason AS reason FROM VALUES (X''), (X'0205016100026263'), (X'01000261') AS t(v);

-- Malformed bytes, and what is behind them.
SELECT hex(v) AS bytes, try_kafka_decode(v, 'a INT32, b STRING') AS value, kafka_fault(v, 'a INT32, b STRING').reason AS reason FROM VALUES
  (X''), (X'00000001000161'), (X'00000001000261'), (X'0000000100016100'), (X'00000001ffff')
AS t(v);

SELECT inline(kafka_dissect(X'00000001000161', 'a INT32, b STRING'));

-- NULL in, NULL out.
SELECT kafka_decode(NULL, 'INT32') AS value, kafka_records_decode(NULL) AS records, kafka_record_decode(NULL, X'00', X'00') AS record;

-- Bad arguments.
SELECT kafka_decode(X'00', 'OffsetCommitValue', 99);

-- A negative constant that is no api.
SELECT kafka_response_fault(v, -1S, 0S).reason AS reason FROM VALUES (X'00000001'), (X'00') AS t(v);

-- Writing: values in Kafka's types, a message in two of its versions, and a section of tagged fields.
SELECT hex(kafka_encode(named_struct('b', 'x', 'a', 1), 'a INT32, b COMPACT_STRING')) AS types, hex(kafka_encode(300, 'UNSIGNED_VARINT')) AS varint,
  hex(kafka_encode(named_struct('offset', 7L, 'metadata', 'm'), 'OffsetCommitValue', 1)) AS version_1,
  hex(kafka_encode(named_struct('offset', 7L, 'metadata', 'm'), 'OffsetCommitValue', 3)) AS version_3,
  hex(kafka_tags_encode(array(named_struct('tag', 1L, 'data', X'0A')))) AS tags;

SELECT kafka_encode_fault(named_struct('a', 1L << 40), 'a INT32') AS range, try_kafka_encode(named_struct('a', NULL), 'a STRING') AS missing;

SELECT kafka_encode(named_struct('offsets', 1), 'OffsetCommitValue');

-- Writing whole requests, responses, records of internal topics and record batches.
SELECT hex(kafka_request_encode(kafka_request_decode(X'00120000000000010000'))) AS request,
  hex(kafka_response_encode(parse_json('{"correlation_id": 7, "body": {"errorCode": 0, "apiKeys": []}}'), 18, 0)) AS response,
  to_json(kafka_record_decode('__consumer_offsets', r.key, r.value)) AS record
FROM (SELECT kafka_record_encode(parse_json('{"record_type": 1, "key": {"group": "g", "topic": "t", "partition": 1}, "version": 3, "value": {"offset": 5, "leaderEpoch": -1, "metadata": "", "commitTimestamp": 1700000000000}}'), '__consumer_offsets') AS r);

SELECT size(batches) AS records, batches[0].record.offset AS first, string(batches[1].record.value) AS second
FROM (SELECT kafka_records_decode(kafka_records_agg(named_struct('value', binary(v), 'timestamp_ms', 1700000000000L)) WITHIN GROUP (ORDER BY v)) AS batches
FROM VALUES ('b'), ('a'), (NULL) AS t(v));

-- What Kafka cannot hold.
SELECT kafka_request_encode_fault(named_struct('api_key', 18)) AS version, kafka_response_encode_fault(named_struct('api_key', 9999, 'api_version', 0)) AS api,
  kafka_record_encode_fault(named_struct('record_type', 99), '__consumer_offsets') AS record,
  kafka_response_encode_fault(parse_json('{"correlation_id": 7, "body": {"error_code": 0}}'), 18, 0) AS field,
  try_kafka_request_encode(named_struct('api_key', 18)) AS attempt;

SELECT kafka_request_encode(named_struct('api_key', 18));

SELECT kafka_records_agg(named_struct('valu', X'61'));

SELECT kafka_response_encode(named_struct('api_key', 18), 18);

SELECT kafka_record_encode(named_struct('record_type', 1), 'mine');
