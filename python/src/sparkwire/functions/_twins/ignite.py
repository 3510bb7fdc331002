# Made by `make wrappers` (python/wrappers) from ignite.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.ignite`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "ignite_cdc_dissect",
    "ignite_cdc_fault",
    "ignite_dissect",
    "ignite_encode_fault",
    "ignite_fault",
    "ignite_hash_fault",
    "ignite_header_fault",
    "ignite_types_fault",
    "try_ignite_cdc_decode",
    "try_ignite_decode",
    "try_ignite_encode",
    "try_ignite_hash",
    "try_ignite_header",
    "try_ignite_types",
]


def try_ignite_decode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one value of Apache Ignite; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    schema_ddl : str, optional
        As for `ignite_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        The result of `ignite_decode`, or NULL.

    See Also
    --------
    ignite_decode : fails for malformed input.
    ignite_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("0901000000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_ignite_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_decode", value, literal(schema_ddl), options=options)


def ignite_fault(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `ignite_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    schema_ddl : str, optional
        As for `ignite_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        NULL where `ignite_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_ignite_decode : the values of the rows that have no fault.
    ignite_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex(
    ...     "67010b0014ae6121dad2fe8a3f0000009be39cf230000000030700000009"
    ...     "03000000416e6e1e0200000002000000041a1b0d0000188b7a33001dcac9c6c925"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> faults = df.select(wire.ignite_fault("value", "id INT, name INT").alias("fault"))
    >>> faults.select("fault.reason", "fault.offset", "fault.path").show()
    +-------------+------+----+
    |       reason|offset|path|
    +-------------+------+----+
    |type-mismatch|    29|name|
    +-------------+------+----+
    """
    return call("ignite_fault", value, literal(schema_ddl), options=options)


def ignite_dissect(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `ignite_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    schema_ddl : str, optional
        As for `ignite_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    ignite_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(bytes.fromhex("18 02000000 01 0307000000 65"),)], ["value"])
    >>> df.select(F.inline(wire.ignite_dissect("value"))).show()
    +------+------+----+----------+-----+
    |offset|length|path|      type|value|
    +------+------+----+----------+-----+
    |     0|     6|    |collection|    2|
    |     6|     5| [0]|       int|    7|
    |    11|     1| [1]|      null|     |
    +------+------+----+----------+-----+
    """
    return call("ignite_dissect", value, literal(schema_ddl), options=options)


def try_ignite_encode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Encode a value in Apache Ignite's binary form; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `ignite_decode` gives, or any other value. A STRUCT becomes an object of the type that
        its field ``@type`` or the option ``type`` names.
    schema_ddl : str, optional
        As for `ignite_encode`.
    options : dict, optional
        As for `ignite_encode`.

    Returns
    -------
    Column
        The result of `ignite_encode`, or NULL.

    See Also
    --------
    ignite_encode : fails for such a value.
    ignite_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("Ann",)], "name STRING")
    >>> df.select(wire.try_ignite_encode(F.array(F.struct("name"))).alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_encode", value, literal(schema_ddl), options=options)


def ignite_encode_fault(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `ignite_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `ignite_decode` gives, or any other value. A STRUCT becomes an object of the type that
        its field ``@type`` or the option ``type`` names.
    schema_ddl : str, optional
        As for `ignite_encode`.
    options : dict, optional
        As for `ignite_encode`.

    Returns
    -------
    Column
        NULL where `ignite_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_ignite_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([("Ann",)], "name STRING")
    >>> fault = wire.ignite_encode_fault(F.array(F.struct("name")))
    >>> df.select(fault.reason.alias("reason"), fault.path.alias("path")).show()
    +------------+----+
    |      reason|path|
    +------------+----+
    |unknown-type| [0]|
    +------------+----+
    """
    return call("ignite_encode_fault", value, literal(schema_ddl), options=options)


def try_ignite_header(value: ColumnOrName, options: Options | None = None) -> Column:
    """Read the header of an object of Apache Ignite; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        As for `ignite_header`.

    Returns
    -------
    Column
        The result of `ignite_header`, or NULL.

    See Also
    --------
    ignite_header : fails for malformed input.
    ignite_header_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("6701"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_ignite_header("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_header", value, options=options)


def ignite_header_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `ignite_header` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        As for `ignite_header`.

    Returns
    -------
    Column
        NULL where `ignite_header` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_ignite_header : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("6701"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.ignite_header_fault("value").reason.alias("reason")).show()
    +----------------+
    |          reason|
    +----------------+
    |truncated-header|
    +----------------+
    """
    return call("ignite_header_fault", value, options=options)


def try_ignite_hash(value: ColumnOrName, options: Options | None = None) -> Column:
    """Compute the hash code of an object of Apache Ignite; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        As for `ignite_hash`.

    Returns
    -------
    Column
        The result of `ignite_hash`, or NULL.

    See Also
    --------
    ignite_hash : fails for malformed input.
    ignite_hash_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("6701"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_ignite_hash("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_hash", value, options=options)


def ignite_hash_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `ignite_hash` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        As for `ignite_hash`.

    Returns
    -------
    Column
        NULL where `ignite_hash` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_ignite_hash : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("6701"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.ignite_hash_fault("value").reason.alias("reason")).show()
    +----------------+
    |          reason|
    +----------------+
    |truncated-header|
    +----------------+
    """
    return call("ignite_hash_fault", value, options=options)


def try_ignite_types(value: ColumnOrName, options: Options | None = None) -> Column:
    """Read what a node of Apache Ignite says of one type; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: a file ``binary_meta/.../<type id>.bin`` of a node, or a record of the topic for
        metadata that the streamer of its change data capture fills.
    options : dict, optional
        As for `ignite_types`.

    Returns
    -------
    Column
        The result of `ignite_types`, or NULL.

    See Also
    --------
    ignite_types : fails for malformed input.
    ignite_types_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("65"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_ignite_types("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_types", value, options=options)


def ignite_types_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `ignite_types` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: a file ``binary_meta/.../<type id>.bin`` of a node, or a record of the topic for
        metadata that the streamer of its change data capture fills.
    options : dict, optional
        As for `ignite_types`.

    Returns
    -------
    Column
        NULL where `ignite_types` succeeds, else STRUCT of ``reason``, ``offset`` of the first byte
        at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_ignite_types : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("65"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.ignite_types_fault("value").reason.alias("reason")).show()
    +-------------+
    |       reason|
    +-------------+
    |type-mismatch|
    +-------------+
    """
    return call("ignite_types_fault", value, options=options)


def try_ignite_cdc_decode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one event of Apache Ignite's change data capture; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: the value of a record of the topic.
    schema_ddl : str, optional
        As for `ignite_cdc_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        The result of `ignite_cdc_decode`, or NULL.

    See Also
    --------
    ignite_cdc_decode : fails for malformed input.
    ignite_cdc_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("aced0005740000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_ignite_cdc_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_ignite_cdc_decode", value, literal(schema_ddl), options=options)


def ignite_cdc_fault(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `ignite_cdc_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: the value of a record of the topic.
    schema_ddl : str, optional
        As for `ignite_cdc_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        NULL where `ignite_cdc_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_ignite_cdc_decode : the values of the rows that have no fault.
    ignite_cdc_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("aced0005740000"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.ignite_cdc_fault("value").reason.alias("reason")).show()
    +------------+
    |      reason|
    +------------+
    |not-an-event|
    +------------+
    """
    return call("ignite_cdc_fault", value, literal(schema_ddl), options=options)


def ignite_cdc_dissect(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `ignite_cdc_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: the value of a record of the topic.
    schema_ddl : str, optional
        As for `ignite_cdc_decode`.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    ignite_cdc_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> value = bytes.fromhex(
    ...     "aced00057372002b6f72672e6170616368652e69676e6974652e696e7465726e616c2e6364632e43"
    ...     "64634576656e74496d706c0000000000000000020007490007636163686549644a000a6578706972"
    ...     "6554696d65490004706172745a00077072696d6172794c00036b65797400124c6a6176612f6c616e"
    ...     "672f4f626a6563743b4c00036f726474002b4c6f72672f6170616368652f69676e6974652f636163"
    ...     "68652f4361636865456e74727956657273696f6e3b4c000376616c71007e00017870fffffffb0000"
    ...     "0000000000000000001101737200116a6176612e6c616e672e496e746567657212e2a0a4f7818738"
    ...     "02000149000576616c7565787200106a6176612e6c616e672e4e756d62657286ac951d0b94e08b02"
    ...     "0000787000000007737200446f72672e6170616368652e69676e6974652e696e7465726e616c2e70"
    ...     "726f636573736f72732e63616368652e76657273696f6e2e47726964436163686556657273696f6e"
    ...     "00000000000000000c0000787077100000010e0000018bcfe5687b1800000578740003416e6e"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(F.inline(wire.ignite_cdc_dissect("value"))).show()
    +------+------+-----------+------------------+-----+
    |offset|length|       path|              type|value|
    +------+------+-----------+------------------+-----+
    |     0|   194|           |head of the stream|     |
    |   194|     4|   cache_id|             int32|   -5|
    |   198|     8|expire_time|             int64|     |
    |   206|     4|  partition|             int32|   17|
    |   210|     1|    primary|           boolean| true|
    |   211|    77|        key|               int|    7|
    |   288|   104|    version|           version|     |
    |   392|     6|      value|            string|"Ann"|
    +------+------+-----------+------------------+-----+
    """
    return call("ignite_cdc_dissect", value, literal(schema_ddl), options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.ignite"
