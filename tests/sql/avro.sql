-- Data beside their schemas.
CREATE OR REPLACE TEMPORARY VIEW data AS SELECT * FROM VALUES
  ('int', '"int"', X'01'),
  ('long as double in an array', '{"type":"array","items":"double"}', X'02000000000000f83f00'),
  ('map', '{"type":"map","values":"int"}', X'02026b0200'),
  ('enum', '{"type":"enum","name":"E","symbols":["A","B"]}', X'02'),
  ('fixed', '{"type":"fixed","name":"F","size":2}', X'0102'),
  ('date', '{"type":"int","logicalType":"date"}', X'f0a802'),
  ('far date', '{"type":"int","logicalType":"date"}', X'feffffff0f'),
  ('timestamp-millis', '{"type":"long","logicalType":"timestamp-millis"}', X'01'),
  ('timestamp-micros', '{"type":"long","logicalType":"timestamp-micros"}', X'01'),
  ('timestamp-nanos', '{"type":"long","logicalType":"timestamp-nanos"}', X'01'),
  ('local-timestamp-millis', '{"type":"long","logicalType":"local-timestamp-millis"}', X'02'),
  ('local-timestamp-nanos', '{"type":"long","logicalType":"local-timestamp-nanos"}', X'd10f'),
  ('time-millis', '{"type":"int","logicalType":"time-millis"}', X'02'),
  ('time-micros', '{"type":"long","logicalType":"time-micros"}', X'02'),
  ('decimal', '{"type":"bytes","logicalType":"decimal","precision":5,"scale":2}', X'04ff38'),
  ('uuid', '{"type":"string","logicalType":"uuid"}', X'4830303131323233332d343435352d363637372d383839392d616162626363646465656666'),
  ('duration', '{"type":"fixed","name":"D","size":12,"logicalType":"duration"}', X'010000000200000003000000'),
  ('unknown logical type', '{"type":"int","logicalType":"nosuch"}', X'0a'),
  ('misplaced logical type', '{"type":"string","logicalType":"date"}', X'0278'),
  ('union', '["null","int","string"]', X'040278'),
  ('null of a union', '["null","int"]', X'00'),
  ('record', '{"type":"record","name":"R","fields":[{"name":"b","type":"int"},{"name":"a","type":"bytes"}]}', X'0202ff')
AS t(name, schema, v);

-- As VARIANT, by the schema in the row.
SELECT name, to_json(x) AS json, schema_of_variant(x) AS type FROM (SELECT name, avro_variant(v, schema) AS x FROM data) ORDER BY name;

-- Typed: date.
SELECT avro_decode(X'f0a802', '{"type":"int","logicalType":"date"}') AS value;

-- Typed: timestamp-millis.
SELECT avro_decode(X'01', '{"type":"long","logicalType":"timestamp-millis"}') AS value;

-- Typed: timestamp-nanos.
SELECT avro_decode(X'01', '{"type":"long","logicalType":"timestamp-nanos"}') AS value;

-- Typed: local-timestamp-nanos.
SELECT avro_decode(X'd10f', '{"type":"long","logicalType":"local-timestamp-nanos"}') AS value;

-- Typed: time-millis.
SELECT avro_decode(X'02', '{"type":"int","logicalType":"time-millis"}') AS value;

-- Typed: decimal.
SELECT avro_decode(X'04ff38', '{"type":"bytes","logicalType":"decimal","precision":5,"scale":2}') AS value;

-- Typed: uuid.
SELECT avro_decode(X'4830303131323233332d343435352d363637372d383839392d616162626363646465656666', '{"type":"string","logicalType":"uuid"}') AS value;

-- Typed: duration.
SELECT avro_decode(X'010000000200000003000000', '{"type":"fixed","name":"D","size":12,"logicalType":"duration"}') AS value;

-- Typed: union.
SELECT avro_decode(X'040278', '["null","int","string"]') AS value;

-- Typed: record.
SELECT avro_decode(X'0202ff', '{"type":"record","name":"R","fields":[{"name":"b","type":"int"},{"name":"a","type":"bytes"}]}') AS value;

-- A schema that contains itself is fine as VARIANT.
SELECT to_json(avro_variant(X'02020400', '{"type":"record","name":"N","fields":[{"name":"v","type":"int"},{"name":"next","type":["null","N"]}]}')) AS list;

