meta:
  id: png
  title: PNG image
  endian: be
  encoding: ISO-8859-1
doc: |
  The chunks of an image in the format Portable Network Graphics. The checksum of each chunk is
  compared. Pixels stay compressed, in the bytes of the chunks `IDAT`.
doc-ref: https://www.w3.org/TR/png/
seq:
  - {id: signature, contents: [0x89, PNG, 0x0d, 0x0a, 0x1a, 0x0a]}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: length, type: u4, -spark: hidden}
      - {id: type, type: str, size: 4, encoding: ASCII}
      - id: data
        size: length
        type:
          switch-on: type
          cases:
            '"IHDR"': header
            '"PLTE"': palette
            '"gAMA"': gamma
            '"pHYs"': density
            '"tIME"': time
            '"tEXt"': text
            '"iTXt"': international_text
      - {id: crc, type: u4, -spark: {checksum: crc32, from: type, until: crc}}
  header:
    seq:
      - {id: width, type: u4}
      - {id: height, type: u4}
      - {id: bit_depth, type: u1}
      - {id: color, type: u1, enum: color}
      - {id: compression, type: u1}
      - {id: filter, type: u1}
      - {id: interlace, type: u1, enum: interlace}
  palette:
    seq:
      - {id: colors, type: rgb, repeat: eos}
  rgb:
    seq:
      - {id: red, type: u1}
      - {id: green, type: u1}
      - {id: blue, type: u1}
  gamma:
    seq:
      - {id: gamma, type: u4, -spark: {decimal: [10, 5]}}
  density:
    seq:
      - {id: x, type: u4, doc: Pixels per unit}
      - {id: y, type: u4, doc: Pixels per unit}
      - {id: unit, type: u1, enum: unit}
  time:
    doc: The last change of the image, in UTC
    seq:
      - {id: year, type: u2}
      - {id: month, type: u1}
      - {id: day, type: u1}
      - {id: hour, type: u1}
      - {id: minute, type: u1}
      - {id: second, type: u1}
  text:
    seq:
      - {id: keyword, type: strz}
      - {id: text, type: str, size-eos: true}
  international_text:
    seq:
      - {id: keyword, type: strz}
      - {id: is_compressed, type: u1}
      - {id: compression, type: u1}
      - {id: language, type: strz, encoding: ASCII}
      - {id: translated_keyword, type: strz, encoding: UTF-8}
      - {id: text, size-eos: true, doc: 'UTF-8, compressed or not'}
enums:
  color: {0: gray, 2: rgb, 3: palette, 4: gray_alpha, 6: rgb_alpha}
  interlace: {0: none, 1: adam7}
  unit: {0: unknown, 1: metre}
