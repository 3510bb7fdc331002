meta:
  id: mqtt
  title: MQTT control packet, version 3.1.1
  endian: be
  encoding: UTF-8
doc: |
  One packet between a client and a broker. A connection is packets end to end:
  `layout_decode_all` reads the bytes of one direction. Packets of MQTT 5 have properties, which
  this layout does not know.
doc-ref: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html
seq:
  - {id: kind, type: b4, enum: kind}
  - {id: duplicate, type: b1}
  - {id: quality, type: b2, valid: {max: 2}, doc: 'Of a publish: 0 at most once, 1 at least once, 2 exactly once'}
  - {id: retain, type: b1}
  - {id: length, type: varint}
  - id: body
    size: length.value
    type:
      switch-on: kind
      cases:
        'kind::connect': connect
        'kind::connack': connack
        'kind::publish': publish
        'kind::puback': ack
        'kind::pubrec': ack
        'kind::pubrel': ack
        'kind::pubcomp': ack
        'kind::subscribe': subscribe
        'kind::suback': suback
        'kind::unsubscribe': unsubscribe
        'kind::unsuback': ack
types:
  varint:
    seq:
      - {id: groups, type: u1, repeat: until, repeat-until: _ < 128 or groups.size == 4}
    instances:
      value:
        value: '(groups[0] & 127) + (groups.size > 1 ? (groups[1] & 127) << 7 : 0) + (groups.size > 2 ? (groups[2] & 127) << 14 : 0) + (groups.size > 3 ? (groups[3] & 127) << 21 : 0)'
  connect:
    seq:
      - {id: len_protocol, type: u2, -spark: hidden}
      - {id: protocol, type: str, size: len_protocol}
      - {id: level, type: u1, doc: 4 for MQTT 3.1.1}
      - {id: has_user, type: b1}
      - {id: has_password, type: b1}
      - {id: will_retain, type: b1}
      - {id: will_quality, type: b2}
      - {id: has_will, type: b1}
      - {id: clean_session, type: b1}
      - {type: b1}
      - {id: keep_alive, type: u2, doc: Seconds}
      - {id: len_client, type: u2, -spark: hidden}
      - {id: client, type: str, size: len_client}
      - {id: len_will_topic, type: u2, if: has_will, -spark: hidden}
      - {id: will_topic, type: str, size: len_will_topic, if: has_will}
      - {id: len_will_message, type: u2, if: has_will, -spark: hidden}
      - {id: will_message, size: len_will_message, if: has_will}
      - {id: len_user, type: u2, if: has_user, -spark: hidden}
      - {id: user, type: str, size: len_user, if: has_user}
      - {id: len_password, type: u2, if: has_password, -spark: hidden}
      - {id: password, size: len_password, if: has_password}
  connack:
    seq:
      - {type: b7}
      - {id: session_present, type: b1}
      - {id: result, type: u1, enum: result}
  publish:
    seq:
      - {id: len_topic, type: u2, -spark: hidden}
      - {id: topic, type: str, size: len_topic}
      - {id: packet_id, type: u2, if: _root.quality > 0}
      - {id: payload, size-eos: true}
  ack:
    seq:
      - {id: packet_id, type: u2}
  subscribe:
    seq:
      - {id: packet_id, type: u2}
      - {id: topics, type: wish, repeat: eos}
  wish:
    seq:
      - {id: len_topic, type: u2, -spark: hidden}
      - {id: topic, type: str, size: len_topic}
      - {id: quality, type: u1}
  suback:
    seq:
      - {id: packet_id, type: u2}
      - {id: results, type: u1, repeat: eos, doc: 'The granted quality of each topic, 128 for a refusal'}
  unsubscribe:
    seq:
      - {id: packet_id, type: u2}
      - {id: topics, type: topic, repeat: eos}
  topic:
    seq:
      - {id: len_topic, type: u2, -spark: hidden}
      - {id: topic, type: str, size: len_topic}
enums:
  kind:
    1: connect
    2: connack
    3: publish
    4: puback
    5: pubrec
    6: pubrel
    7: pubcomp
    8: subscribe
    9: suback
    10: unsubscribe
    11: unsuback
    12: pingreq
    13: pingresp
    14: disconnect
  result:
    0: accepted
    1: wrong_version
    2: bad_client
    3: unavailable
    4: bad_password
    5: not_authorized
