meta:
  id: ntp
  title: NTP packet, versions 3 and 4
  endian: be
doc: |
  A packet of the Network Time Protocol (RFC 5905), the payload of a UDP datagram. Its timestamps
  are 64 bits: seconds since 1900 and fractions of 2^-32 seconds. The fields `…_time` are the same
  as TIMESTAMP, rounded down to microseconds, and NULL for the timestamp 0. Seconds below 2^31 are
  those after 2036.
doc-ref: https://www.rfc-editor.org/rfc/rfc5905
seq:
  - {id: leap, type: b2, enum: leap}
  - {id: version, type: b3}
  - {id: mode, type: b3, enum: mode}
  - {id: stratum, type: u1, doc: '1 for a server with a clock of its own, 0 for a refusal'}
  - {id: poll, type: s1, doc: 'Seconds between packets, as a power of two'}
  - {id: precision, type: s1, doc: 'Seconds, as a power of two'}
  - {id: root_delay, type: s4, doc: 'In 1/65536 seconds, to the clock of stratum 1 and back'}
  - {id: root_dispersion, type: u4, doc: In 1/65536 seconds}
  - {id: reference_id, size: 4, doc: 'Name of the clock, or IPv4 address of the server'}
  - {id: reference, type: u8}
  - {id: origin, type: u8}
  - {id: receive, type: u8}
  - {id: transmit, type: u8}
  - {id: extensions, size-eos: true, doc: Extension fields and the message authentication code}
instances:
  root_delay_seconds: {value: root_delay / 65536.0}
  root_dispersion_seconds: {value: root_dispersion / 65536.0}
  reference_time:
    value: '((reference >> 32) + (reference >> 63 == 0 ? 2085978496 : -2208988800)) * 1000000 + ((reference & 0xffffffff) * 1000000 >> 32)'
    if: reference != 0
    doc: When the clock of the sender was last set
    -spark: {timestamp: micros}
  origin_time:
    value: '((origin >> 32) + (origin >> 63 == 0 ? 2085978496 : -2208988800)) * 1000000 + ((origin & 0xffffffff) * 1000000 >> 32)'
    if: origin != 0
    doc: When the request left the client
    -spark: {timestamp: micros}
  receive_time:
    value: '((receive >> 32) + (receive >> 63 == 0 ? 2085978496 : -2208988800)) * 1000000 + ((receive & 0xffffffff) * 1000000 >> 32)'
    if: receive != 0
    doc: When the request arrived at the server
    -spark: {timestamp: micros}
  transmit_time:
    value: '((transmit >> 32) + (transmit >> 63 == 0 ? 2085978496 : -2208988800)) * 1000000 + ((transmit & 0xffffffff) * 1000000 >> 32)'
    if: transmit != 0
    doc: When this packet was sent
    -spark: {timestamp: micros}
enums:
  leap: {0: none, 1: insert_second, 2: delete_second, 3: not_synchronized}
  mode:
    0: reserved
    1: symmetric_active
    2: symmetric_passive
    3: client
    4: server
    5: broadcast
    6: control
    7: private
