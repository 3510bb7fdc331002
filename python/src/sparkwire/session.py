"""Spark sessions with the Sparkwire jar. The only file that reaches into the JVM."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sparkwire._settings import checked_setting
from sparkwire.errors import NO_PYSPARK, SetUpError, check_spark
from sparkwire.java import ensure_java

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PROVIDER = "sparkwire.SparkwireExtensions"
_PROBE = "databus_decode"


def jar_path() -> str:
    """Return the path of the Sparkwire jar inside this package.

    Returns
    -------
    str
        The path, for ``spark.jars``, ``spark-submit --jars`` or ``ADD JAR``.

    Examples
    --------
    >>> sparkwire.jar_path()
    '...sparkwire_2.13-...jar'
    """
    folder = Path(__file__).parent / "jars"
    jars = sorted(folder.glob("sparkwire_2.13-*.jar"))
    if len(jars) != 1:
        raise SetUpError(
            f"{folder} should hold the one Sparkwire jar, but holds {len(jars)}:"
            " install the wheel again (in the source tree: pip install -e python)."
        )
    return str(jars[0])


def configure(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add the Sparkwire jar to the builder of a session.

    Parameters
    ----------
    builder : SparkSession.Builder
        The builder. Its ``spark.jars`` are kept, or if it has none, the jars of
        ``spark-defaults.conf``. The jars of ``--jars`` in ``PYSPARK_SUBMIT_ARGS`` are kept too.

    Returns
    -------
    SparkSession.Builder
        The same builder. A builder for a remote Spark Connect server (``sc://…``) is not changed:
        there the server must have the jar.

    Examples
    --------
    >>> from pyspark.sql import SparkSession
    >>> builder = sparkwire.configure(SparkSession.builder.master("local[2]"))
    >>> spark = builder.getOrCreate()
    """
    _spark_session_class()
    options: dict[str, Any] = getattr(builder, "_options", {})
    remote = options.get("spark.remote") or os.environ.get("SPARK_REMOTE", "")
    if str(remote).startswith("sc://"):
        return builder
    ensure_java()
    submit = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", ""))
    if "--jars" in submit[:-1]:
        # When Spark starts, --jars overrides the setting; later on, the setting overrides --jars.
        at = submit.index("--jars") + 1
        submit[at] = jars = _with_our_jar(options.get("spark.jars", ""), submit[at])
        os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join(submit)
    else:
        jars = _with_our_jar(options.get("spark.jars") or _default_conf("spark.jars"))
    return builder.config("spark.jars", jars)


def session(**conf: Any) -> SparkSession:  # noqa: ANN401
    """Start Spark with Sparkwire, or add Sparkwire to the running session and return that.

    Parameters
    ----------
    **conf
        Spark's settings. ``_`` stands for ``.`` and ``spark_`` may be omitted. A name that contains
        a ``.`` is used unchanged, as in ``session(**{"spark.my.setting": 1})``; other names must
        begin like a setting of Spark.

    Returns
    -------
    SparkSession

    Examples
    --------
    >>> spark = sparkwire.session(master="local[2]", sql_shuffle_partitions=4)
    """
    spark_session = _spark_session_class()
    running = _running(spark_session)
    settings = {checked_setting(name): value for name, value in conf.items()}
    if running is not None and _is_connect(running):
        # A builder would start a classic session in addition.
        for name, value in settings.items():
            if name != "spark.remote":
                running.conf.set(name, value)
        register(running)
        return running
    builder = spark_session.builder
    for name, value in settings.items():
        builder = builder.config(name, value)
    # Apply the settings first: they may name a remote server, whose client needs neither the jar
    # nor Java.
    spark = (builder if running else configure(builder)).getOrCreate()
    # A server that somebody else started may lack the jar. Its own errors, such as the one for a
    # format that it does not find, would not say so.
    if (running or _is_connect(spark)) and not spark.catalog.functionExists(_PROBE):
        register(spark)
    return spark


def _running(spark_session: type[SparkSession]) -> SparkSession | None:
    """Return the active session, classic or of Spark Connect."""
    running = spark_session.getActiveSession()
    connect = sys.modules.get("pyspark.sql.connect.session")
    if running is None and connect is not None:
        found: SparkSession | None = connect.SparkSession.getActiveSession()
        return found
    return running


