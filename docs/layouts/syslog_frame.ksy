meta:
  id: syslog_frame
  title: Syslog message with its length before it, as over TCP and TLS
  encoding: UTF-8
doc: |
  A frame with octet counting (RFC 6587, RFC 5425) around a message of RFC 5424. A connection is
  frames end to end: `layout_decode_all` reads them.
doc-ref: https://www.rfc-editor.org/rfc/rfc6587
seq:
  - {id: length, type: str, terminator: 0x20, encoding: ASCII, doc: Bytes of the message}
  - {id: message, type: message, size: length.to_i}
types:
  message:
    seq:
      - {contents: "<"}
      - {id: priority, type: str, terminator: 0x3e, encoding: ASCII, doc: 'Facility times 8, plus severity'}
      - {id: version, type: str, terminator: 0x20, encoding: ASCII}
      - {id: timestamp, type: str, terminator: 0x20, encoding: ASCII, doc: 'RFC 3339, or - if not known'}
      - {id: host, type: str, terminator: 0x20, encoding: ASCII}
      - {id: application, type: str, terminator: 0x20, encoding: ASCII}
      - {id: process, type: str, terminator: 0x20, encoding: ASCII}
      - {id: message_id, type: str, terminator: 0x20, encoding: ASCII}
      - {id: opening, type: str, size: 1, valid: {any-of: ['"-"', '"["']}, doc: 'A bracket before structured data, - if there is none'}
      - {id: elements, type: element, repeat: until, repeat-until: '_io.eof or _.following != "["', if: 'opening == "["'}
      - {id: following, type: str, size: 1, if: 'opening == "-" and not _io.eof', valid: '" "'}
      - {id: text, type: str, size-eos: true, doc: May begin with a byte order mark}
    instances:
      facility: {value: priority.to_i / 8, enum: facility}
      severity: {value: priority.to_i % 8, enum: severity}
  element:
    seq:
      - id: pieces
        type: str
        terminator: 0x5d
        repeat: until
        repeat-until: '_.length == 0 or _.substring(_.length - 1, _.length) != "\\"'
        doc: Identifier and parameters. One piece, unless a value has a bracket, which is escaped
      - {id: following, type: str, size: 1, if: not _io.eof, valid: {any-of: ['" "', '"["']}}
enums:
  severity: {0: emergency, 1: alert, 2: critical, 3: error, 4: warning, 5: notice, 6: informational, 7: debug}
  facility:
    0: kern
    1: user
    2: mail
    3: daemon
    4: auth
    5: syslog
    6: lpr
    7: news
    8: uucp
    9: cron
    10: authpriv
    11: ftp
    12: ntp
    13: audit
    14: alert
    15: clock
    16: local0
    17: local1
    18: local2
    19: local3
    20: local4
    21: local5
    22: local6
    23: local7