-- But is not a type.
SELECT avro_decode(X'00', '{"type":"record","name":"N","fields":[{"name":"v","type":"int"},{"name":"next","type":["null","N"]}]}');

-- A text that is not a schema: of a row, it is a fault of that row; a constant is refused.
SELECT avro_variant_fault(X'00', 'nosuch').reason AS reason, try_avro_variant(X'00', 'nosuch') IS NULL AS try,
  avro_variant(X'00', CAST(NULL AS STRING)) IS NULL AS no_schema;

-- Refused.
SELECT avro_decode(X'00', 'nosuch');

-- A schema that is not constant.
SELECT avro_decode(v, schema) FROM data;

-- Bytes behind the value are refused, unless that is asked for; missing ones are missed.
SELECT try_avro_decode(X'02ffff', '"int"') AS refused, avro_fault(X'02ffff', '"int"') AS fault,
  try_avro_variant(X'02ffff', '"int"') AS dynamic, avro_variant_fault(X'02ffff', '"int"').reason AS dynamic_fault,
  avro_decode(X'02ffff', '"int"', map('trailing', 'ignore')) AS value, avro_variant(X'02ffff', '"int"', map('trailing', 'ignore')) AS dynamic_value,
  avro_fault(X'', '"int"').reason AS missing, avro_fault(X'0661', '"string"').reason AS cut;

-- And have a row of their own.
SELECT inline(avro_dissect(X'02ffff', '"int"'));

SELECT inline(avro_dissect(X'02ffff', '"int"', map('trailing', 'ignore')));

-- Names of any characters; what is refused is named.
SELECT avro_decode(X'02', '{"type": "record", "name": "", "namespace": "a-b.c$", "fields": [{"name": "x-y", "type": "int"}]}') AS odd;

SELECT avro_variant_fault(X'02', '{"type": "record", "name": "R", "fields": [{"name": "x", "type": "Missing"}]}') AS undefined;

-- Which record of a union it was.
SELECT avro_variant(v, s) AS value, avro_variant(v, s, map('unions', 'named')) AS named FROM VALUES
  (X'020261', '["null", {"type": "record", "name": "p.Cat", "fields": [{"name": "n", "type": "string"}]}, {"type": "record", "name": "p.Dog", "fields": [{"name": "n", "type": "string"}]}]'),
  (X'040261', '["null", {"type": "record", "name": "p.Cat", "fields": [{"name": "n", "type": "string"}]}, {"type": "record", "name": "p.Dog", "fields": [{"name": "n", "type": "string"}]}]'),
  (X'00', '["null", "int", "string"]'), (X'0202', '["null", "int", "string"]'), (X'0202', '["null", "int"]')
AS t(v, s);

-- Text that is no UTF-8.
SELECT avro_fault(X'02e9', '"string"').reason AS reason, avro_decode(X'02e9', '"string"', map('invalidUtf8', 'replace')) AS replaced;

-- What does not fit its schema.
SELECT avro_fault(X'02', '"boolean"').reason AS boolean, avro_fault(X'04', '["null", "int"]').reason AS branch,
  avro_fault(X'ffffffff1f', '"int"').reason AS number, avro_fault(X'04', '{"type": "enum", "name": "E", "symbols": ["A"]}').reason AS symbol,
  avro_fault(X'01', '"bytes"').reason AS length, avro_fault(X'0480', '{"type": "bytes", "logicalType": "decimal", "precision": 2}').reason AS bytes_missing,
  avro_fault(X'048000', '{"type": "bytes", "logicalType": "decimal", "precision": 2}').reason AS digits;

-- Nothing is nothing.
SELECT avro_decode(NULL, '"int"') IS NULL AS decode, avro_variant(NULL, '"int"') IS NULL AS variant, avro_fault(NULL, '"int"') IS NULL AS fault;

-- What stands in front of a value.
SELECT hex(v) AS bytes, frame.*, hex(frame.fingerprint) AS hex FROM (SELECT v, avro_frame(v) AS frame FROM VALUES
  (X'000000000754'), (X'c301010203040506070854'), (X'030000112233445566778899aabbccddeeff54'),
  (X'030500112233445566778899aabbccddeeff789c'), (X'54'), (X''), (NULL) AS t(v));

