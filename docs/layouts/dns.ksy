meta:
  id: dns
  title: DNS message, as in UDP
  endian: be
  encoding: ISO-8859-1
doc: |
  A query or response of the Domain Name System (RFC 1035), the payload of a UDP datagram. Over
  TCP, and over TLS, each message is preceded by its length in two bytes, which is not part of it.
  Names are texts with dots and without the last one; compressed names are resolved.
doc-ref: https://www.rfc-editor.org/rfc/rfc1035
seq:
  - {id: id, type: u2, doc: A response has the number of its query}
  - {id: is_response, type: b1}
  - {id: opcode, type: b4, enum: opcode}
  - {id: is_authoritative, type: b1}
  - {id: is_truncated, type: b1, doc: The message does not fit; the client asks again over TCP}
  - {id: recursion_desired, type: b1}
  - {id: recursion_available, type: b1}
  - {type: b1}
  - {id: authentic_data, type: b1, doc: RFC 4035}
  - {id: checking_disabled, type: b1, doc: RFC 4035}
  - {id: response_code, type: b4, enum: response_code}
  - {id: num_questions, type: u2, -spark: hidden}
  - {id: num_answers, type: u2, -spark: hidden}
  - {id: num_authorities, type: u2, -spark: hidden}
  - {id: num_additionals, type: u2, -spark: hidden}
  - {id: questions, type: question, repeat: expr, repeat-expr: num_questions}
  - {id: answers, type: resource, repeat: expr, repeat-expr: num_answers}
  - {id: authorities, type: resource, repeat: expr, repeat-expr: num_authorities}
  - {id: additionals, type: resource, repeat: expr, repeat-expr: num_additionals}
types:
  name:
    -spark: {as: whole}
    seq:
      - {id: length, type: u1, valid: {expr: _ < 64 or _ >= 192}}
      - {id: label, type: str, size: length, if: length > 0 and length < 64}
      - {id: next, type: name, if: length > 0 and length < 64}
      - {id: offset_low, type: u1, if: length >= 192}
      - id: whole
        type: 'text(length == 0 ? "" : length >= 192 ? target.whole.value : next.whole.value == "" ? label : label + "." + next.whole.value)'
    instances:
      target:
        io: _root._io
        pos: (length & 63) << 8 | offset_low
        type: name
        if: length >= 192
  text:
    doc: A parameter, because a value instance cannot be computed from itself
    -spark: {as: value}
    params:
      - {id: passed, type: str}
    instances:
      value: {value: passed}
  question:
    seq:
      - {id: name, type: name}
      - {id: type, type: u2, enum: type}
      - {id: class, type: u2, enum: class}
  resource:
    seq:
      - {id: name, type: name}
      - {id: type, type: u2, enum: type}
      - {id: class, type: u2, enum: class, doc: 'Of OPT: the largest UDP payload of the sender'}
      - {id: ttl, type: u4, doc: 'Seconds. Of OPT: further bits of the response code, version, flags'}
      - {id: len_data, type: u2, -spark: hidden}
      - id: data
        size: len_data
        type:
          switch-on: type
          cases:
            'type::a': ipv4
            'type::aaaa': ipv6
            'type::ns': name
            'type::cname': name
            'type::ptr': name
            'type::dname': name
            'type::mx': mx
            'type::soa': soa
            'type::srv': srv
            'type::txt': txt
            'type::caa': caa
            'type::opt': opt
  ipv4:
    -spark: {as: text}
    seq:
      - {id: parts, type: u1, repeat: expr, repeat-expr: 4}
    instances:
      text: {value: 'parts[0].to_s + "." + parts[1].to_s + "." + parts[2].to_s + "." + parts[3].to_s'}
  ipv6:
    -spark: {as: address}
    seq:
      - {id: address, size: 16}
  mx:
    seq:
      - {id: preference, type: u2}
      - {id: exchange, type: name}
  soa:
    seq:
      - {id: primary, type: name}
      - {id: mailbox, type: name}
      - {id: serial, type: u4}
      - {id: refresh, type: u4, doc: seconds}
      - {id: retry, type: u4, doc: seconds}
      - {id: expire, type: u4, doc: seconds}
      - {id: minimum, type: u4, doc: seconds}
  srv:
    seq:
      - {id: priority, type: u2}
      - {id: weight, type: u2}
      - {id: port, type: u2}
      - {id: target, type: name}
  txt:
    seq:
      - {id: strings, type: string, repeat: eos}
  string:
    -spark: {as: text}
    seq:
      - {id: length, type: u1}
      - {id: text, type: str, size: length}
  caa:
    seq:
      - {id: is_critical, type: b1}
      - {type: b7}
      - {id: tag, type: string}
      - {id: value, type: str, size-eos: true}
  opt:
    seq:
      - {id: options, type: option, repeat: eos}
  option:
    seq:
      - {id: code, type: u2}
      - {id: length, type: u2, -spark: hidden}
      - {id: data, size: length}
enums:
  opcode: {0: query, 1: iquery, 2: status, 4: notify, 5: update}
  response_code:
    0: no_error
    1: format_error
    2: server_failure
    3: name_error
    4: not_implemented
    5: refused
    6: name_exists
    7: set_exists
    8: set_missing
    9: not_authoritative
    10: not_in_zone
  class: {1: in, 3: ch, 4: hs, 254: none, 255: any}
  type:
    1: a
    2: ns
    5: cname
    6: soa
    12: ptr
    13: hinfo
    15: mx
    16: txt
    28: aaaa
    29: loc
    33: srv
    35: naptr
    39: dname
    41: opt
    43: ds
    44: sshfp
    46: rrsig
    47: nsec
    48: dnskey
    50: nsec3
    52: tlsa
    64: svcb
    65: https
    99: spf
    249: tkey
    250: tsig
    251: ixfr
    252: axfr
    255: any
    256: uri
    257: caa
