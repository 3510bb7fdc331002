meta:
  id: netflow_v5
  title: NetFlow datagram, version 5
  endian: be
doc: |
  The flows that a router reports, with up to 30 in a UDP datagram. The router counts the
  milliseconds since its start; `first_time` and `last_time` of a flow are TIMESTAMPs that follow
  from them and the clock in the header.
seq:
  - {id: version, type: u2, valid: 5, -spark: hidden}
  - {id: count, type: u2, valid: {max: 30}, doc: Number of flows}
  - {id: uptime, type: u4, doc: Milliseconds since the router started}
  - {id: unix_seconds, type: u4, doc: Time of the router}
  - {id: unix_nanos, type: u4, doc: Nanoseconds after it}
  - {id: sequence, type: u4, doc: Number of the first flow since the start; gaps are lost datagrams}
  - {id: engine_type, type: u1}
  - {id: engine_id, type: u1}
  - {id: sampling_mode, type: b2}
  - {id: sampling_interval, type: b14, doc: One of so many packets is counted; 0 for all}
  - {id: flows, type: flow, repeat: expr, repeat-expr: count}
instances:
  time:
    value: unix_seconds * 1000000 + unix_nanos / 1000
    doc: When the datagram was sent
    -spark: {timestamp: micros}
types:
  flow:
    seq:
      - {id: source, type: u4, doc: IPv4 address as a number}
      - {id: destination, type: u4}
      - {id: next_hop, type: u4}
      - {id: input, type: u2, doc: Index of the interface by SNMP}
      - {id: output, type: u2}
      - {id: packets, type: u4}
      - {id: bytes, type: u4, doc: Of layer 3}
      - {id: first, type: u4, doc: Uptime in milliseconds at the first packet}
      - {id: last, type: u4, doc: Uptime in milliseconds at the last packet}
      - {id: source_port, type: u2}
      - {id: destination_port, type: u2}
      - {size: 1}
      - {id: tcp_flags, type: u1, doc: All flags of the flow}
      - {id: protocol, type: u1, enum: protocol}
      - {id: tos, type: u1}
      - {id: source_as, type: u2, doc: Number of the autonomous system}
      - {id: destination_as, type: u2}
      - {id: source_mask, type: u1, doc: Bits of the network}
      - {id: destination_mask, type: u1}
      - {size: 2}
    instances:
      source_ip:
        value: '(source >> 24).to_s + "." + (source >> 16 & 255).to_s + "." + (source >> 8 & 255).to_s + "." + (source & 255).to_s'
      destination_ip:
        value: '(destination >> 24).to_s + "." + (destination >> 16 & 255).to_s + "." + (destination >> 8 & 255).to_s + "." + (destination & 255).to_s'
      next_hop_ip:
        value: '(next_hop >> 24).to_s + "." + (next_hop >> 16 & 255).to_s + "." + (next_hop >> 8 & 255).to_s + "." + (next_hop & 255).to_s'
      first_time:
        value: (_parent.unix_seconds * 1000 + _parent.unix_nanos / 1000000 - _parent.uptime + first) * 1000
        -spark: {timestamp: micros}
      last_time:
        value: (_parent.unix_seconds * 1000 + _parent.unix_nanos / 1000000 - _parent.uptime + last) * 1000
        -spark: {timestamp: micros}
    enums:
      protocol: {1: icmp, 2: igmp, 6: tcp, 17: udp, 41: ipv6, 47: gre, 50: esp, 51: ah, 58: icmpv6, 89: ospf, 132: sctp}
