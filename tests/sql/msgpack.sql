-- Values of every family, ext of the application and of Aerospike, a timestamp.
CREATE OR REPLACE TEMPORARY VIEW packed AS SELECT * FROM VALUES
  ('nil', X'c0'), ('bool', X'c3'), ('int', X'd1ff38'), ('uint 64', X'cfffffffffffffffff'), ('float 32', X'ca3fc00000'),
  ('float 64', X'cb7ff8000000000000'), ('text', X'a6c3a4e282ac21'), ('binary', X'c40300ff10'), ('array', X'93010203'),
  ('object', X'82a26964cd03e8a474616773929161a162'),
  ('pairs', X'8201a161a131a162'), ('twice', X'82a16101a16102'), ('ext', X'd40761'), ('geojson', X'c702177b7d'),
  ('time', X'd6ff65d3b2c0'), ('far time', X'c70cff000000017fffffffffffffff')
AS t(name, v);

-- As VARIANT.
SELECT name, msgpack_decode(v) AS value, schema_of_variant(msgpack_decode(v)) AS type FROM packed ORDER BY name;

-- The ext types that Aerospike gives a meaning.
SELECT name, msgpack_decode(v, map('ext', 'aerospike')) AS value FROM packed WHERE name IN ('ext', 'geojson', 'time') ORDER BY name;

-- The times of fluentd: type 0, of 8 or 12 bytes.
SELECT hex(v) AS bytes, try_msgpack_decode(v, 'TIMESTAMP', map('ext', 'fluent')) AS time, to_json(try_msgpack_decode(v, map('ext', 'fluent'))) AS value,
  msgpack_fault(v, map('ext', 'fluent')).message AS fault
FROM VALUES (X'd70065d3b2c000000001'), (X'd700ffffffff3b9ac9ff'), (X'c70c00fffffffffffffff700000000'), (X'd700000000013b9aca00'), (X'd60000000001'), (X'd40107')
AS t(v);

-- As a type: what fits, and why the rest does not.
SELECT name, try_msgpack_decode(v, 'BIGINT') AS whole, try_msgpack_decode(v, 'STRING') AS text, try_msgpack_decode(v, 'TIMESTAMP') AS time,
  try_msgpack_decode(v, 'ARRAY<INT>') AS list, try_msgpack_decode(v, 'MAP<STRING, VARIANT>') AS map,
  msgpack_fault(v, 'BIGINT').reason AS not_whole FROM packed ORDER BY name;

-- A struct: missing fields are NULL, others are skipped, names match in any case; what does not fit is refused or NULL.
SELECT msgpack_decode(v, 'ID INT, missing STRING') AS value, msgpack_decode(v, 'id INT, tags ARRAY<VARIANT>').tags AS tags,
  msgpack_fault(v, 'id BOOLEAN').path AS path, msgpack_decode(v, 'id BOOLEAN, tags VARIANT', map('mismatch', 'null')) AS some
FROM packed WHERE name = 'object';

-- Malformed bytes.
SELECT hex(v) AS bytes, try_msgpack_decode(v) IS NULL AS is_null, msgpack_fault(v) AS fault FROM VALUES
  (X''), (X'c1'), (X'92a161'), (X'82a16101'), (X'd9ff61'), (X'dd7fffffff'), (X'a1ff'), (X'0102'), (X'c703ff000000')
AS t(v);

-- What each byte is, and how far a value that is cut goes.
SELECT inline(msgpack_dissect(X'82a26964cd03e8a474616773'));

-- Text that is no UTF-8.
SELECT msgpack_decode(X'a361e962', map('invalidUtf8', 'replace')) AS replaced;

-- Values end to end: whole, with one that does not fit, with a broken one behind.
SELECT name, msgpack_decode_all(v, 'id INT') AS typed, msgpack_decode_all(v) AS dynamic FROM VALUES
  ('none', X''), ('one', X'81a2696401'), ('three', X'81a2696401a17881a2696403'), ('broken', X'81a26964019301'), ('reserved', X'c1')
AS t(name, v) ORDER BY name;

SELECT located.offset, located.value.id FROM (SELECT explode(msgpack_decode_all(X'81a2696401a17881a2696403c1', 'id INT').values) AS located);

-- Behind broken bytes: the next record, and what lies between.
SELECT msgpack_decode_all(v, 'id INT', map('resync', 'true')) AS values FROM VALUES (X'81a2696401c1ff81a2696402070881a2696403c1') AS t(v);

SELECT msgpack_decode_all(X'01', map('resync', 'true'));

SELECT msgpack_decode_all(X'01', 'ARRAY<INT>', map('resync', 'true'));

-- A struct that asks for an ext.
SELECT msgpack_decode(X'82a16501a178d40761', 'e INT, x STRUCT<`@ext`: BIGINT, data: BINARY>') AS value,
  msgpack_decode(X'd40761', '`@ext` INT').`@ext` AS type, msgpack_fault(X'd40761', 'data BINARY').reason AS without_mark,
  msgpack_decode(X'81a165d40761', schema_of_variant(msgpack_decode(X'81a165d40761'))) AS as_it_is;

-- NULL in, NULL out.
SELECT msgpack_decode(NULL) AS value, msgpack_fault(NULL) AS fault, msgpack_dissect(NULL) AS rows, msgpack_decode_all(NULL) AS all;

-- Bad arguments.
SELECT msgpack_decode(X'01', map('ext', 'mine'));

SELECT msgpack_decode(X'01', 'id INT NOT NULL');

SELECT msgpack_decode(X'01', map('ext', 'plain'), 'INT');

SELECT msgpack_decode(X'01', 'm MAP<STRUCT<k ARRAY<VARIANT>>, INT>');

SELECT msgpack_decode(X'a161', 'INT');

-- Writing: any type, in the shortest form, and what was decoded.
SELECT hex(msgpack_encode(7)) AS int, hex(msgpack_encode(-33)) AS negative, hex(msgpack_encode('a')) AS text, hex(msgpack_encode(X'01')) AS binary,
  hex(msgpack_encode(1.5D)) AS double, hex(msgpack_encode(array(1, NULL))) AS array, hex(msgpack_encode(named_struct('id', 1))) AS struct,
  hex(msgpack_encode(map(1, 'a'))) AS map, hex(msgpack_encode(TIMESTAMP'1970-01-01 00:00:01Z')) AS timestamp,
  hex(msgpack_encode(parse_json('{"b": [1, true]}'))) AS variant;

SELECT name, hex(v) = hex(msgpack_encode(msgpack_decode(v))) AS as_it_was FROM VALUES
  ('order', X'82a16201a16102'), ('ext', X'd40507'), ('pairs', X'8201020304'), ('unsigned', X'cfffffffffffffffff'), ('longer', X'cd0001')
AS t(name, v) ORDER BY name;

SELECT hex(msgpack_agg(v) WITHIN GROUP (ORDER BY v DESC)) AS together FROM VALUES (1), (NULL), (3) AS t(v);

-- What MessagePack cannot hold.
SELECT msgpack_encode_fault(named_struct('a', array(0.1234567890123456789BD))) AS decimal, msgpack_encode_fault(string(X'ff')).reason AS text,
  try_msgpack_encode(repeat('x', 100), map('maxSize', '50')) AS size, msgpack_encode(NULL) AS nothing;

SELECT msgpack_encode(DATE'2020-01-01');

SELECT msgpack_encode(array(0.1234567890123456789BD));

SELECT msgpack_encode(1, map('verify', 'none'));
