meta:
  id: ber_tlv
  title: BER value, such as a certificate, an LDAP message or EMV data
  endian: be
doc: |
  One value of ASN.1 in the Basic or Distinguished Encoding Rules (X.690). Constructed values have
  `items`, values within them are VARIANT. Lengths are definite. Use `layout_decode_all` for
  values end to end, as in EMV data.
seq:
  - {id: node, type: node}
types:
  node:
    seq:
      - {id: class, type: b2, enum: class}
      - {id: is_constructed, type: b1}
      - {id: low_tag, type: b5, doc: 31 if bytes of a long tag follow}
      - {id: long_tag, type: u1, repeat: until, repeat-until: _ < 128 or long_tag.size == 4, if: low_tag == 31}
      - {id: first_length, type: u1, valid: {expr: _ != 128 and _ <= 132}, doc: 'From 129 on: the number of bytes of the length that follow, plus 128'}
      - {id: long_length, type: u1, repeat: expr, repeat-expr: first_length & 127, if: first_length > 128}
      - id: value
        size: length
        type:
          switch-on: is_constructed
          cases: {true: nodes}
    instances:
      tag:
        value: 'low_tag < 31 ? low_tag : long_tag.size == 1 ? long_tag[0] : long_tag.size == 2 ? (long_tag[0] & 127) << 7 | long_tag[1] : long_tag.size == 3 ? (long_tag[0] & 127) << 14 | (long_tag[1] & 127) << 7 | long_tag[2] : (long_tag[0] & 127) << 21 | (long_tag[1] & 127) << 14 | (long_tag[2] & 127) << 7 | (long_tag[3] & 127)'
      length:
        value: 'first_length < 128 ? first_length : long_length.size == 1 ? long_length[0] : long_length.size == 2 ? long_length[0] << 8 | long_length[1] : long_length.size == 3 ? long_length[0] << 16 | long_length[1] << 8 | long_length[2] : long_length[0] << 24 | long_length[1] << 16 | long_length[2] << 8 | long_length[3]'
      name:
        value: tag
        enum: tag
        if: class == class::universal
  nodes:
    seq:
      - {id: items, type: node, repeat: eos}
enums:
  class: {0: universal, 1: application, 2: context, 3: private}
  tag:
    1: boolean
    2: integer
    3: bit_string
    4: octet_string
    5: "null"
    6: object_identifier
    10: enumerated
    12: utf8_string
    16: sequence
    17: set
    18: numeric_string
    19: printable_string
    20: t61_string
    22: ia5_string
    23: utc_time
    24: generalized_time
    26: visible_string
    28: universal_string
    30: bmp_string
