"""Binary objects of Apache Ignite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire._call import call, literal
from sparkwire.functions._twins.ignite import *

if TYPE_CHECKING:
    from pyspark.sql import Column

    from sparkwire._call import ColumnOrName, Options

__all__ = [
    "ignite_cdc_decode",
    "ignite_cdc_dissect",
    "ignite_cdc_fault",
    "ignite_decode",
    "ignite_dissect",
    "ignite_encode",
    "ignite_encode_fault",
    "ignite_fault",
    "ignite_field_id",
    "ignite_hash",
    "ignite_hash_fault",
    "ignite_header",
    "ignite_header_fault",
    "ignite_schema_id",
    "ignite_type_id",
    "ignite_types",
    "ignite_types_fault",
    "try_ignite_cdc_decode",
    "try_ignite_decode",
    "try_ignite_encode",
    "try_ignite_hash",
    "try_ignite_header",
    "try_ignite_types",
]


def ignite_decode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one value of Apache Ignite.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    schema_ddl : str, optional
        The type to read, such as ``"id BIGINT, tags ARRAY<STRING>"`` (a STRUCT of these fields).
        Its names find fields by their hash. Without it the result is VARIANT.
    options : dict, optional
        ``types`` (what the cluster knows of its types, as JSON: see
        `sparkwire.ignite.types_from_metadata`), ``mismatch`` (``fail``, ``null``: a value that does
        not fit makes only its own field NULL), ``zone`` (``UTC``: the time zone in which a stored
        ``java.sql.Date``, such as a DATE column of Ignite's SQL, is counted as a day, and a
        ``java.sql.Time`` as a TIME),
        ``optimized`` (``known``, ``raw``: serialized Java stays bytes, well-known classes too),
        ``verify`` (``full``, ``none``), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        VARIANT, or the type that `schema_ddl` says. NULL for NULL, but a VARIANT null for a null of
        Ignite; malformed bytes, and values that do not fit the type, fail the query with the
        condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    try_ignite_decode : NULL for malformed bytes.
    ignite_fault : why bytes are malformed.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex(
    ...     "67010b0014ae6121dad2fe8a3f0000009be39cf230000000030700000009"
    ...     "03000000416e6e1e0200000002000000041a1b0d0000188b7a33001dcac9c6c925"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(wire.ignite_decode("value").alias("decoded")).show(truncate=False)
    +-----------------------------------------------------------------+
    |decoded                                                          |
    +-----------------------------------------------------------------+
    |{"#-909719094":10.5,"#3355":7,"#3373707":"Ann","@type":560049684}|
    +-----------------------------------------------------------------+
    >>> typed = wire.ignite_decode("value", "id INT, name STRING, salary DECIMAL(10,2)")
    >>> df.select(typed.alias("decoded")).select("decoded.*").show()
    +---+----+------+
    | id|name|salary|
    +---+----+------+
    |  7| Ann| 10.50|
    +---+----+------+
    >>> types = '[{"type_name": "acme.Types$Person", "schemas": [["id", "name", "salary"]]}]'
    >>> named = wire.ignite_decode("value", options={"types": types})
    >>> df.select(named.alias("decoded")).show(truncate=False)
    +---------------------------------------------------------------+
    |decoded                                                        |
    +---------------------------------------------------------------+
    |{"@type":"acme.Types$Person","id":7,"name":"Ann","salary":10.5}|
    +---------------------------------------------------------------+
    """
    return call("ignite_decode", value, literal(schema_ddl), options=options)