-- A frame that is cut.
SELECT hex(v) AS bytes, try_avro_frame(v) AS frame, avro_frame_fault(v) AS fault FROM VALUES
  (X'000000'), (X'c301'), (X'c3'), (X'03'), (X'030000') AS t(v);

SELECT inline(avro_frame_dissect(X'030000112233445566778899aabbccddeeff54'));

-- Values of several versions of a schema, read by one.
CREATE OR REPLACE TEMPORARY VIEW versions AS SELECT map(
  1, '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"}]}',
  2, '{"type":"record","name":"Hit","fields":[{"name":"ms","type":"int"},{"name":"path","type":"string"}]}',
  3, '"int"') AS writers;

SELECT hex(v) AS bytes, to_json(try_avro_variant(v, writers)) AS variant,
  try_avro_decode(v, writers, '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},{"name":"ms","type":"long","default":-1}]}') AS hit,
  avro_fault(v, writers, '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},{"name":"ms","type":"long","default":-1}]}') AS fault
FROM versions, VALUES (X'0000000001042f61'), (X'000000000254042f62'), (X'000000000354'), (X'000000000954'), (X'54'), (X'0000'), (NULL) AS t(v);

-- The versions in a table.
CREATE OR REPLACE TEMPORARY VIEW hits AS SELECT id, schema FROM versions LATERAL VIEW explode(writers) AS id, schema;

SELECT to_json(avro_variant(X'000000000254042f62', registry => 'hits')) AS variant,
  avro_fault(X'000000000954', registry => 'hits', reader => '"int"') AS fault;

-- What each byte is.
SELECT inline(avro_dissect(X'000000000254042f62', map(2, '{"type":"record","name":"Hit","fields":[{"name":"ms","type":"int"},{"name":"path","type":"string"}]}'),
  '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"}]}'));

-- Ids in the headers of Kafka: the last header of the name counts, and one without a value is none.
CREATE OR REPLACE TEMPORARY VIEW records AS SELECT number, array(struct('__value_schema_id' AS key, first AS value),
  struct('__key_schema_id' AS key, X'0100112233445566778899aabbccddeeff' AS value), struct('__value_schema_id' AS key, last AS value)) AS headers
FROM VALUES (1, X'00', X'0000000002'), (2, X'00', X'0100112233445566778899aabbccddeeff'), (3, X'00', X'0000'), (4, X'00', X'02'),
  (5, X'00', X'000000000200'), (6, X'00', X''), (7, X'00', NULL) AS t(number, first, last);

SELECT number, try_avro_header_id(headers) AS id, avro_header_id_fault(headers) AS fault, avro_header_id(headers, 'key').schema_uuid AS of_key
FROM records ORDER BY number;

SELECT avro_header_id(array()) AS empty, avro_header_id(NULL) AS nothing, avro_header_id(array(NULL)) AS null_header;

SELECT avro_header_id(headers) FROM records WHERE number = 4;

SELECT hex(avro_header(42)) AS id, hex(avro_header('00112233-4455-6677-8899-AABBCCDDEEFF')) AS guid, hex(avro_header(X'0000002a')) AS bytes,
  avro_header(NULL) AS nothing;

SELECT avro_header('42');

-- A value by an id that does not precede it.
SELECT avro_decode(X'54042f62', writers, '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"}]}', id => 2) AS hit,
  to_json(avro_variant(X'54042f62', writers, 2)) AS variant, avro_variant(X'54042f62', writers, id => CAST(NULL AS INT)) AS nothing,
  avro_fault(X'54', writers, '"int"', id => 9) AS unknown
FROM versions;

SELECT avro_decode(X'54', map('00112233-4455-6677-8899-aabbccddeeff', '"int"'), '"int"', id => '00112233-4455-6677-8899-aabbccddeef0');

SELECT avro_variant(X'54', map(1, '"int"'), id => '00112233-4455-6677-8899-aabbccddeeff');

SELECT avro_decode(X'54', '"int"', id => 1);

SELECT hex(avro_encode(7, '"int"', map('frame', 'confluent-header'))) AS bare;

