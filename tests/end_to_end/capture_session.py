"""Reads a capture of a broker with Spark; test_captures.py runs this in a new process."""

import json
import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession

import sparkwire

CAPTURE, PORT, PAGE = sys.argv[1:]

spark = sparkwire.configure(SparkSession.builder.master("local[2]")).getOrCreate()
said = {}


def table(**options):
    reader = spark.read.format("sparkwire-capture").options(protocol="kafka", **options)
    return reader.load(CAPTURE)


table(port=PORT).createOrReplaceTempView("requests")
faults = spark.sql("SELECT fault.reason FROM requests WHERE fault IS NOT NULL")
said["faults"] = sorted(row[0] for row in faults.collect())
said["apis"] = [row[0] for row in spark.sql("SELECT DISTINCT api FROM requests").collect()]
versions = "SELECT api, collect_set(api_version) FROM requests WHERE api IS NOT NULL GROUP BY api"
said["versions"] = [list(row) for row in spark.sql(versions).collect()]
said["undecoded"] = spark.sql("""
  SELECT count_if(kafka_request_fault(request) IS NOT NULL),
    count_if(kafka_response_fault(response, api_key, api_version) IS NOT NULL),
    count_if(kafka_request_decode(request).correlation_id != correlation_id),
    count(*)
  FROM requests
""").head()
said["without_port"] = table().count()
streams = spark.read.format("sparkwire-capture").load(CAPTURE)
said["bytes"] = streams.selectExpr("sum(length(value))").head()[0]
said["frames"] = spark.sql(
    "SELECT sum(length(request) + 4) + sum(length(response) + 4) FROM requests"
).head()[0]

# The queries of the page.
blocks = re.findall(r"```sql\n(.*?)```", Path(PAGE).read_text(encoding="utf-8"), re.DOTALL)
statements = [one for block in blocks for one in block.split(";") if "FROM requests" in one]
said["recipes"] = [len(spark.sql(one).collect()) for one in statements]
print(json.dumps(said))
