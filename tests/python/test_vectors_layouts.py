"""The vectors of layouts in Spark: every line, every value completely."""

import struct
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import functions as F
from pyspark.sql.types import DataType, VariantVal

import sparkwire
import sparkwire.functions as wire

from vectors import files, lines, plain, tiles

EPOCH = datetime(1970, 1, 1)
# The functions that read all lines of a layout in one query.
OF_ONE = ("try_layout_decode", "layout_fault", "layout_dissect")
OF_ALL = ("layout_decode_all",)


class Case:
    """One line, with the content of its heading: the layout, the options and the type."""

    def __init__(self, line, heading):
        self.line = line
        self.id = line.id
        said = heading | line.said
        self.layout = said["layout"]
        self.options = said.get("options", {})
        self.type = said.get("type")
        self.fails = [said["fails"], *said.get("or", [])] if "fails" in said else []
        self.offset = said.get("offset")

    @property
    def group(self):
        """The cases that one query can ask for: the layout is a constant."""
        return self.line.file == "streams", self.layout, tuple(self.options.items())

    @property
    def bytes(self):
        return self.line.bytes


def cases(*names):
    for name in names:
        headings = {}
        for line in lines("layouts", name):
            if "name" in line.said:
                yield Case(line, headings.get(line.said.get("layout_name"), {}))
            else:
                headings[line.said["layout_name"]] = line.said


# Each layout is a query of its own, which takes seconds. The Scala tests read all random ones,
# here every third layout is enough.
RANDOM = list(cases("random"))
NAMES = sorted({case.line.said["layout_name"] for case in RANDOM})
SOME = [case for case in RANDOM if NAMES.index(case.line.said["layout_name"]) % 3 == 0]
VALUES = [*cases("realistic", "rules", "options", "by-hand"), *SOME]
STREAMS = list(cases("streams"))
REFUSED = list(cases("refused"))
GOOD = [case for case in VALUES if not case.fails]
MALFORMED = [case for case in VALUES if case.fails]
# The cases by the purpose of a query, one of each to name it.
GROUPS = {case.group: case for case in [*VALUES, *STREAMS]}


def named(of):
    return pytest.mark.parametrize("case", of, ids=lambda case: case.id)


def difference(found, view, path="$"):
    """Return where a value differs from its view; None if it does not."""
    if isinstance(found, VariantVal):
        found = plain(found.toPython())
    if isinstance(view, dict) and "$case" in view:
        return of_case(found, view, path)
    if isinstance(view, dict) and len(view) == 1 and next(iter(view)).startswith("$"):
        ((mark, value),) = view.items()
        return None if is_mark(found, mark, value) else f"{path}: {found!r} is not {view}"
    if isinstance(view, dict) and isinstance(found, dict) and found.keys() == view.keys():
        return first(difference(found[name], view[name], f"{path}.{name}") for name in view)
    if isinstance(view, list) and isinstance(found, list) and len(found) == len(view):
        pairs = zip(found, view, strict=True)
        return first(difference(*pair, f"{path}[{at}]") for at, pair in enumerate(pairs))
    if isinstance(view, bool) or isinstance(found, bool) or not isinstance(view, (int, float)):
        return None if found is view or found == view else f"{path}: {found!r} is not {view!r}"
    same = isinstance(found, (int, float, Decimal)) and found == view
    return None if same else f"{path}: {found!r} is not {view!r}"


def of_case(found, view, path):
    name, value = view["$case"], view["value"]
    if isinstance(found, dict) and name in found:
        others = [other for other in found if other != name and found[other] is not None]
        if not others:
            return difference(found[name], value, f"{path}.{name}")
    # In a VARIANT, a switch is the value of its case.
    return difference(found, value, path)


def is_mark(found, mark, value):
    if mark == "$hex":
        return found == bytes.fromhex(value)
    if mark == "$float":
        bits = struct.pack(">d", float(value))
        return isinstance(found, float) and (found != found or struct.pack(">d", found) == bits)
    if mark == "$enum":
        return found == str(value)
    if mark == "$timestamp":
        return isinstance(found, datetime) and found.replace(tzinfo=None) == EPOCH + timedelta(
            microseconds=value
        )
    if mark == "$date":
        return found == date(1970, 1, 1) + timedelta(days=value)
    return mark == "$decimal" and found == Decimal(value)


def first(differences):
    return next((one for one in differences if one), None)


