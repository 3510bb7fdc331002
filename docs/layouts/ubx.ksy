meta:
  id: ubx
  title: UBX frame of a GNSS receiver
  endian: le
  encoding: ISO-8859-1
doc: |
  A frame of the protocol UBX. The payloads of the usual messages of navigation are fields; those
  of others are bytes in `payload.other`. The checksum (Fletcher's, of 8 bits, over class to
  payload) is not compared. A serial line also has text of NMEA between frames:
  `layout_decode_all` with `resync` finds the frames.
seq:
  - {id: sync, contents: [0xb5, 0x62]}
  - {id: message, type: u2be, enum: message, doc: 'Class and id, as a number if it has no name'}
  - {id: len_payload, type: u2, -spark: hidden}
  - id: payload
    size: len_payload
    type:
      switch-on: message
      cases:
        'message::nav_posllh': nav_posllh
        'message::nav_dop': nav_dop
        'message::nav_pvt': nav_pvt
        'message::nav_velned': nav_velned
        'message::nav_sat': nav_sat
        'message::ack_nak': ack
        'message::ack_ack': ack
        'message::mon_ver': mon_ver
  - {id: check_a, type: u1}
  - {id: check_b, type: u1}
types:
  nav_posllh:
    seq:
      - {id: time_of_week, type: u4, doc: Milliseconds of the GPS week}
      - {id: longitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: latitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: height, type: s4, doc: Metres above the ellipsoid, -spark: {decimal: [10, 3]}}
      - {id: height_above_sea, type: s4, doc: Metres, -spark: {decimal: [10, 3]}}
      - {id: horizontal_accuracy, type: u4, doc: Metres, -spark: {decimal: [10, 3]}}
      - {id: vertical_accuracy, type: u4, doc: Metres, -spark: {decimal: [10, 3]}}
  nav_dop:
    doc: Dilutions of precision
    seq:
      - {id: time_of_week, type: u4, doc: Milliseconds of the GPS week}
      - {id: geometric, type: u2, -spark: {decimal: [5, 2]}}
      - {id: position, type: u2, -spark: {decimal: [5, 2]}}
      - {id: time, type: u2, -spark: {decimal: [5, 2]}}
      - {id: vertical, type: u2, -spark: {decimal: [5, 2]}}
      - {id: horizontal, type: u2, -spark: {decimal: [5, 2]}}
      - {id: northing, type: u2, -spark: {decimal: [5, 2]}}
      - {id: easting, type: u2, -spark: {decimal: [5, 2]}}
  nav_pvt:
    doc: Position, velocity and time
    seq:
      - {id: time_of_week, type: u4, doc: Milliseconds of the GPS week}
      - {id: year, type: u2, doc: UTC}
      - {id: month, type: u1}
      - {id: day, type: u1}
      - {id: hour, type: u1}
      - {id: minute, type: u1}
      - {id: second, type: u1}
      - {id: valid, type: u1, doc: 'Bits: 1 date, 2 time, 4 resolved, 8 magnetic declination'}
      - {id: time_accuracy, type: u4, doc: Nanoseconds}
      - {id: nanos, type: s4, doc: Nanoseconds to be added to the second}
      - {id: fix, type: u1, enum: fix}
      - {id: flags, type: u1, doc: 'Bits: 1 a fix within limits, 2 differential corrections'}
      - {id: flags2, type: u1}
      - {id: num_satellites, type: u1}
      - {id: longitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: latitude, type: s4, doc: Degrees, -spark: {decimal: [10, 7]}}
      - {id: height, type: s4, doc: Metres above the ellipsoid, -spark: {decimal: [10, 3]}}
      - {id: height_above_sea, type: s4, doc: Metres, -spark: {decimal: [10, 3]}}
      - {id: horizontal_accuracy, type: u4, doc: Metres, -spark: {decimal: [10, 3]}}
      - {id: vertical_accuracy, type: u4, doc: Metres, -spark: {decimal: [10, 3]}}
      - {id: velocity_north, type: s4, doc: Metres per second, -spark: {decimal: [10, 3]}}
      - {id: velocity_east, type: s4, doc: Metres per second, -spark: {decimal: [10, 3]}}
      - {id: velocity_down, type: s4, doc: Metres per second, -spark: {decimal: [10, 3]}}
      - {id: ground_speed, type: s4, doc: Metres per second, -spark: {decimal: [10, 3]}}
      - {id: heading, type: s4, doc: Degrees of the motion, -spark: {decimal: [10, 5]}}
      - {id: speed_accuracy, type: u4, doc: Metres per second, -spark: {decimal: [10, 3]}}
      - {id: heading_accuracy, type: u4, doc: Degrees, -spark: {decimal: [10, 5]}}
      - {id: position_dilution, type: u2, -spark: {decimal: [5, 2]}}
      - {id: flags3, type: u2}
      - {id: reserved, size: 4}
      - {id: vehicle_heading, type: s4, doc: Degrees, -spark: {decimal: [10, 5]}}
      - {id: declination, type: s2, doc: Degrees, -spark: {decimal: [5, 2]}}
      - {id: declination_accuracy, type: u2, doc: Degrees, -spark: {decimal: [5, 2]}}
  nav_velned:
    seq:
      - {id: time_of_week, type: u4, doc: Milliseconds of the GPS week}
      - {id: north, type: s4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: east, type: s4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: down, type: s4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: speed, type: u4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: ground_speed, type: u4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: heading, type: s4, doc: Degrees, -spark: {decimal: [10, 5]}}
      - {id: speed_accuracy, type: u4, doc: Metres per second, -spark: {decimal: [10, 2]}}
      - {id: heading_accuracy, type: u4, doc: Degrees, -spark: {decimal: [10, 5]}}
  nav_sat:
    seq:
      - {id: time_of_week, type: u4, doc: Milliseconds of the GPS week}
      - {id: version, type: u1}
      - {id: num_satellites, type: u1, -spark: hidden}
      - {id: reserved, size: 2}
      - {id: satellites, type: satellite, repeat: expr, repeat-expr: num_satellites}
  satellite:
    seq:
      - {id: system, type: u1, enum: system}
      - {id: number, type: u1}
      - {id: signal, type: u1, doc: Carrier to noise in dBHz}
      - {id: elevation, type: s1, doc: Degrees}
      - {id: azimuth, type: s2, doc: Degrees}
      - {id: residual, type: s2, doc: Metres, -spark: {decimal: [5, 1]}}
      - {id: flags, type: u4}
  ack:
    seq:
      - {id: message, type: u2be, enum: message, doc: The message that is answered}
  mon_ver:
    seq:
      - {id: software, type: str, size: 30, terminator: 0}
      - {id: hardware, type: str, size: 10, terminator: 0}
      - {id: extensions, type: str, size: 30, terminator: 0, repeat: eos}
enums:
  message:
    0x0101: nav_posecef
    0x0102: nav_posllh
    0x0103: nav_status
    0x0104: nav_dop
    0x0107: nav_pvt
    0x0112: nav_velned
    0x0120: nav_timegps
    0x0121: nav_timeutc
    0x0135: nav_sat
    0x0213: rxm_sfrbx
    0x0215: rxm_rawx
    0x0500: ack_nak
    0x0501: ack_ack
    0x0600: cfg_prt
    0x0601: cfg_msg
    0x0608: cfg_rate
    0x068a: cfg_valset
    0x068b: cfg_valget
    0x0a04: mon_ver
    0x0a09: mon_hw
  fix: {0: none, 1: dead_reckoning, 2: two_dimensional, 3: three_dimensional, 4: gnss_and_dead_reckoning, 5: time_only}
  system: {0: gps, 1: sbas, 2: galileo, 3: beidou, 4: imes, 5: qzss, 6: glonass, 7: navic}
