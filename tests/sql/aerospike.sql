-- Messages: a write with bins of most types, writes without times and with impossible ones, deletes of both layouts,
-- a write of which one bin comes twice.
CREATE OR REPLACE TEMPORARY VIEW messages AS SELECT * FROM VALUES
  ('write', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9a94a16e01002a94a1730300a47465787494a1640200cb3ff800000000000094a1621100c394a4626c6f620400c402010294a16c14019301a374776fc094a16d130182a16b01a17a91c394a16913008201a16102a16294a1671700a27b7d94a46e6f6e650300c0'),
  ('old-write', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b0000009194a16e010001'),
  ('never', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597bc0ffc090'),
  ('far', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ceffffffffcf7fffffffffffffff90'),
  ('delete5', X'9301029594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b01c0c0c0'),
  ('delete2', X'9301029294a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b02'),
  ('twice', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9294a16e01000194a16e0300a178')
AS t(name, v);

-- A write.
SELECT d.version, d.op, d.namespace, d.set, d.digest, d.user_key, d.generation, d.expiry, d.expires_at, d.lut, d.last_update,
  d.flags, d.durable, d.bins FROM (SELECT aerospike_decode(v) AS d FROM messages WHERE name = 'write');

-- Its bins by their types: what is not asked for is passed over, what is not there is NULL.
SELECT aerospike_decode(v, 'n BIGINT, s STRING, d DOUBLE, b BOOLEAN, blob BINARY, l VARIANT, m STRUCT<k: INT, z: ARRAY<BOOLEAN>>,
  i MAP<INT, STRING>, g STRING, none STRING, absent INT').bins AS bins FROM messages WHERE name = 'write';

-- Times that never are, or that no timestamp holds; what was not shipped.
SELECT name, d.generation, d.expiry, d.expires_at, d.lut, d.last_update
FROM (SELECT name, aerospike_decode(v) AS d FROM messages) ORDER BY name;

-- Only a delete has flags; it has no bins.
SELECT name, d.op, d.flags, d.durable, d.bins IS NULL AS without_bins
FROM (SELECT name, aerospike_decode(v) AS d FROM messages) ORDER BY name;

-- lut in seconds.
SELECT aerospike_decode(X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38ce653e613890', map('lutUnit', 'seconds')).last_update AS seconds;

-- Bins of one name twice are pairs, and no struct.
SELECT aerospike_decode(v).bins AS bins, try_aerospike_decode(v, 'n INT') IS NULL AS is_null, aerospike_fault(v, 'n INT').reason AS reason
FROM messages WHERE name = 'twice';

-- The bins as they are on the wire; a delete has none.
SELECT name, aerospike_bins(v) AS bins FROM messages WHERE name IN ('write', 'twice', 'delete5') ORDER BY name;

-- Keys of every type; no key is SQL's NULL.
SELECT name, k.namespace, k.set, k.user_key, k.user_key IS NULL AS is_null
FROM (SELECT name, aerospike_key_decode(v) AS k FROM VALUES
  ('int', X'94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b'),
  ('text', X'94a474657374c0c4140000000000000000000000000000000000000000a26964'),
  ('bytes', X'94a474657374a0c4140000000000000000000000000000000000000000c40200ff'),
  ('float', X'94a474657374c0c4140000000000000000000000000000000000000000cb3ff8000000000000'),
  ('none', X'94a474657374a464656d6fc4140000000000000000000000000000000000000000c0')
AS t(name, v)) ORDER BY name;

-- Digests. A key that is NULL has none.
SELECT aerospike_digest('demo', 123) AS number, aerospike_digest('premium', 'id123') AS text, aerospike_digest(NULL, '') AS no_set,
  aerospike_digest('', '') AS empty_set, aerospike_digest('demo', X'01') AS bytes, aerospike_digest('demo', 1.5D) AS float,
  aerospike_digest('demo', CAST(NULL AS STRING)) AS no_key,
  aerospike_digest(d.set, d.user_key) = d.digest AS of_message FROM (SELECT aerospike_decode(v) AS d FROM messages WHERE name = 'write');

-- A digest is looked at if that is asked for.
SELECT aerospike_fault(X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597c07ce6565ee38cf0000018b7babc48d90') IS NULL AS without, aerospike_fault(X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597c07ce6565ee38cf0000018b7babc48d90', map('verifyDigest', 'true')) AS asked_for;

-- Text that is no UTF-8.
SELECT aerospike_fault(X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9194a1730300a361e962').reason AS reason, aerospike_decode(X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9194a1730300a361e962', map('invalidUtf8', 'replace')).bins AS replaced;

-- What is no message, and why.
SELECT name, aerospike_fault(v).reason AS reason, aerospike_fault(v).offset AS offset, aerospike_fault(v).path AS path FROM VALUES
  ('empty', X''),
  ('number', X'01'),
  ('version 2', X'9302019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b01000090'),
  ('type 3', X'9301039294a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b00'),
  ('4 parts', X'9301019494a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b010090'),
  ('digest of 19', X'9301029294a174c0c41300000000000000000000000000000000000000c000'),
  ('bin type 5', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9194a161050001'),
  ('bin of text', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9194a1610100a178'),
  ('uint64', X'9301019594a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b07ce6565ee38cf0000018b7babc48d9194a1610100cf8000000000000000'),
  ('trailing', X'9301029294a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b0000')
AS t(name, v) ORDER BY name;

-- A malformed value fails the query.
SELECT aerospike_decode(X'93010300');

-- Nothing is nothing.
SELECT aerospike_decode(NULL) IS NULL AS decode, aerospike_bins(NULL) IS NULL AS bins, aerospike_key_decode(NULL) IS NULL AS key,
  msgpack_decode(NULL) IS NULL AS value, aerospike_digest('demo', NULL) IS NULL AS digest;

-- Refused: an option that is none.
SELECT aerospike_decode(v, map('lutunits', 'millis')) FROM messages;

-- Refused: a value that it does not take.
SELECT aerospike_decode(v, map('lutUnit', 'micros')) FROM messages;

-- Refused: a field name twice.
SELECT aerospike_decode(v, 'a INT, a STRING') FROM messages;

-- Refused: a field that cannot be NULL.
SELECT aerospike_decode(v, 'a INT NOT NULL') FROM messages;

-- What each byte is.
SELECT inline(aerospike_dissect(v)) FROM messages WHERE name = 'delete5';

-- MessagePack as VARIANT.
SELECT name, to_json(x) AS json, schema_of_variant(x) AS type FROM (SELECT name, msgpack_decode(v) AS x FROM VALUES
  ('01 null', X'c0'),
  ('02 uint64', X'cfffffffffffffffff'),
  ('03 int64', X'd38000000000000000'),
  ('04 float32', X'ca3f000000'),
  ('05 -0.0', X'cb8000000000000000'),
  ('06 keys of text', X'82a16201a16102'),
  ('07 empty map', X'80'),
  ('08 keys of numbers', X'8101a178'),
  ('09 mixed keys', X'82a161010102'),
  ('10 a key twice', X'82a16101a16102'),
  ('11 timestamp', X'd6ff00015180'),
  ('12 nanoseconds', X'c70cff3b9ac9ffffffffffffffffff'),
  ('13 year 10000', X'c70cff000000010000003afff44180'),
  ('14 GeoJSON', X'c702177b7d'),
  ('15 a blob', X'c7020701ff'),
  ('16 another ext', X'd40105'),
  ('17 a key that is GeoJSON', X'81c702177b7d01'),
  ('18 bytes', X'c40201ff'),
  ('19 nested', X'9390809180')
AS t(name, v)) ORDER BY name;

-- By a type: numbers widen, and narrow where they fit; a map is a struct, a map or pairs.
SELECT msgpack_decode(X'01', 'DOUBLE') AS widened, msgpack_decode(X'd3000000000000007f', 'TINYINT') AS narrowed,
  msgpack_decode(X'82a16101a1620a', 'b INT, c INT') AS struct, msgpack_decode(X'82a16101a1620a', 'MAP<STRING, INT>') AS map,
  msgpack_decode(X'82a16101a1610a', 'ARRAY<STRUCT<key: STRING, value: INT>>') AS pairs,
  msgpack_decode(X'd6ff00015180', 'TIMESTAMP') AS time, msgpack_fault(X'd6ff00015180', 'BIGINT') AS no_unit,
  msgpack_decode(X'd7ff0000000500015180', 'STRUCT<ms: BIGINT, nanos: INT>') AS parts, msgpack_decode(X'c0', 'INT') AS nothing;

-- What does not fit.
SELECT msgpack_fault(X'cd0080', 'TINYINT').reason AS narrow, msgpack_fault(X'82a16101a1610a', 'MAP<STRING, INT>').reason AS twice,
  msgpack_fault(X'92a161a178', 'ARRAY<INT>').path AS path,
  msgpack_decode(X'82a161a178a16202', 'a INT, b INT', map('mismatch', 'null')) AS only_that_field;

-- Names match exactly first, then whatever their case.
SELECT msgpack_decode(X'82a14101a1610a', 'a INT') AS exact, msgpack_decode(X'81a14101', 'a INT') AS other_case;

-- What is no value.
SELECT msgpack_fault(X'') AS nothing, msgpack_fault(X'c1').reason AS reserved, msgpack_fault(X'0101').reason AS trailing,
  msgpack_fault(X'dd7fffffff01').reason AS count, msgpack_fault(X'a2ff00').reason AS text, msgpack_fault(unhex(repeat('91', 3000)), map('maxDepth', '1000')).reason AS depth;

-- Writing: a notification with its bins, and its key.
SELECT message.op, message.namespace, message.set, message.generation, message.bins
FROM (SELECT aerospike_decode(aerospike_encode(named_struct('op', 'WRITE', 'namespace', 'n', 'set', 's',
  'digest', aerospike_digest('s', 7), 'generation', 1, 'expiry', 0, 'lut', 5, 'bins', named_struct('a', 1, 'b', 'x')))) AS message);

SELECT aerospike_encode_fault(named_struct('op', 'WRITE', 'namespace', 'n')) AS missing,
  aerospike_key_decode(aerospike_key_encode(named_struct('namespace', 'n', 'set', 's', 'user_key', 7)), map('verifyDigest', 'true')) AS key;
