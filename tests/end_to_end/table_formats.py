"""Table formats that support MERGE, and the settings of a session for each."""

import sparkwire
from artifacts import spark_jars

DELTA = {
    "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    # By default Delta reads even small logs in 50 tasks.
    "spark.databricks.delta.snapshotPartitions": "1",
}
ICEBERG = {
    "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.lake.type": "hadoop",
    "spark.sql.catalog.lake.warehouse": "warehouse",
    "spark.sql.defaultCatalog": "lake",
    # A stream writes in its own session, and a cached table does not show these commits.
    "spark.sql.catalog.lake.cache-enabled": "false",
}
FORMATS = {
    "delta": ("io.delta:delta-spark_2.13:4.0.1", DELTA),
    "iceberg": ("org.apache.iceberg:iceberg-spark-runtime-4.0_2.13:1.10.0", ICEBERG),
}


def settings(name):
    """Return the settings of a session with Sparkwire and this table format."""
    coordinates, own = FORMATS[name]
    jars = f"{spark_jars(coordinates)},{sparkwire.jar_path()}"
    return {"spark.master": "local[2]", "spark.jars": jars} | own