def register(spark: SparkSession) -> None:
    """Add Sparkwire's functions and its optimizer rule to a running session.

    Sessions that were started with the jar do not need this call. It adds the jar to the session if
    the jar is missing. A second call does no harm.

    Parameters
    ----------
    spark : SparkSession
        A classic session. A Spark Connect server must be started with the jar.

    Examples
    --------
    >>> sparkwire.register(spark)
    """
    check_spark(spark.version)
    if _is_connect(spark):
        if spark.catalog.functionExists(_PROBE):
            return
        raise SetUpError(
            "A Spark Connect client cannot add functions to its server. "
            + how_to_add_the_jar(spark)
        )
    provider = _provider(spark)
    if provider is None:
        spark.sql(f"ADD JAR '{jar_path()}'")
        provider = _provider(spark)
    if provider is None:
        raise SetUpError(f"{_PROVIDER} is not in {jar_path()}: the jar is not Sparkwire's.")
    _call_static(spark, provider, "register", spark._jsparkSession)


def row_lines(rows: DataFrame, folder: str, is_raw: bool) -> Any:  # noqa: ANN401
    """Start to write rows to pieces of files on this machine; see ``RowLines`` in Scala.

    Parameters
    ----------
    rows : DataFrame
        The rows, of a classic session that `session` has started.
    folder : str
        An empty folder for the pieces.
    is_raw : bool
        Whether the columns of BINARY are written as they are, instead of rows as JSON.
    """
    spark = rows.sparkSession
    java: Any = spark.sparkContext._jvm
    loader = spark._jsparkSession.sharedState().jarClassLoader()
    of = java.java.lang.Class.forName("sparkwire.files.lines.RowLines", True, loader)
    return _call_static(spark, of, "of", rows._jdf, folder, is_raw)


def _call_static(spark: SparkSession, of: Any, name: str, *arguments: Any) -> Any:  # noqa: ANN401
    """Call by reflection: py4j finds classes of added jars only in the thread that added them."""
    gateway: Any = spark.sparkContext._gateway
    passed = gateway.new_array(gateway.jvm.java.lang.Object, len(arguments))
    for at, argument in enumerate(arguments):
        passed[at] = argument
    method = next(m for m in of.getMethods() if m.getName() == name)
    return method.invoke(None, passed)


def how_to_add_the_jar(spark: SparkSession) -> str:
    """Return advice for a session that lacks the jar."""
    check_spark(spark.version)
    try:
        jar = jar_path()
    except SetUpError:
        jar = "the Sparkwire jar"
    if _is_connect(spark):
        # The server does not see the files of this machine.
        return f"Start the Spark Connect server with --jars {Path(jar).name}, at its path there."
    return (
        "Start it by sparkwire.session(), with sparkwire.configure(builder) or with"
        f" --jars {jar}; or call sparkwire.register(spark) now."
    )


def _provider(spark: SparkSession) -> Any | None:  # noqa: ANN401
    java: Any = spark.sparkContext._jvm
    loader = spark._jsparkSession.sharedState().jarClassLoader()
    try:
        return java.java.lang.Class.forName(_PROVIDER, True, loader)
    except Exception as error:
        if "ClassNotFoundException" in str(error):
            return None
        raise


def _is_connect(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def _with_our_jar(*lists: str) -> str:
    paths = [path for jars in lists for path in jars.split(",") if path]
    return ",".join(dict.fromkeys([*paths, jar_path()]))


def _default_conf(name: str) -> str:
    """Return a setting of ``spark-defaults.conf``, which a setting of the builder would replace."""
    folder = os.environ.get("SPARK_CONF_DIR") or Path(os.environ.get("SPARK_HOME", ""), "conf")
    file = Path(folder, "spark-defaults.conf")
    if not file.is_file():
        return ""
    for line in file.read_text().splitlines():
        key, _, value = line.strip().replace("=", " ", 1).partition(" ")
        if key == name:
            return value.strip()
    return ""


def _spark_session_class() -> type[SparkSession]:
    try:
        import pyspark
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as error:
        raise SetUpError(NO_PYSPARK) from error
    check_spark(pyspark.__version__)
    return SparkSession