-- What stands in front of JSON and Protobuf.
SELECT hex(v) AS bytes, try_registry_frame(v) AS frame, registry_frame_fault(v) AS fault FROM VALUES (X'00000000077b7d'),
  (X'0100112233445566778899aabbccddeeff7b7d'), (X'030000112233445566778899aabbccddeeff7b7d'),
  (X'030500112233445566778899aabbccddeeff789cabae0500017500f9'), (X'7b7d'), (X''), (X'0000'), (X'0100'), (NULL) AS t(v);

SELECT hex(v) AS bytes, try_registry_frame(v, map('payload', 'protobuf')) AS frame, registry_frame_fault(v, map('payload', 'protobuf')) AS fault
FROM VALUES (X'0000000007000807'), (X'000000000704020480010807'), (X'030000112233445566778899aabbccddeeff80010807'), (X'0807'),
  (X'0000000007'), (X'00000000070100'), (X'00000000070600'), (X'0000000007ffffffffff') AS t(v);

SELECT inline(registry_frame_dissect(X'00000000070402040807', map('payload', 'protobuf')));

SELECT registry_frame(X'00', map('payload', 'avro'));

-- A map has no type of its own.
SELECT avro_decode(X'000000000254', map(2, '"int"'));

-- A frame in front of values of one schema.
SELECT avro_decode(X'000000000754', '"int"', map('frame', 'confluent')) AS id, avro_decode(X'54', '"int"', '"long"') AS plain,
  avro_fault(X'54', '"int"', map('frame', 'confluent')).reason AS no_frame, avro_fault(X'000000000754', '"int"').reason AS framed;

-- Fingerprints.
SELECT algorithm, hex(f) AS fingerprint FROM (SELECT 'CRC-64-AVRO' AS algorithm, avro_fingerprint('{"type":"int","doc":"x"}') AS f UNION ALL
  SELECT 'MD5', avro_fingerprint('"int"', 'MD5') UNION ALL SELECT 'SHA-256', avro_fingerprint('"int"', 'SHA-256')) ORDER BY algorithm;

SELECT avro_fingerprint('nosuch');

SELECT avro_fingerprint('"int"', 'SHA-1');

-- Writing: a default, the frames of the registries, branches of a union.
SELECT hex(avro_encode(named_struct('path', '/a'), '{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},{"name":"ms","type":"int","default":-1}]}')) AS by_default,
  hex(avro_encode(7, '"int"', 42, map('frame', 'confluent'))) AS confluent,
  hex(avro_encode(7, '"int"', '00112233-4455-6677-8899-aabbccddeeff', map('frame', 'glue'))) AS glue,
  hex(avro_encode(7, '"int"', map('frame', 'single-object'))) AS single,
  hex(avro_encode(named_struct('member1', 'a'), '["null","int","string"]')) AS member,
  hex(avro_encode(parse_json('"a"'), '["null","int","string"]')) AS branch;

-- Containers, one by one and of many rows.
SELECT to_json(avro_container_decode(avro_container_encode(named_struct('records', array(1, 2)), '"int"'))) AS container,
  avro_container_decode(avro_container_encode(named_struct('avro_schema', '"string"', 'records', parse_json('["a"]')), map('codec', 'deflate'))).avro_codec AS codec;

SELECT part, to_json(avro_container_decode(avro_container_agg(v, '"int"') WITHIN GROUP (ORDER BY v DESC)).records) AS records
FROM VALUES ('a', 1), ('a', 3), ('b', 2), ('b', NULL) AS t(part, v) GROUP BY part ORDER BY part;

-- What Avro cannot hold.
SELECT avro_encode_fault(named_struct('a', array(1, 3000000000)), '{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"array","items":"int"}}]}') AS range,
  avro_encode_fault(parse_json('true'), '["string","int"]') AS branch,
  try_avro_encode('D', '{"type":"enum","name":"E","symbols":["A"]}') AS symbol,
  avro_container_encode_fault(named_struct('records', array(1))) AS no_schema;

SELECT avro_encode('D', '{"type":"enum","name":"E","symbols":["A"]}');

SELECT avro_encode(named_struct('b', 1), '{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}');

SELECT avro_encode(1, '"int"', map('frame', 'confluent'));

SELECT avro_encode(1, '"int"', 'x', map('frame', 'confluent'));
