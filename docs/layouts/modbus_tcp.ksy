meta:
  id: modbus_tcp
  title: Modbus TCP frame
  endian: be
doc: |
  A request or response of Modbus over TCP. Nothing in a frame says which of both it is, but the
  length of its data does, but for one case: the response with 17 to 24 coils or discrete inputs
  looks like a request for addresses from 768 to 1023. `may_be_response` is then true.
seq:
  - {id: transaction, type: u2, doc: A response has the number of its request}
  - {id: protocol, type: u2, valid: 0, -spark: hidden}
  - {id: length, type: u2, valid: {min: 2, max: 254}, doc: Bytes after this field}
  - {id: unit, type: u1}
  - {id: body, type: body(length - 2), size: length - 1}
types:
  body:
    params:
      - {id: len_data, type: s4}
    seq:
      - {id: is_exception, type: b1}
      - {id: function, type: b7, enum: function}
      - id: data
        size: len_data
        type:
          switch-on: >-
            is_exception ? 1
            : function == function::read_coils or function == function::read_discrete_inputs ? (len_data == 4 ? 7 : 3)
            : function == function::read_holding_registers or function == function::read_input_registers ? (len_data == 4 ? 2 : 4)
            : function == function::write_coil or function == function::write_register ? 5
            : function == function::write_coils or function == function::write_registers ? (len_data == 4 ? 2 : 6)
            : 0
          cases:
            1: failure
            2: range
            3: bits
            4: registers
            5: one_value
            6: values
            7: bit_range
  failure:
    seq:
      - {id: code, type: u1, enum: code}
  range:
    doc: What a request reads, or what a response has written
    seq:
      - {id: address, type: u2}
      - {id: count, type: u2}
  bit_range:
    doc: What a request reads
    seq:
      - {id: address, type: u2}
      - {id: count, type: u2}
    instances:
      may_be_response: {value: address >> 8 == 3}
  bits:
    seq:
      - {id: num_bytes, type: u1, -spark: hidden}
      - {id: bits, size: num_bytes, doc: The first coil or input is the lowest bit of the first byte}
  registers:
    seq:
      - {id: num_bytes, type: u1}
      - {id: values, type: u2, repeat: expr, repeat-expr: num_bytes / 2}
  one_value:
    seq:
      - {id: address, type: u2}
      - {id: value, type: u2, doc: 'Of a coil: 65280 is on, 0 is off'}
  values:
    seq:
      - {id: address, type: u2}
      - {id: count, type: u2}
      - {id: num_bytes, type: u1, -spark: hidden}
      - {id: data, size: num_bytes, doc: 'Registers of two bytes, or coils from the lowest bit on'}
enums:
  function:
    1: read_coils
    2: read_discrete_inputs
    3: read_holding_registers
    4: read_input_registers
    5: write_coil
    6: write_register
    7: read_exception_status
    8: diagnostics
    15: write_coils
    16: write_registers
    17: report_server_id
    22: mask_write_register
    23: read_write_registers
    43: encapsulated
  code:
    1: illegal_function
    2: illegal_address
    3: illegal_value
    4: device_failure
    5: acknowledge
    6: device_busy
    8: parity_error
    10: gateway_unavailable
    11: gateway_no_response
