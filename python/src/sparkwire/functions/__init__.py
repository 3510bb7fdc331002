"""The functions of the Sparkwire jar, one Python function each, under the names they have in SQL.

``import sparkwire.functions as wire`` and then ``df.select(wire.databus_decode("value"))``: values
are Columns or names of columns, everything else is a plain Python value. The same on classic Spark
and Spark Connect.
"""

from sparkwire.functions.aerospike import *
from sparkwire.functions.avro import *
from sparkwire.functions.cernan import *
from sparkwire.functions.databus import *
from sparkwire.functions.ignite import *
from sparkwire.functions.kafka import *
from sparkwire.functions.layouts import *
from sparkwire.functions.msgpack import *
from sparkwire.functions.schema_ids import *
