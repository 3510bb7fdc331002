-- Orders of a format that a layout describes, one of them cut and one of them longer.
CREATE OR REPLACE TEMPORARY VIEW orders AS SELECT * FROM VALUES
  ('two items', X'4f5231000000070000135502037065e200016c616d7000'),
  ('no items', X'4f523100000008fffffffb'),
  ('unknown state', X'4f5231090000000900000000'),
  ('other bytes', X'4f5232000000070000135500'),
  ('cut', X'4f523100000007000013'),
  ('nothing', X''),
  ('null', NULL)
AS t(name, v);

-- Numbers, a decimal, an enum and a text up to its terminator.
SELECT name, try_layout_decode(v, '{meta: {endian: be, encoding: UTF-8}, seq: [{contents: OR1}, {id: state, type: u1, enum: state}, {id: id, type: u4}, {id: amount, type: s4, -spark: {decimal: [9, 2]}}, {id: items, type: item, repeat: eos}], types: {item: {seq: [{id: quantity, type: u1}, {id: product, type: strz}]}}, enums: {state: {0: new, 1: paid}}}') AS d
FROM orders ORDER BY name;

-- Its type.
SELECT layout_schema('{meta: {endian: be, encoding: UTF-8}, seq: [{contents: OR1}, {id: state, type: u1, enum: state}, {id: id, type: u4}, {id: amount, type: s4, -spark: {decimal: [9, 2]}}, {id: items, type: item, repeat: eos}], types: {item: {seq: [{id: quantity, type: u1}, {id: product, type: strz}]}}, enums: {state: {0: new, 1: paid}}}') AS type;

-- Why values are refused.
SELECT name, f.reason, f.offset, f.path, f.message
FROM (SELECT name, layout_fault(v, '{meta: {endian: be}, seq: [{contents: OR1}, {id: state, type: u1, valid: {max: 1}}, {id: id, type: u4}, {id: amount, type: s4}]}') AS f FROM orders)
ORDER BY name;

-- A refused value fails the query.
SELECT layout_decode(v, '{seq: [{id: n, type: u4be}]}') FROM orders WHERE name = 'two items';

-- What each byte is, also of a value that is refused.
SELECT inline(layout_dissect(v, '{meta: {endian: be}, seq: [{contents: OR1}, {id: state, type: b1}, {id: flags, type: b7}, {id: id, type: u4}, {id: amount, type: s4}]}'))
FROM orders WHERE name = 'cut';

-- A part of a value: the rest is checked all the same.
SELECT name, try_layout_decode(v, '{meta: {endian: be}, seq: [{size: 3}, {id: state, type: u1}, {id: id, type: u4}, {id: amount, type: s4}]}').id
FROM orders WHERE name IN ('no items', 'two items', 'other bytes') ORDER BY name;

SELECT try_layout_decode(X'01', '{seq: [{id: a, type: u1}], instances: {b: {pos: 9, type: u1}}}').a AS a;

-- Value instances, bits, optional fields, and a switch.
SELECT name, layout_decode(v, '{seq: [{id: kind, type: b4}, {id: has_more, type: b1}, {id: rest, type: b3}, {id: more, type: u2be, if: has_more}, {id: data, type: {switch-on: kind, cases: {1: a, 2: b}}}], types: {a: {seq: [{id: x, type: u1}]}, b: {seq: [{id: y, type: f4be}]}}, instances: {double: {value: more * 2}, text: {value: \'"kind " + kind.to_s\'}}}') AS d
FROM VALUES ('a', X'18000507'), ('b', X'203fc00000'), ('neither', X'30') AS t(name, v) ORDER BY name;

-- The same switch as a VARIANT, an enum as a number, and no instances.
SELECT layout_decode(X'0203', '{seq: [{id: k, type: u1, enum: e}, {id: d, type: {switch-on: k, cases: {"e::one": a, "e::two": b}}}], types: {a: {seq: [{id: x, type: u1}]}, b: {seq: [{id: y, type: s1}]}}, enums: {e: {1: one, 2: two}}, instances: {i: {value: 7}}}', map('switch', 'variant', 'enums', 'number', 'instances', 'none')) AS d;

-- Numbers, dates and identifiers as other systems write them.
SELECT layout_decode(X'12345df1f2c300004e200001e2406553f10000112233445566778899aabbccddeeff', '{meta: {endian: be}, seq: [{id: packed, size: 3, -spark: {packed: [5, 2]}}, {id: zoned, size: 3, -spark: {zoned: [3, 0]}}, {id: day, type: u4, -spark: date}, {id: scaled, type: u4, -spark: {decimal: [10, 3]}}, {id: at, type: u4, -spark: {timestamp: seconds}}, {id: id, size: 16, -spark: uuid}]}') AS d;

-- Unsigned numbers of 64 bits.
SELECT layout_decode(X'ffffffffffffffff', '{seq: [{id: n, type: u8be}]}').n AS n;

-- Values end to end.
SELECT all.values.value.name AS names, all.tail
FROM (SELECT layout_decode_all(X'02616201630564', '{seq: [{id: n, type: u1}, {id: name, type: str, size: n, encoding: ASCII}]}') AS all);

-- Damage between values that begin with constant bytes.
SELECT all.values.offset AS offsets, all.gaps, all.tail
FROM (SELECT layout_decode_all(X'4d01ff4d024d', '{seq: [{contents: M}, {id: n, type: u1}]}', map('resync', 'true')) AS all);

-- Without constant bytes nothing tells values from damage.
SELECT layout_decode_all(X'00', '{seq: [{id: n, type: u1}]}', map('resync', 'true'));

-- Layouts that cannot be used, with the place.
SELECT layout_decode(X'00', '{seq: [{id: a, type: u3}]}');

SELECT layout_decode(X'00', '{seq: [{id: a, type: u2}]}');

SELECT layout_decode(X'00', '{meta: {imports: [other]}, seq: [{id: a, type: other}]}');

SELECT layout_decode(X'00', 'not a layout');

SELECT layout_decode(X'00', '{seq: [{id: a, type: u1, -spark: {decimal: [39, 0]}}]}');

SELECT layout_decode(v, name) FROM orders;

SELECT layout_decode(X'00', '{seq: []}', map('instances', '1'));

-- `doc` is the comment of a field.
SELECT layout_schema('{seq: [{id: n, type: u2be, doc: "How many  \n items"}, {id: items, type: item, repeat: expr, repeat-expr: n, doc-ref: "page 7"}], types: {item: {seq: [{id: a, type: u1, doc: "Not zero"}]}}}');

-- An instance that uses itself in another object.
SELECT layout_decode(X'02616202636400', '{seq: [{id: top, type: part}], types: {part: {seq: [{id: n, type: u1}, {id: label, type: str, size: n, encoding: UTF-8}, {id: next, type: part, if: n != 0}], instances: {text: {value: \'n == 0 ? "" : label + next.text.as<str>\'}, count: {value: \'n == 0 ? 0 : 1 + next.count.as<u4>\'}}}}}', map('instances', 'text,count')).top;

SELECT layout_decode(X'00', '{seq: [{id: top, type: part}], types: {part: {seq: [{id: n, type: u1}, {id: next, type: part, if: n != 0}], instances: {text: {value: \'n == 0 ? "" : next.text\'}}}}}');
