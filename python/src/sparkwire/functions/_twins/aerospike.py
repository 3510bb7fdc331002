# Made by `make wrappers` (python/wrappers) from aerospike.py and the catalogue. Do not edit.
"""Twins of `sparkwire.functions.aerospike`: the same decodings, other endings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "aerospike_bins_fault",
    "aerospike_dissect",
    "aerospike_encode_fault",
    "aerospike_fault",
    "aerospike_key_dissect",
    "aerospike_key_encode_fault",
    "aerospike_key_fault",
    "try_aerospike_bins",
    "try_aerospike_decode",
    "try_aerospike_encode",
    "try_aerospike_key_decode",
    "try_aerospike_key_encode",
]


def try_aerospike_decode(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one Aerospike change notification in MessagePack; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The result of `aerospike_decode`, or NULL.

    See Also
    --------
    aerospike_decode : fails for malformed input.
    aerospike_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("93"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_aerospike_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_aerospike_decode", value, literal(bins_ddl), options=options)


def aerospike_fault(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Explain why `aerospike_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_decode : the values of the rows that have no fault.
    aerospike_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> faults = df.select(wire.aerospike_fault("value", "tval INT").alias("fault"))
    >>> faults.select("fault.reason", "fault.offset", "fault.path").show()
    +-------------+------+---------+
    |       reason|offset|     path|
    +-------------+------+---------+
    |type-mismatch|    62|bins.tval|
    +-------------+------+---------+
    """
    return call("aerospike_fault", value, literal(bins_ddl), options=options)