@pytest.fixture(scope="module")
def ask(spark, tmp_path_factory):
    """A function that returns the results of all functions for the value of a case."""
    folder = str(tmp_path_factory.mktemp("layouts") / "table")
    number = {group: at for at, group in enumerate(GROUPS)}
    rows = [(case.id, number[case.group], case.bytes) for case in [*VALUES, *STREAMS]]
    # Read from Parquet: Spark would fold a query over local rows instead of running it.
    table = spark.createDataFrame(rows, "id STRING, number INT, value BINARY").coalesce(1)
    table.write.parquet(folder)
    table = spark.read.parquet(folder)
    answers = {}

    def answer(case):
        if case.group not in answers:
            of = table.where(F.col("number") == number[case.group])
            names = OF_ALL if case.line.file == "streams" else OF_ONE
            columns = [
                getattr(wire, name)("value", case.layout, options=case.options).alias(name)
                for name in names
            ]
            answers[case.group] = {
                row.id: plain(row) for row in of.select("id", *columns).collect()
            }
        return answers[case.group][case.id]

    return answer


def test_every_file_is_read():
    read = {case.line.file for case in [*VALUES, *STREAMS, *REFUSED]}
    # The output of layouts is not tested here.
    assert sorted(read | {"encode"}) == files("layouts")


@pytest.mark.parametrize(
    "case", [case for case in GROUPS.values() if case.type], ids=lambda case: case.id
)
def test_type(spark, case):
    found = spark.range(1).select(wire.layout_schema(case.layout, options=case.options)).first()[0]
    assert DataType.fromDDL(found).simpleString() == DataType.fromDDL(case.type).simpleString()


@named(GOOD)
class TestGood:
    def test_decode(self, ask, case):
        answer = ask(case)
        assert answer["layout_fault"] is None
        assert difference(answer["try_layout_decode"], case.line.view) is None

    def test_dissection_tiles(self, ask, case):
        parts = ask(case)["layout_dissect"]
        assert tiles(parts, case.bytes) is None
        assert "FAULT" not in {part["type"] for part in parts}


@named(MALFORMED)
class TestMalformed:
    def test_try_decode(self, ask, case):
        assert ask(case)["try_layout_decode"] is None

    def test_fault(self, ask, case):
        fault = ask(case)["layout_fault"]
        assert fault["reason"] in case.fails
        if fault["reason"] == case.fails[0] and case.offset is not None:
            assert fault["offset"] == case.offset

    def test_dissection_tiles(self, ask, case):
        parts = ask(case)["layout_dissect"]
        assert tiles(parts, case.bytes) is None
        assert (parts[-1]["type"], parts[-1]["value"]) == (
            "FAULT",
            ask(case)["layout_fault"]["reason"],
        )


@named(STREAMS)
def test_stream(ask, case):
    assert difference(ask(case)["layout_decode_all"], case.line.said["all"]) is None


@named(REFUSED)
def test_refused(spark, case):
    df = spark.createDataFrame([(b"",)], "value BINARY")
    with pytest.raises(AnalysisException) as caught:
        df.select(wire.layout_decode("value", case.layout, options=case.options)).schema  # noqa: B018
    assert caught.value.getCondition() == "SPARKWIRE_INVALID_SCHEMA"
    assert case.line.said["refused"] in str(caught.value)


@named([case for case in GROUPS.values() if case.line.file == "realistic"])
def test_pruned(spark, ask, case):
    of = [one for one in VALUES if one.group == case.group]
    rows = [(one.id, one.bytes) for one in of]
    df = spark.createDataFrame(rows, "id STRING, value BINARY")
    value = wire.try_layout_decode("value", case.layout, options=case.options)
    names = DataType.fromDDL(case.type).fieldNames()
    for row in df.select("id", *(value[name].alias(name) for name in names)).collect():
        one = next(one for one in of if one.id == row.id)
        whole = ask(one)["try_layout_decode"] or dict.fromkeys(names)
        found = plain(row)
        assert {name: repr(found[name]) for name in names} == {
            name: repr(whole[name]) for name in names
        }


@named(MALFORMED[:20])
def test_decode_fails(spark, ask, case):
    df = spark.createDataFrame([(case.bytes,)], "value BINARY")
    with pytest.raises(Exception, match="SPARKWIRE_MALFORMED") as caught:
        df.select(wire.layout_decode("value", case.layout, options=case.options)).collect()
    found = sparkwire.malformed(caught.value)
    fault = ask(case)["layout_fault"]
    assert (found.format, found.reason, found.offset, found.path) == (
        "layout",
        fault["reason"],
        fault["offset"],
        fault["path"],
    )