def ignite_encode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Encode a value in Apache Ignite's binary form.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        What `ignite_decode` gives, or any other value. A STRUCT becomes an object of the type that
        its field ``@type`` or the option ``type`` names.
    schema_ddl : str, optional
        The type that `ignite_decode` was asked for. The value must have it.
    options : dict, optional
        ``type`` (the name of the type of a STRUCT that is the whole value), ``footer`` (``full``,
        ``compact``: as a cluster writes it; needs ``types``), ``types``, ``zone`` (as for
        `ignite_decode`), ``serializedJava`` (``refuse``, ``write``: a node runs the code of such
        values), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        BINARY. Header flags, schema id and hash code are computed. NULL for NULL; a value that
        cannot be written fails the query with the condition ``SPARKWIRE_UNENCODABLE``.

    See Also
    --------
    try_ignite_encode : NULL for a value that cannot be written.
    ignite_encode_fault : why a value cannot be written.
    ignite_decode : the way back.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.createDataFrame([(7, "Ann")], "id INT, name STRING")
    >>> person = wire.ignite_encode(F.struct("id", "name"), options={"type": "Person"})
    >>> df.select(wire.ignite_decode(person, "name STRING").alias("person")).show()
    +------+
    |person|
    +------+
    | {Ann}|
    +------+
    """
    return call("ignite_encode", value, literal(schema_ddl), options=options)


def ignite_header(value: ColumnOrName, options: Options | None = None) -> Column:
    """Read the header of an object of Apache Ignite, without its fields.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        ``verify`` (``full``, ``none``: only the header is looked at), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRUCT of ``type_id``, ``class_name``, ``schema_id``, ``hash_code``, ``hash_ok``, ``flags``,
        ``length``, ``field_ids``, ``raw``; NULL for a value that is not an object. For wrapped
        data, those of its root.

    See Also
    --------
    try_ignite_header : NULL for malformed bytes.
    ignite_type_id : the number of a type by its name.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex(
    ...     "67010b0014ae6121dad2fe8a3f0000009be39cf230000000030700000009"
    ...     "03000000416e6e1e0200000002000000041a1b0d0000188b7a33001dcac9c6c925"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> header = df.select(wire.ignite_header("value").alias("h"))
    >>> header.select("h.type_id", "h.schema_id", "h.hash_ok", "h.length").show()
    +---------+----------+-------+------+
    |  type_id| schema_id|hash_ok|length|
    +---------+----------+-------+------+
    |560049684|-224599141|   true|    63|
    +---------+----------+-------+------+
    """
    return call("ignite_header", value, options=options)


def ignite_hash(value: ColumnOrName, options: Options | None = None) -> Column:
    """Compute the hash code of an object of Apache Ignite, from its data.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: one whole value.
    options : dict, optional
        ``verify`` (``full``, ``none``: only the header is looked at), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        INT: what the header should have; NULL for a value that is not an object.

    See Also
    --------
    ignite_header : the hash code that the header has, and whether it is this one.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex(
    ...     "67010b0014ae6121dad2fe8a3f0000009be39cf230000000030700000009"
    ...     "03000000416e6e1e0200000002000000041a1b0d0000188b7a33001dcac9c6c925"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(wire.ignite_hash("value").alias("hash")).show()
    +-----------+
    |       hash|
    +-----------+
    |-1963011366|
    +-----------+
    """
    return call("ignite_hash", value, options=options)


def ignite_types(value: ColumnOrName, options: Options | None = None) -> Column:
    """Read what a node of Apache Ignite says of one type.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: a file ``binary_meta/.../<type id>.bin`` of a node, or a record of the topic for
        metadata that the streamer of its change data capture fills.
    options : dict, optional
        ``verify`` (``full``, ``none``: only the header is looked at), ``maxDepth``, ``maxSize``.

    Returns
    -------
    Column
        STRING: the description of this type, for the option ``types`` of `ignite_decode`.

    See Also
    --------
    sparkwire.ignite.types_from_metadata : the same for all files of a folder.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> value = bytes.fromhex(
    ...     "67010a0030f6dbc54fcda424f4000000b5f2dfbfc70000000314ae6121091100000061636d652e54"
    ...     "7970657324506572736f6e19030000000209020000006964fe0f00000065be8f1072000003000000"
    ...     "1b0d000009040000006e616d65fe0f00000065be8f10720000090000008b7a330009060000007361"
    ...     "6c617279fe0f00000065be8f107200001e000000cac9c6c965fe2200000066e6a8bd37bfb165cc15"
    ...     "f29000009be39cf2030000001b0d00008b7a3300cac9c6c9180100000003039be39cf208006565d5"
    ...     "b5cfcc18c5dcbbd71db97e05b433675a5cca90f27e4572917771e1f6b82bfdb0b9c36bada91ec537"
    ...     "357d62c6"
    ... )
    >>> df = spark.createDataFrame([(value,)], ["value"])
    >>> df.select(wire.ignite_types("value")).first()[0]
    '[{"type_name":"acme.Types$Person","schemas":[["id","name","salary"]]}]'
    """
    return call("ignite_types", value, options=options)


def ignite_type_id(name: ColumnOrName) -> Column:
    """Compute the id of a type in Apache Ignite, from its name.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    name : Column or str
        STRING: the name of the type, mostly the full name of a class (``acme.Types$Person``).

    Returns
    -------
    Column
        INT: the hash of the lower-cased name.

    See Also
    --------
    ignite_field_id : the same for a field.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.range(1).select(wire.ignite_type_id(F.lit("Person")).alias("id"))
    >>> df.first()[0]
    -991716523
    """
    return call("ignite_type_id", name)


def ignite_field_id(name: ColumnOrName) -> Column:
    """Compute the id of a field in Apache Ignite, from its name.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    name : Column or str
        STRING: the name of the field.

    Returns
    -------
    Column
        INT: the hash of the lower-cased name.

    See Also
    --------
    ignite_schema_id : the number of several fields in their order.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> df = spark.range(1).select(wire.ignite_field_id(F.lit("salary")).alias("id"))
    >>> df.first()[0]
    -909719094
    """
    return call("ignite_field_id", name)


def ignite_schema_id(names: ColumnOrName) -> Column:
    """Compute the id of a schema in Apache Ignite, from the names of its fields.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    names : Column or str
        ARRAY<STRING>: the names of the fields in the order of writing.

    Returns
    -------
    Column
        INT: a hash of the numbers of the fields.

    See Also
    --------
    ignite_header : the schema id that an object has.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from pyspark.sql import functions as F
    >>> names = F.array(F.lit("id"), F.lit("name"), F.lit("salary"))
    >>> spark.range(1).select(wire.ignite_schema_id(names).alias("id")).first()[0]
    -224599141
    """
    return call("ignite_schema_id", names)


def ignite_cdc_decode(
    value: ColumnOrName, schema_ddl: str | None = None, options: Options | None = None
) -> Column:
    """Decode one event of Apache Ignite's change data capture, as its streamer writes it to Kafka.

    .. versionadded:: 0.1.0

    Parameters
    ----------
    value : Column or str
        BINARY: the value of a record of the topic.
    schema_ddl : str, optional
        The types of ``key`` and ``value``, such as ``"key BIGINT, value STRUCT<id: INT>"``. What it
        does not name is VARIANT.
    options : dict, optional
        As for `ignite_decode`.

    Returns
    -------
    Column
        STRUCT of ``cache_id``, ``operation`` (``PUT``, ``REMOVE``), ``primary``, ``partition``,
        ``version``, ``source_version``, ``expire_time``, ``key`` and ``value``. NULL for NULL and
        for the marker that the streamer writes when there are new types; malformed bytes fail the
        query with the condition ``SPARKWIRE_MALFORMED``.

    See Also
    --------
    ignite_types : what the topic for metadata says of types, for the option ``types``.

    Examples
    --------
    >>> import sparkwire.functions as wire
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
    >>> event = wire.ignite_cdc_decode("value", "key BIGINT, value STRING")
    >>> df.select(event.alias("event")).select("event.operation", "event.key", "event.value").show()
    +---------+---+-----+
    |operation|key|value|
    +---------+---+-----+
    |      PUT|  7|  Ann|
    +---------+---+-----+
    """
    return call("ignite_cdc_decode", value, literal(schema_ddl), options=options)
