meta:
  id: postgres_page
  title: Page of a PostgreSQL table
  endian: le
  bit-endian: le
doc: |
  A page of the heap of PostgreSQL 8.3 and later on a little-endian machine. The files of a table
  are pages of 8192 bytes end to end. The columns of a row depend on its table and stay bytes in
  `data`. The checksum is not compared.
doc-ref: https://www.postgresql.org/docs/current/storage-page-layout.html
seq:
  - {id: lsn_high, type: u4, -spark: hidden}
  - {id: lsn_low, type: u4, -spark: hidden}
  - {id: checksum, type: u2, doc: 0 if checksums are off}
  - {id: has_free_lines, type: b1}
  - {id: is_full, type: b1}
  - {id: all_visible, type: b1}
  - {type: b13}
  - {id: lower, type: u2, doc: Begin of the free space}
  - {id: upper, type: u2, doc: End of the free space}
  - {id: special, type: u2, doc: Begin of the special space of an index}
  - {id: version, type: b8}
  - {id: size_high, type: b8, -spark: hidden}
  - {id: oldest_removable, type: u4, doc: Oldest transaction whose rows may be removed; 0 for none}
  - {id: lines, type: line, repeat: expr, repeat-expr: (lower - 24) / 4}
instances:
  lsn: {value: lsn_high << 32 | lsn_low, doc: Position in the write-ahead log after the last change}
  page_size: {value: size_high * 256}
types:
  line:
    doc: A line pointer. The first one has the number 1
    seq:
      - {id: offset, type: b15, doc: 'Of a redirect: the number of another line'}
      - {id: state, type: b2, enum: state}
      - {id: length, type: b15}
    instances:
      row:
        io: _root._io
        pos: offset
        size: length
        type: row
        if: length > 0
  row:
    seq:
      - {id: xmin, type: u4, doc: The transaction that has inserted the row}
      - {id: xmax, type: u4, doc: 'The transaction that has deleted or locked it, 0 for none'}
      - {id: command, type: u4}
      - {id: block_high, type: u2, -spark: hidden}
      - {id: block_low, type: u2, -spark: hidden}
      - {id: next_line, type: u2, doc: Line of this row or of its newer version}
      - {id: num_columns, type: b11}
      - {type: b2}
      - {id: keys_updated, type: b1}
      - {id: hot_updated, type: b1, doc: The newer version is in the same page}
      - {id: heap_only, type: b1, doc: No index has this version}
      - {id: has_null, type: b1}
      - {id: has_variable, type: b1}
      - {id: has_external, type: b1}
      - {type: b5}
      - {id: xmin_committed, type: b1}
      - {id: xmin_aborted, type: b1, doc: 'With xmin_committed: frozen'}
      - {id: xmax_committed, type: b1}
      - {id: xmax_aborted, type: b1, doc: Or there is no xmax}
      - {id: xmax_is_multi, type: b1}
      - {id: is_updated, type: b1, doc: A newer version of an updated row}
      - {type: b2}
      - {id: header_size, type: u1, -spark: hidden}
      - {id: nulls, size: header_size - 23, doc: 'Bit by bit, from the lowest on: 1 if the column is not NULL; then padding'}
      - {id: data, size-eos: true}
    instances:
      next_block: {value: block_high << 16 | block_low, doc: Page of this row or of its newer version}
enums:
  state: {0: unused, 1: normal, 2: redirect, 3: dead}
