-- Values of both versions and byte orders; their bytes are lines of tests/vectors/databus.
CREATE OR REPLACE TEMPORARY VIEW events AS SELECT * FROM VALUES
  ('v1-be-long-key-upsert', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'),
  ('v1-le-bytes-key', X'00202a3c67470000000900e01a88607105000001001e0015cd7fd8aaf434130f0000112233445566778899aabbccddeeff8ec9848e090000006d656d6265723a343268656c6c6f'),
  ('v1-le-delete-trace-replicated', X'0077cfe8cb420000000601e01a88607105000001001e0015cd7fd8aaf434130f0000112233445566778899aabbccddeeff9b5132f0393000000000000068656c6c6f'),
  ('v1-le-empty-value', X'00e53fef2b3d0000000100e01a88607105000001001e0015cd7fd8aaf434130f0000112233445566778899aabbccddeeff000000003930000000000000'),
  ('v2-be-no-payload', X'02cafedeed00000035b3f0a162000000000000003500061334f4aad87fcd150000000f00010000057160881ae00000000000003039'),
  ('v2-be-schema-key-md5', X'02cafedeed0000004f0fea9c2586e3b3100000006a008d1334f4aad87fcd150000000f00010000057160881ae00000000c0008b0b1b2b3b4b5b6b7b8b9babbbcbdbebf636f6d706f756e647c6b657900000005000800112233445566778899aabbccddeeff68656c6c6f'),
  ('v2-le-metadata-crc32', X'02eddefeca35000000d8f8c22cdf8da6c05d000000c50015cd7fd8aaf434130f0000000100e01a8860710500003930000000000000030000000500deadbeef0a0b0c05000000140000112233445566778899aabbccddeeff68656c6c6f'),
  ('v2-le-bytes-key', X'02eddefeca3a0000003f36da0b4a5df7d855000000890015cd7fd8aaf434130f0000000100e01a886071050000090000006d656d6265723a343205000000080000112233445566778899aabbccddeeff68656c6c6f'),
  ('v1-be-eop', X'004c8c70eb0000003d00000000057160881ae0000100001334f4aad87fcd15fffe00000000000000000000000000000000000000000000000000000000')
AS t(name, v);

-- Values that are no events, each for another reason.
CREATE OR REPLACE TEMPORARY VIEW bad AS SELECT * FROM VALUES
  ('bad-empty-input', X''),
  ('bad-json-exception-object', X'7b22636c617373223a22636f6d2e6c696e6b6564696e2e646174616275732e636f72652e53636e4e6f74466f756e64457863657074696f6e222c226d657373616765223a22676f6e65227d'),
  ('bad-v1-be-version-3', X'038332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'),
  ('bad-v1-be-long-key-first-30-bytes', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd'),
  ('bad-v1-be-value-bit', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656d6c6f'),
  ('bad-v1-be-key-size-past-end', X'00386ea44e0000004700090000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeeff8e84c98e0000000f6d656d6265723a343268656c6c6f'),
  ('bad-v1-be-trailing-byte', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f00'),
  ('bad-v2-be-magic', X'02caeedeed0000003520e1dc50630106100000005000851334f4aad87fcd150000000f00010000057160881ae0000000000000303900000005000400112233445566778899aabbccddeeff68656c6c6f'),
  ('bad-v2-be-header-crc-bit', X'02cafedeed0000003521e1dc50630106100000005000851334f4aad87fcd150000000f00010000057160881ae0000000000000303900000005000400112233445566778899aabbccddeeff68656c6c6f'),
  ('bad-v2-be-opcode-three', X'02cafedeed000000353d2e0df2630106100000005000871334f4aad87fcd150000000f00010000057160881ae0000000000000303900000005000400112233445566778899aabbccddeeff68656c6c6f'),
  ('bad-v2-be-payload-length-past-end', X'02cafedeed00000035a2c2e1453b1faf380000005000851334f4aad87fcd150000000f00010000057160881ae0000000000000303900000006000400112233445566778899aabbccddeeff68656c6c6f')
AS t(name, v);

-- The fields people use.
SELECT name, d.version, d.byte_order, d.opcode, d.key, decode(d.key_bytes, 'UTF-8') AS key_text, d.sequence,
  d.physical_partition_id AS physical, d.logical_partition_id AS logical, d.timestamp, d.src_id,
  decode(d.payload, 'UTF-8') AS payload
FROM (SELECT name, databus_decode(v) AS d FROM events) ORDER BY name;

-- One event with all its fields.
SELECT databus_decode(X'02eddefeca35000000d8f8c22cdf8da6c05d000000c50015cd7fd8aaf434130f0000000100e01a8860710500003930000000000000030000000500deadbeef0a0b0c05000000140000112233445566778899aabbccddeeff68656c6c6f') AS event;

-- A payload that is not there is NULL, an empty one is empty.
SELECT name, d.payload, length(d.payload) AS length, d.schema_id, d.schema_digest_type, d.schema_version
FROM (SELECT name, databus_decode(v) AS d FROM events WHERE name IN ('v1-le-empty-value', 'v2-be-no-payload')) ORDER BY name;

-- Keys and metadata with a schema of their own.
SELECT name, databus_decode(v).key_part, databus_decode(v).metadata
FROM events WHERE databus_decode(v).key_type = 'SCHEMA' OR databus_decode(v).metadata IS NOT NULL ORDER BY name;

-- What the source id says.
SELECT databus_decode(v).source_kind AS kind, count(*) AS events, count_if(databus_decode(v).is_end_of_period) AS ends
FROM events GROUP BY ALL ORDER BY kind;

-- NULL gives NULL.
SELECT databus_decode(NULL) IS NULL AS decode, try_databus_decode(NULL) IS NULL AS try, databus_fault(NULL) IS NULL AS fault,
  databus_dissect(NULL) IS NULL AS dissect, databus_decode_all(NULL) IS NULL AS decode_all;

-- A malformed value fails the query.
SELECT databus_decode(X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656d6c6f').key;

-- try_ gives NULL instead.
SELECT name, try_databus_decode(v) IS NULL AS is_null FROM bad ORDER BY name;

-- And fault says why.
SELECT name, f.reason, f.offset, f.path FROM (SELECT name, databus_fault(v) AS f FROM bad) ORDER BY name;

-- In words.
SELECT databus_fault(v).message FROM bad WHERE name = 'bad-v2-be-magic';

-- Good values have no fault.
SELECT count(*) AS events, count(databus_fault(v)) AS faults FROM events;

-- What each byte is.
SELECT r.* FROM (SELECT explode(databus_dissect(X'00202a3c67470000000900e01a88607105000001001e0015cd7fd8aaf434130f0000112233445566778899aabbccddeeff8ec9848e090000006d656d6265723a343268656c6c6f')) AS r);

-- The same of a value that breaks off: the rest is one row.
SELECT r.* FROM (SELECT explode(databus_dissect(X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd')) AS r);

-- Events end to end in one value.
SELECT e.offset, e.event.opcode, e.event.key, e.event.sequence, e.event.is_end_of_period AS is_end
FROM (SELECT explode(databus_decode_all(X'00e5e458c400000047000100000000000000640001001e1334f4aad87fcd15000f00112233445566778899aabbccddeeff6fe07aa800000000000000642f77a4d502287a5abb2100d91f1edd00000056000900000000000000640001001e1334f4aad87fcd15001000112233445566778899aabbccddeeffa8653556000000066b3130302d31325af1c3d8e88fe60517983e3f835183373ee3c0b374a000ada2551300000061000200000000000000640001001e1334f4aad87fcd15000f00112233445566778899aabbccddeeff54d2638e000000000000007256ce474346cf4b047ee7eacab3d1c005ad0dbd41ee11f58a67d6972a4f2c9a14e489326d0013401d260000003d00000000000000000064000100001334f4aad87fcd79fffe00000000000000000000000000000000000000000000000000000000').events) AS e);

-- A batch with a broken event keeps what is in front of it.
SELECT size(b.events) AS events, b.tail FROM (SELECT databus_decode_all(X'00c0adf2d400000047000100000000000000640001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff3380c360000000000000064adb71fe19fc3ac13566900ba4141e900000056000900000000000000640001001e1334f4aad87fcd15001000112233445566778899aabbccddeeffbeca850c000000066b3130302d3103a14708b8c0f273a09f7eebe584223c8f5ae38cb7ab7100936dfcdd00000061000200000000000000640001001e1334f4aad87fcd15000f00112233445566778899aabbccddeeffb69132d300000000000000724721583adc8bf84ab6dfdd89bc1b29847f77cf9ca437a6c366306ab500054c67655e6bf90013401d260000003d00000000000000000064000100001334f4aad87fcd79fffe00000000000000000000000000000000000000000000000000000000') AS b);

-- Events behind broken bytes are found again, in either byte order.
SELECT size(b.events) AS events, b.gaps, b.tail FROM (
  SELECT databus_decode_all(concat(e, X'000BAD', e, X'00', e), map('resync', 'true')) AS b
  FROM VALUES (X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f') AS t(e));

-- A batch of nothing is no fault.
SELECT databus_decode_all(X'') AS batch;

-- Options: the byte order can be given.
SELECT name, databus_fault(v, map('byteOrder', 'big')).reason FROM events ORDER BY name;

-- Without verification checksums are not computed.
SELECT databus_decode(X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656d6c6f', map('verify', 'none')).payload AS payload;

-- Named arguments.
SELECT databus_decode(options => map('verify', 'none'), value => X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656d6c6f').key AS key;

-- An unknown option.
SELECT databus_decode(X'00', map('verfy', 'none'));

-- A bad value of an option.
SELECT databus_decode(X'00', map('byteOrder', 'middle'));

-- Text is no value.
SELECT databus_decode('text');

-- Too many arguments.
SELECT databus_decode(X'00', map(), map());

-- Writing: what was decoded, a mended checksum, and an event made of the fields that it must have.
SELECT hex(v) = hex(databus_encode(databus_decode(v))) AS as_it_was,
  databus_fault(databus_encode(databus_decode(unhex(replace(hex(v), '68656C6C6F', '68656C6C00')), map('verify', 'none')))) AS mended,
  databus_encode_fault(databus_decode(v), map('derived', 'check')) AS checked
FROM VALUES (X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f') AS t(v);

SELECT event.version, event.byte_order, event.opcode, event.key, event.timestamp_nanos, string(event.payload)
FROM (SELECT databus_decode(databus_encode(named_struct('payload', X'61', 'KEY', 5, 'opcode', 'DELETE', 'sequence', 1, 'src_id', 2, 'timestamp_nanos', 3))) AS event);

-- What an event cannot hold.
SELECT databus_encode_fault(named_struct('sequence', 1, 'src_id', 15)) AS missing,
  databus_encode_fault(named_struct('key', 1, 'key_bytes', X'01', 'sequence', 1, 'src_id', 15, 'timestamp_nanos', 1)) AS two_keys,
  databus_encode_fault(named_struct('key', 1, 'sequence', 1, 'src_id', 15, 'timestamp_nanos', 1, 'size', 3), map('derived', 'check')) AS derived;

SELECT databus_encode(named_struct('keys', 1));

SELECT databus_encode(named_struct('key', 1, 'sequence', 1, 'src_id', 15));

-- Checksums as they are, and as they should be: a right event, a flipped bit, none at all.
SELECT name, databus_checksum(v) AS checksums, databus_checksum_fault(v) AS fault FROM VALUES
  ('right', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'),
  ('body', X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6e'),
  ('zeros', X'00000000000000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeeff00000000000000000000303968656c6c6f')
AS t(name, v) ORDER BY name;

SELECT size(events) AS events, events[0].event.sequence AS first, events[1].offset AS second FROM (
  SELECT databus_decode_all(databus_agg(event) WITHIN GROUP (ORDER BY n)).events AS events FROM (
    SELECT n, databus_decode(v) AS event FROM VALUES (1, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'), (2, NULL), (3, X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f') AS t(n, v)));
