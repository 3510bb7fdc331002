"""The functions read values that Python's msgpack writes, and it reads theirs: random values."""

import math
import random
from datetime import datetime, timezone

import msgpack
import pytest

import sparkwire.functions as wire

VALUES = 400


class Maker:
    """Random values as a program might pack them."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def value(self, depth=4):
        kinds = [self.scalar] * 3 + [self.list, self.map, self.object] * bool(depth)
        return self._random.choice(kinds)(depth - 1)

    def scalar(self, _):
        return self._random.choice([self.number, self.text, self.other])()

    def number(self):
        bits = self._random.choice([3, 7, 8, 15, 16, 31, 32, 63])
        return self._random.choice([1, -1]) * self._random.getrandbits(bits)

    def text(self):
        return "".join(
            self._random.choices("ab é€😀\0", k=self._random.choice([0, 3, 31, 40, 300]))
        )

    def other(self):
        instant = datetime.fromtimestamp(self._random.randrange(-(2**33), 2**35), timezone.utc)
        floats = [0.0, -0.0, 0.1, math.inf, self._random.uniform(-1e9, 1e9)]
        return self._random.choice([None, True, False, b"\0\xff" * 9, instant, *floats])

    def list(self, depth):
        return [self.value(depth) for _ in range(self._random.randrange(20))]

    def object(self, depth):
        names = self._random.sample(["id", "Id", "name", "é", "", "x" * 70, "z1", "z10"], 5)
        return {name: self.value(depth) for name in names}

    def map(self, depth):
        keys = self._random.sample([1, -1, 1.5, b"k", True, "k", None, (1, 2)], 4)
        return {key: self.value(depth) for key in keys if key is not True or 1 not in keys}


def as_variant(value):
    if isinstance(value, (list, tuple)):
        return [as_variant(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: as_variant(item) for key, item in value.items()}
        return [{"key": as_variant(k), "value": as_variant(v)} for k, v in value.items()]
    return value


@pytest.mark.parametrize("single", [False, True], ids=["float 64", "float 32"])
def test_random_values(spark, single):
    make = Maker(2017)
    values = [make.value() for _ in range(VALUES)]
    packed = [msgpack.packb(v, datetime=True, use_single_float=single) for v in values]
    rows = spark.createDataFrame([(n, p) for n, p in enumerate(packed)], "n INT, value BINARY")
    decoded = (
        rows.repartition(2)
        .select("n", wire.msgpack_decode("value").alias("v"))
        .select("n", "v", wire.msgpack_encode("v"))
        .collect()
    )
    assert len(decoded) == VALUES
    for n, variant, again in decoded:
        peer = msgpack.unpackb(packed[n], strict_map_key=False, timestamp=3, use_list=False)
        repacked = msgpack.unpackb(again, strict_map_key=False, timestamp=3, use_list=False)
        assert as_variant(repacked) == as_variant(peer), packed[n].hex()
        assert variant.toPython() == as_variant(peer), packed[n].hex()
