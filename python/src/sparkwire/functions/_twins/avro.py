# Made by `make wrappers` (python/wrappers) from avro.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.avro`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, constant_or_column, literal, schemas, schemas_or_column

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options, Schemas

__all__ = [
    "avro_container_dissect",
    "avro_container_encode_fault",
    "avro_container_fault",
    "avro_dissect",
    "avro_encode_fault",
    "avro_fault",
    "avro_fingerprint_fault",
    "avro_frame_dissect",
    "avro_frame_fault",
    "avro_schema_fault",
    "avro_variant_fault",
    "try_avro_container_decode",
    "try_avro_container_encode",
    "try_avro_decode",
    "try_avro_encode",
    "try_avro_fingerprint",
    "try_avro_frame",
    "try_avro_schema",
    "try_avro_variant",
]


def try_avro_decode(
    value: ColumnOrName,
    writer: str | Column | Schemas,
    reader: str | None = None,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one Avro value to a typed column; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : str, dict or Column
        The Avro schema in JSON that the value was written by, or a mapping from ids to such
        schemas: int for Confluent's registry, str with a UUID for Glue's, bytes for fingerprints
        and other ids as they precede the values. With a reader it may also be a column of schemas
        or of maps; NULL returns NULL.
    reader : str, optional
        As for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        The result of `avro_decode`, or NULL.

    See Also
    --------
    avro_decode : fails for malformed input.
    avro_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("04"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_avro_decode("value", '"string"').alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call(
        "try_avro_decode",
        value,
        schemas(writer),
        literal(reader),
        constant_or_column(id),
        options=options,
    )


def avro_fault(
    value: ColumnOrName,
    writer: str | Column | Schemas,
    reader: str | None = None,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `avro_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : str, dict or Column
        The Avro schema in JSON that the value was written by, or a mapping from ids to such
        schemas: int for Confluent's registry, str with a UUID for Glue's, bytes for fingerprints
        and other ids as they precede the values. With a reader it may also be a column of schemas
        or of maps; NULL returns NULL.
    reader : str, optional
        As for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        NULL where `avro_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_decode : the values of the rows that have no fault.
    avro_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> fault = wire.avro_fault("value", schema).alias("fault")
    >>> df.select(fault).where("fault IS NOT NULL").select("fault.reason", "fault.path").show()
    +---------------+------+
    |         reason|  path|
    +---------------+------+
    |truncated-datum|placed|
    |bad-union-index|coupon|
    +---------------+------+
    """
    return call(
        "avro_fault",
        value,
        schemas(writer),
        literal(reader),
        constant_or_column(id),
        options=options,
    )


def avro_dissect(
    value: ColumnOrName,
    writer: str | Column | Schemas,
    reader: str | None = None,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Show what each byte means that `avro_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : str, dict or Column
        The Avro schema in JSON that the value was written by, or a mapping from ids to such
        schemas: int for Confluent's registry, str with a UUID for Glue's, bytes for fingerprints
        and other ids as they precede the values. With a reader it may also be a column of schemas
        or of maps; NULL returns NULL.
    reader : str, optional
        As for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    avro_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import load, samples
    >>> df = spark.createDataFrame(samples("avro"), ["name", "value"])
    >>> schema = load("avro").schema
    >>> from pyspark.sql import functions as F
    >>> df.limit(1).select(F.inline(wire.avro_dissect("value", schema))).show()
    +------+------+--------+------+----------------+
    |offset|length|    path|  type|           value|
    +------+------+--------+------+----------------+
    |     0|     2|      id|  long|            1001|
    |     2|     4|customer|string|           "Ada"|
    |     6|     6|  placed|  long|1708372672123000|
    |    12|     3|   total| bytes|         1999E-2|
    |    15|     1|   items| array|                |
    |    16|     4|items[0]|string|           "pen"|
    |    20|     4|items[1]|string|           "ink"|
    |    24|     1|   items| block|               0|
    |    25|     1|  coupon| union|               0|
    |    26|     0|  coupon|  null|                |
    +------+------+--------+------+----------------+
    """
    return call(
        "avro_dissect",
        value,
        schemas(writer),
        literal(reader),
        constant_or_column(id),
        options=options,
    )


def try_avro_encode(
    value: ColumnOrName,
    schema: str,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Encode one value in Avro's binary encoding; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_decode` or `avro_variant` gives for the schema. Fields are found by their names,
        in any order; those that are not given have their defaults.
    schema : str
        The Avro schema in JSON.
    id : int, Column or str, optional
        As for `avro_encode`.
    options : dict, optional
        As for `avro_encode`.

    Returns
    -------
    Column
        The result of `avro_encode`, or NULL.

    See Also
    --------
    avro_encode : fails for such a value.
    avro_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(3000000000,)], "ms BIGINT")
    >>> hit = '{"type": "record", "name": "Hit", "fields": [{"name": "ms", "type": "int"}]}'
    >>> df.select(wire.try_avro_encode(F.struct("ms"), hit).alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_encode", value, literal(schema), constant_or_column(id), options=options)


def avro_encode_fault(
    value: ColumnOrName,
    schema: str,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `avro_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_decode` or `avro_variant` gives for the schema. Fields are found by their names,
        in any order; those that are not given have their defaults.
    schema : str
        The Avro schema in JSON.
    id : int, Column or str, optional
        As for `avro_encode`.
    options : dict, optional
        As for `avro_encode`.

    Returns
    -------
    Column
        NULL where `avro_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_avro_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(3000000000,)], "ms BIGINT")
    >>> hit = '{"type": "record", "name": "Hit", "fields": [{"name": "ms", "type": "int"}]}'
    >>> fault = wire.avro_encode_fault(F.struct("ms"), hit)
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----+
    |      reason|path|
    +------------+----+
    |out-of-range|  ms|
    +------------+----+
    """
    return call(
        "avro_encode_fault", value, literal(schema), constant_or_column(id), options=options
    )


def try_avro_variant(
    value: ColumnOrName,
    writer: ColumnOrName | Schemas,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Decode one Avro value to VARIANT; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : Column, str or dict
        STRING: the Avro schema in JSON that the value was written by, a column or ``F.lit``. NULL
        returns NULL; a text that is not a schema is malformed. Or a mapping or MAP from ids to such
        schemas, as for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        The result of `avro_variant`, or NULL.

    See Also
    --------
    avro_variant : fails for malformed input.
    avro_variant_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("04"), '"string"')
    >>> df = spark.createDataFrame([row], "value BINARY, writer STRING")
    >>> df.select(wire.try_avro_variant("value", "writer").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call(
        "try_avro_variant",
        value,
        schemas_or_column(writer),
        constant_or_column(id),
        options=options,
    )


def avro_variant_fault(
    value: ColumnOrName,
    writer: ColumnOrName | Schemas,
    id: int | ColumnOrName | None = None,
    options: Options | None = None,
) -> Column:
    """Explain why `avro_variant` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one value in Avro's binary encoding, possibly after a frame (`avro_frame`).
    writer : Column, str or dict
        STRING: the Avro schema in JSON that the value was written by, a column or ``F.lit``. NULL
        returns NULL; a text that is not a schema is malformed. Or a mapping or MAP from ids to such
        schemas, as for `avro_decode`.
    id : int, Column or str, optional
        As for `avro_decode`.
    options : dict, optional
        As for `avro_decode`.

    Returns
    -------
    Column
        NULL where `avro_variant` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_variant : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("04"), '"string"')
    >>> df = spark.createDataFrame([row], "value BINARY, writer STRING")
    >>> df.select(wire.avro_variant_fault("value", "writer").reason.alias("reason")).show()
    +---------------+
    |         reason|
    +---------------+
    |truncated-datum|
    +---------------+
    """
    return call(
        "avro_variant_fault",
        value,
        schemas_or_column(writer),
        constant_or_column(id),
        options=options,
    )


def try_avro_frame(value: ColumnOrName, options: Options | None = None) -> Column:
    """Return the frame around an Avro value and the id of its schema; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one Avro value, framed or bare.
    options : dict, optional
        As for `avro_frame`.

    Returns
    -------
    Column
        The result of `avro_frame`, or NULL.

    See Also
    --------
    avro_frame : fails for malformed input.
    avro_frame_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_avro_frame("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_frame", value, options=options)


def avro_frame_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `avro_frame` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one Avro value, framed or bare.
    options : dict, optional
        As for `avro_frame`.

    Returns
    -------
    Column
        NULL where `avro_frame` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte at
        fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_frame : the values of the rows that have no fault.
    avro_frame_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.avro_frame_fault("value").reason.alias("reason")).show()
    +---------------+
    |         reason|
    +---------------+
    |truncated-frame|
    +---------------+
    """
    return call("avro_frame_fault", value, options=options)


def avro_frame_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `avro_frame` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one Avro value, framed or bare.
    options : dict, optional
        As for `avro_frame`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    avro_frame_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> df = spark.createDataFrame([(bytes.fromhex("0000000007042f6154"),)], "value BINARY")
    >>> from pyspark.sql import functions as F
    >>> df.select(F.inline(wire.avro_frame_dissect("value"))).show()
    +------+------+---------+-----+-----------+
    |offset|length|     path| type|      value|
    +------+------+---------+-----+-----------+
    |     0|     1|    frame|magic|"confluent"|
    |     1|     4|schema_id|int32|          7|
    |     5|     4|         |datum|   042f6154|
    +------+------+---------+-----+-----------+
    """
    return call("avro_frame_dissect", value, options=options)


def try_avro_fingerprint(
    schema: ColumnOrName, algorithm: str | None = None, options: Options | None = None
) -> Column:
    """Compute the fingerprint of an Avro schema; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    algorithm : str, optional
        As for `avro_fingerprint`.
    options : dict, optional
        As for `avro_fingerprint`.

    Returns
    -------
    Column
        The result of `avro_fingerprint`, or NULL.

    See Also
    --------
    avro_fingerprint : fails for malformed input.
    avro_fingerprint_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "schema STRING")
    >>> df.select(wire.try_avro_fingerprint("schema").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_fingerprint", schema, literal(algorithm), options=options)


def avro_fingerprint_fault(
    schema: ColumnOrName, algorithm: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `avro_fingerprint` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    algorithm : str, optional
        As for `avro_fingerprint`.
    options : dict, optional
        As for `avro_fingerprint`.

    Returns
    -------
    Column
        NULL where `avro_fingerprint` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault in the text's UTF-8, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_fingerprint : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "schema STRING")
    >>> df.select(wire.avro_fingerprint_fault("schema").reason.alias("reason")).show()
    +----------+
    |    reason|
    +----------+
    |bad-schema|
    +----------+
    """
    return call("avro_fingerprint_fault", schema, literal(algorithm), options=options)


def try_avro_schema(schema: ColumnOrName, options: Options | None = None) -> Column:
    """Return the column type of an Avro schema; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    options : dict, optional
        As for `avro_schema`.

    Returns
    -------
    Column
        The result of `avro_schema`, or NULL.

    See Also
    --------
    avro_schema : fails for malformed input.
    avro_schema_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "schema STRING")
    >>> df.select(wire.try_avro_schema("schema").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_schema", schema, options=options)


def avro_schema_fault(schema: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `avro_schema` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    schema : Column or str
        STRING: an Avro schema in JSON.
    options : dict, optional
        As for `avro_schema`.

    Returns
    -------
    Column
        NULL where `avro_schema` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault in the text's UTF-8, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_schema : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = ("no schema",)
    >>> df = spark.createDataFrame([row], "schema STRING")
    >>> df.select(wire.avro_schema_fault("schema").reason.alias("reason")).show()
    +----------+
    |    reason|
    +----------+
    |bad-schema|
    +----------+
    """
    return call("avro_schema_fault", schema, options=options)


def try_avro_container_decode(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Avro object container with its records; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        The result of `avro_container_decode`, or NULL.

    See Also
    --------
    avro_container_decode : fails for malformed input.
    avro_container_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("4f626a02"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_avro_container_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_container_decode", value, literal(reader_schema), options=options)


def avro_container_fault(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `avro_container_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        NULL where `avro_container_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_avro_container_decode : the values of the rows that have no fault.
    avro_container_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("4f626a02"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.avro_container_fault("value").reason.alias("reason")).show()
    +--------------+
    |        reason|
    +--------------+
    |bad-avro-magic|
    +--------------+
    """
    return call("avro_container_fault", value, literal(reader_schema), options=options)


def avro_container_dissect(
    value: ColumnOrName, reader_schema: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `avro_container_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole container.
    reader_schema : str, optional
        As for `avro_container_decode`.
    options : dict, optional
        As for `avro_container_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    avro_container_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.demo import samples
    >>> df = spark.createDataFrame(samples("cernan")[:1], ["name", "value"])
    >>> df = df.select(wire.cernan_decode("value").avro.alias("value"))
    >>> from pyspark.sql import functions as F
    >>> df.select(F.inline(wire.avro_container_dissect("value"))).where("offset >= 231").show()
    +------+------+-------------+------------+-----------------+
    |offset|length|         path|        type|            value|
    +------+------+-------------+------------+-----------------+
    |   243|     1|avro_metadata|       block|                0|
    |   244|    16|             | sync marker|                 |
    |   260|     1|   records[0]|record count|                1|
    |   261|     1|   records[0]|  block size|               36|
    |   262|    36|   records[0]|     deflate|31 bytes unpacked|
    |   298|    16|   records[0]| sync marker|                0|
    +------+------+-------------+------------+-----------------+
    """
    return call("avro_container_dissect", value, literal(reader_schema), options=options)


def try_avro_container_encode(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Encode one Avro object container; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_container_decode` gives: ``avro_schema``, ``avro_codec``, ``avro_metadata`` and
        ``records``. The records are written by the schema that the value names.
    schema : str, optional
        As for `avro_container_encode`.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        The result of `avro_container_encode`, or NULL.

    See Also
    --------
    avro_container_encode : fails for such a value.
    avro_container_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([1, 3000000000],)], "records ARRAY<BIGINT>")
    >>> value = F.struct("records", F.lit('"int"').alias("avro_schema"))
    >>> df.select(wire.try_avro_container_encode(value).alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_avro_container_encode", value, literal(schema), options=options)


def avro_container_encode_fault(
    value: ColumnOrName, schema: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `avro_container_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `avro_container_decode` gives: ``avro_schema``, ``avro_codec``, ``avro_metadata`` and
        ``records``. The records are written by the schema that the value names.
    schema : str, optional
        As for `avro_container_encode`.
    options : dict, optional
        As for `avro_container_encode`.

    Returns
    -------
    Column
        NULL where `avro_container_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_avro_container_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([([1, 3000000000],)], "records ARRAY<BIGINT>")
    >>> value = F.struct("records", F.lit('"int"').alias("avro_schema"))
    >>> fault = wire.avro_container_encode_fault(value)
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----------+
    |      reason|      path|
    +------------+----------+
    |out-of-range|records[1]|
    +------------+----------+
    """
    return call("avro_container_encode_fault", value, literal(schema), options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.avro"
