-- Values of most types.
CREATE OR REPLACE TEMPORARY VIEW stored AS SELECT * FROM VALUES
  ('null', X'65'),
  ('byte-max', X'017f'),
  ('int-min', X'0300000080'),
  ('long-above-2-53', X'040100000000002000'),
  ('float-0-1', X'05cdcccc3d'),
  ('double-nan', X'06000000000000f87f'),
  ('string-ascii', X'090c00000048656c6c6f2c20776f726c64'),
  ('uuid-nil', X'0a00000000000000000000000000000000'),
  ('date-before-1970', X'0bffffffffffffffff'),
  ('timestamp-before-1970', X'21ffffffffffffffff3f420f00'),
  ('time-noon', X'24002e930200000000'),
  ('decimal-42-scale-minus-3', X'1efdffffff010000002a'),
  ('object-array', X'17ffffffff0600000003010000000901000000616506000000000000044008010a7766554433221100ffeeddccbbaa9988'),
  ('list-linkedlist', X'180200000002090100000061090100000062'),
  ('map-hashmap', X'19010000000109010000006b0301000000'),
  ('map-of-maps', X'19010000000209010000006d190100000002030100000018010000000119010000000209010000007865'),
  ('enum-green', X'1cc448ccad01000000'),
  ('enum-unregistered', X'1c00000000091000000061636d652e547970657324436f6c6f7201000000'),
  ('person', X'67010b0014ae6121dad2fe8a3f0000009be39cf23000000003070000000903000000416e6e1e0200000002000000041a1b0d0000188b7a33001dcac9c6c925'),
  ('nothing-written', X'67010100692c8bf10100000018000000c59d1c8118000000'),
  ('wrapped-object', X'1b3900000067010b0014ae6121c44c957a390000009be39cf22a0000000304000000090700000077726170706564651b0d0000188b7a33001dcac9c6c92900000000'),
  ('compact-person', X'67012b0014ae6121dad2fe8a330000009be39cf23000000003070000000903000000416e6e1e0200000002000000041a181d25')
AS t(name, v);

-- As VARIANT.
SELECT name, ignite_decode(v) AS value FROM stored ORDER BY name;

-- Objects by a type: fields are found by their names, a wrapped object is its root.
SELECT name, try_ignite_decode(v, 'id INT, name STRING, salary DECIMAL(20,2), missing STRING') AS person,
  ignite_fault(v, 'id INT, name STRING, salary DECIMAL(20,2), missing STRING').reason AS reason
FROM stored WHERE name IN ('person', 'wrapped-object', 'compact-person', 'map-hashmap', 'string-ascii') ORDER BY name;

-- A compact object: its names come from the DDL, if they are all of them, or from types.
SELECT ignite_decode(v, 'id INT, name STRING, salary DECIMAL(20,2)') AS by_ddl,
  ignite_decode(v, map('types', '[{"type_name": "acme.Types$Person", "schemas": [["id", "name", "salary"]]}]')) AS by_types
FROM stored WHERE name = 'compact-person';

-- What an object says of itself.
SELECT name, ignite_header(v) AS header, ignite_hash(v) AS hash FROM stored WHERE name IN ('person', 'wrapped-object', 'nothing-written', 'string-ascii') ORDER BY name;

-- Numbers of names.
SELECT ignite_type_id('acme.Types$Person') AS type_id, ignite_field_id('Salary') AS field_id,
  ignite_schema_id(array('id', 'name', 'salary')) AS schema_id;

-- Malformed bytes.
SELECT hex(v) AS bytes, try_ignite_decode(v) IS NULL AS is_null, ignite_fault(v) AS fault FROM VALUES
  (X''), (X'ff'), (X'0301'), (X'0900'), (X'09ffffff7f'), (X'6501'), (X'6702')
AS t(v);

-- What each byte is.
SELECT inline(ignite_dissect(v)) FROM stored WHERE name = 'person';

-- NULL in, NULL out.
SELECT ignite_decode(NULL) AS value, ignite_fault(NULL) AS fault, ignite_header(NULL) AS header, ignite_hash(NULL) AS hash;

-- Bad arguments.
SELECT ignite_decode(X'65', map('types', 'no types'));

-- Writing: scalars, an object with its type in a field or in an option, a compact object, a VARIANT.
SELECT hex(ignite_encode(7)) AS int, hex(ignite_encode('a')) AS text, hex(ignite_encode(array(1S, NULL))) AS list,
  hex(ignite_encode(map('a', 1Y))) AS map, hex(ignite_encode(TIMESTAMP'2024-01-01 00:00:00Z')) AS timestamp;

SELECT to_json(ignite_decode(v)) AS decoded, ignite_header(v).type_id AS type_id, ignite_encode(ignite_decode(v)) = v AS again
FROM (SELECT explode(array(
  ignite_encode(named_struct('id', 7, 'name', 'Ann'), map('type', 'Person')),
  ignite_encode(named_struct('@type', 'Person', 'id', 7, 'at', DATE'2024-01-01')),
  ignite_encode(parse_json('{"@type": "Person", "id": 7, "tags": ["x"]}')))) AS v);

-- What Ignite cannot hold.
SELECT ignite_encode_fault(named_struct('id', 7)) AS no_type, ignite_encode_fault(parse_json('{"@type": "proxy"}')) AS proxy,
  try_ignite_encode(named_struct('id', 7)) AS attempt;

SELECT ignite_encode(named_struct('id', 7));

SELECT ignite_encode(TIMESTAMP_NTZ'2024-01-01 00:00:00');

SELECT ignite_encode(named_struct('id', 7), map('type', 'Person', 'footer', 'compact'));
