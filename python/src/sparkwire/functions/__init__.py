"""The functions of the Sparkwire jar, one Python function each, under the names they have in SQL.

``import sparkwire.functions as wire`` and then ``df.select(wire.databus_decode("value"))``: values
are Columns or names of columns, everything else is a plain Python value. The same on classic Spark
and Spark Connect.
"""

from sparkwire.functions.aerospike import *  # noqa: F403
from sparkwire.functions.avro import *  # noqa: F403
from sparkwire.functions.cernan import *  # noqa: F403
from sparkwire.functions.databus import *  # noqa: F403
from sparkwire.functions.ignite import *  # noqa: F403
from sparkwire.functions.kafka import *  # noqa: F403
from sparkwire.functions.msgpack import *  # noqa: F403
