"""The keyword arguments of `sparkwire.session` as settings of Spark."""

from __future__ import annotations

import re

from sparkwire.errors import InvalidCall, did_you_mean

# The first words of the names of Spark's settings, and the names of one word.
_FIRST_WORDS = """
    acls admin api app archives authenticate barrier broadcast buffer checkpoint cleaner connect
    databricks decommission default deploy driver driverEnv dynamicAllocation eventLog
    excludeOnFailure executor executorEnv files hadoop history hive io jars jdbc kerberos kryo
    kryoserializer kubernetes locality log master memory metrics modify network plugins port pyspark
    python r rdd redaction reducer remote resources rpc scheduler security serializer shuffle
    speculation sql ssl stage standalone storage streaming submit task ui unsafe user worker yarn
"""
_WORDS = "archives extraListeners files jars logConf master plugins remote serializer"
_GROUPS, _SINGLE = frozenset(_FIRST_WORDS.split()), frozenset(_WORDS.split())
# The settings that are used most, for advice.
_USUAL = (
    *("app_name", "driver_memory", "executor_cores", "executor_memory", "jars", "jars_packages"),
    *("log_level", "master", "remote", "sql_extensions", "sql_session_timeZone"),
    *("sql_shuffle_partitions", "sql_warehouse_dir", "ui_enabled", "ui_port"),
)


def checked_setting(name: str) -> str:
    """Return the setting that a keyword stands for; refuse a keyword that is none of Spark's.

    Spark itself ignores settings that it does not know.
    """
    full = setting(name)
    if "." in name:
        return full
    group, _, rest = full.removeprefix("spark.").partition(".")
    if (group in _GROUPS and rest) or (group in _SINGLE and not rest):
        return full
    near = did_you_mean(_underscored(name), _USUAL)
    raise InvalidCall(
        f"session() takes no argument {name}.{near} Accepted: the settings of Spark with _ for .,"
        ' such as app_name or sql_shuffle_partitions; any others as **{"name.with.dots": value}.'
    )


def _underscored(name: str) -> str:
    """Return appName as app_name."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def setting(name: str) -> str:
    """Return the name of a setting with dots, starting with ``spark.``."""
    if "." in name:
        return name
    dotted = name.replace("_", ".")
    return dotted if dotted.startswith("spark.") else f"spark.{dotted}"