def aerospike_dissect(
    value: ColumnOrName, bins_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Show what each byte means that `aerospike_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    bins_ddl : str, optional
        As for `aerospike_decode`.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    aerospike_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> key = "94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b"
    >>> bin = "94a47476616c0300aa746573742d76616c7565"
    >>> write = bytes.fromhex("93010195" + key + "01ce6565ee38cf0000018b7babc48d91" + bin)
    >>> df = spark.createDataFrame([(write,)], ["value"])
    >>> df.select(F.inline(wire.aerospike_dissect("value"))).show(7)
    +------+------+---------+-------+-------+
    |offset|length|     path|   type|  value|
    +------+------+---------+-------+-------+
    |     0|     1|         |message|       |
    |     1|     1|  version|    int|      1|
    |     2|     1|       op|    int|"WRITE"|
    |     3|     1|         |payload|       |
    |     4|     1|         |    key|       |
    |     5|     5|namespace|    str| "test"|
    |    10|     5|      set|    str| "demo"|
    +------+------+---------+-------+-------+
    only showing top 7 rows
    """
    return call("aerospike_dissect", value, literal(bins_ddl), options=options)


def try_aerospike_bins(value: ColumnOrName, options: Options | None = None) -> Column:
    """List the bins of an Aerospike change notification; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The result of `aerospike_bins`, or NULL.

    See Also
    --------
    aerospike_bins : fails for malformed input.
    aerospike_bins_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("93"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_aerospike_bins("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_aerospike_bins", value, options=options)


def aerospike_bins_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `aerospike_bins` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_bins` succeeds, else STRUCT of ``reason``, ``offset`` of the first
        byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_bins : the values of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("93"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.aerospike_bins_fault("value").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("aerospike_bins_fault", value, options=options)


def try_aerospike_key_decode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Decode the key of an Aerospike record standing alone; NULL for malformed input.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        The result of `aerospike_key_decode`, or NULL.

    See Also
    --------
    aerospike_key_decode : fails for malformed input.
    aerospike_key_fault : why input is malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("94a474657374c0"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.try_aerospike_key_decode("value").alias("result")).show()
    +------+
    |result|
    +------+
    |  NULL|
    +------+
    """
    return call("try_aerospike_key_decode", value, options=options)


def aerospike_key_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `aerospike_key_decode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        NULL where `aerospike_key_decode` succeeds, else STRUCT of ``reason``, ``offset`` of the
        first byte at fault, ``path`` of the field and ``message``.

    See Also
    --------
    try_aerospike_key_decode : the values of the rows that have no fault.
    aerospike_key_dissect : every byte up to the fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> row = (bytes.fromhex("94a474657374c0"),)
    >>> df = spark.createDataFrame([row], "value BINARY")
    >>> df.select(wire.aerospike_key_fault("value").reason.alias("reason")).show()
    +---------+
    |   reason|
    +---------+
    |truncated|
    +---------+
    """
    return call("aerospike_key_fault", value, options=options)


def aerospike_key_dissect(value: ColumnOrName, options: Options | None = None) -> Column:
    """Show what each byte means that `aerospike_key_decode` reads.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one key, as it stands in a message.
    options : dict, optional
        As for `aerospike_decode`.

    Returns
    -------
    Column
        ARRAY of STRUCT of ``offset``, ``length``, ``path``, ``type``, ``value``, in the order of
        the bytes. Malformed bytes end with a row of type ``FAULT``.

    See Also
    --------
    aerospike_key_fault : only what is wrong.
    sparkwire.view.dissection : the same as a picture.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> key = bytes.fromhex("94a474657374a464656d6fc414595a7b63eb185dbebd842553a44802b1a30ec1597b")
    >>> df = spark.createDataFrame([(key,)], ["value"])
    >>> df.select(F.inline(wire.aerospike_key_dissect("value"))).drop("value").show()
    +------+------+---------+----+
    |offset|length|     path|type|
    +------+------+---------+----+
    |     0|     1|         | key|
    |     1|     5|namespace| str|
    |     6|     5|      set| str|
    |    11|    22|   digest| bin|
    |    33|     1| user_key| int|
    +------+------+---------+----+
    """
    return call("aerospike_key_dissect", value, options=options)


def try_aerospike_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode one Aerospike change notification; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_decode` gives it: fields by their names, in any order; missing ones are
        NULL. ``bins`` may be a VARIANT, MAP or STRUCT.
    options : dict, optional
        As for `aerospike_encode`.

    Returns
    -------
    Column
        The result of `aerospike_encode`, or NULL.

    See Also
    --------
    aerospike_encode : fails for such a value.
    aerospike_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,), (None,)], "id INT")
    >>> message = F.struct(
    ...     F.lit("DELETE").alias("op"),
    ...     F.lit("test").alias("namespace"),
    ...     F.col("id").alias("user_key"),
    ... )
    >>> df.select("id", wire.try_aerospike_encode(message).isNull().alias("refused")).show()
    +----+-------+
    |  id|refused|
    +----+-------+
    | 123|  false|
    |NULL|   true|
    +----+-------+
    """
    return call("try_aerospike_encode", value, options=options)


def aerospike_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `aerospike_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_decode` gives it: fields by their names, in any order; missing ones are
        NULL. ``bins`` may be a VARIANT, MAP or STRUCT.
    options : dict, optional
        As for `aerospike_encode`.

    Returns
    -------
    Column
        NULL where `aerospike_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part that
        cannot be written and ``message``.

    See Also
    --------
    try_aerospike_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,), (None,)], "id INT")
    >>> message = F.struct(
    ...     F.lit("DELETE").alias("op"),
    ...     F.lit("test").alias("namespace"),
    ...     F.col("id").alias("user_key"),
    ... )
    >>> fault = wire.aerospike_encode_fault(message)
    >>> df.select("id", fault.reason.alias("reason"), fault.path.alias("path")).show()
    +----+-------------+------+
    |  id|       reason|  path|
    +----+-------------+------+
    | 123|         NULL|  NULL|
    |NULL|missing-field|digest|
    +----+-------------+------+
    """
    return call("aerospike_encode_fault", value, options=options)


def try_aerospike_key_encode(value: ColumnOrName, options: Options | None = None) -> Column:
    """Encode the key of an Aerospike record; NULL for a value that cannot be encoded.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_key_decode` gives it.
    options : dict, optional
        As for `aerospike_key_encode`.

    Returns
    -------
    Column
        The result of `aerospike_key_encode`, or NULL.

    See Also
    --------
    aerospike_key_encode : fails for such a value.
    aerospike_key_encode_fault : why a value cannot be written.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,), (None,)], "id INT")
    >>> key = F.struct(F.lit("test").alias("namespace"), F.col("id").alias("user_key"))
    >>> df.select("id", wire.try_aerospike_key_encode(key).isNull().alias("refused")).show()
    +----+-------+
    |  id|refused|
    +----+-------+
    | 123|  false|
    |NULL|   true|
    +----+-------+
    """
    return call("try_aerospike_key_encode", value, options=options)


def aerospike_key_encode_fault(value: ColumnOrName, options: Options | None = None) -> Column:
    """Explain why `aerospike_key_encode` rejects a value.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        STRUCT as `aerospike_key_decode` gives it.
    options : dict, optional
        As for `aerospike_key_encode`.

    Returns
    -------
    Column
        NULL where `aerospike_key_encode` succeeds, else STRUCT of ``reason``, ``path`` of the part
        that cannot be written and ``message``.

    See Also
    --------
    try_aerospike_key_encode : the bytes of the rows that have no fault.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(123,), (None,)], "id INT")
    >>> key = F.struct(F.lit("test").alias("namespace"), F.col("id").alias("user_key"))
    >>> fault = wire.aerospike_key_encode_fault(key)
    >>> df.select("id", fault.reason.alias("reason"), fault.path.alias("path")).show()
    +----+-------------+------+
    |  id|       reason|  path|
    +----+-------------+------+
    | 123|         NULL|  NULL|
    |NULL|missing-field|digest|
    +----+-------------+------+
    """
    return call("aerospike_key_encode_fault", value, options=options)


# help() shows them, and pickle finds them, where users import them from.
for _name in __all__:
    globals()[_name].__module__ = "sparkwire.functions.aerospike"
