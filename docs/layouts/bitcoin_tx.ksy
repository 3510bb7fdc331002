meta:
  id: bitcoin_tx
  title: Bitcoin transaction
  endian: le
doc: |
  A transaction as in blocks and in the message `tx`, with or without witnesses (BIP 144). Hashes
  are in the order of the bytes; explorers show them in reverse order.
seq:
  - {id: version, type: s4}
  - {id: marker, type: compact, doc: 'Number of inputs, or 0 if witnesses follow', -spark: hidden}
  - {id: flag, type: u1, if: marker.value == 0, valid: 1, -spark: hidden}
  - {id: num_inputs, type: compact, if: marker.value == 0, -spark: hidden}
  - {id: inputs, type: input, repeat: expr, repeat-expr: 'marker.value == 0 ? num_inputs.value : marker.value'}
  - {id: num_outputs, type: compact, -spark: hidden}
  - {id: outputs, type: output, repeat: expr, repeat-expr: num_outputs.value}
  - {id: witnesses, type: witness, repeat: expr, repeat-expr: inputs.size, if: marker.value == 0, doc: One for each input}
  - {id: lock_time, type: u4, doc: 'A height of blocks, or from 500000000 on, seconds since 1970'}
instances:
  has_witnesses: {value: marker.value == 0}
  locked_until:
    value: lock_time
    if: lock_time >= 500000000
    -spark: {timestamp: seconds}
types:
  compact:
    seq:
      - {id: first, type: u1}
      - id: rest
        type:
          switch-on: first
          cases: {253: u2, 254: u4, 255: u8}
    instances:
      value: {value: 'first < 253 ? first : rest'}
  script:
    -spark: {as: code}
    seq:
      - {id: length, type: compact}
      - {id: code, size: length.value}
  input:
    seq:
      - {id: previous, size: 32, doc: Hash of the transaction whose output is spent}
      - {id: index, type: u4, doc: Number of this output; 4294967295 for new coins}
      - {id: script, type: script}
      - {id: sequence, type: u4}
    instances:
      is_coinbase: {value: index == 0xffffffff}
  output:
    seq:
      - {id: amount, type: s8, doc: Bitcoins, -spark: {decimal: [19, 8]}}
      - {id: script, type: script}
  witness:
    seq:
      - {id: num_items, type: compact, -spark: hidden}
      - {id: items, type: script, repeat: expr, repeat-expr: num_items.value}
