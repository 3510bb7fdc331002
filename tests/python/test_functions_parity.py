"""The Python functions match the functions of the jar: names, parameters, versions, documentation.

A function that fails here exists on one side only, or under different names. Add its wrapper to
``functions/<format>.py``; ``make wrappers`` generates ``try_…``, ``…_fault`` and ``…_dissect``.
"""

import inspect
import re
import sys
from pathlib import Path

import pytest

import sparkwire.functions as wire

sys.path.append(str(Path(__file__).parents[2] / "python"))

from wrappers import FUNCTIONS, made, stale

NAMES = sorted(name for name, member in vars(wire).items() if inspect.isfunction(member))
SECTIONS = ["Parameters", "Returns", "See Also", "Examples"]


def described(spark, name):
    rows = spark.sql(f"DESCRIBE FUNCTION EXTENDED {name}").collect()
    return "\n".join(row[0] for row in rows)


def test_every_function_of_the_jar_has_a_wrapper(spark):
    registered = [row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()]
    ours = [name for name in registered if "Class: sparkwire." in described(spark, f"`{name}`")]
    assert sorted(ours) == NAMES


def test_the_shop_window_is_in_order():
    for module in {inspect.getmodule(getattr(wire, name)) for name in NAMES}:
        assert set(module.__all__) <= set(NAMES)


def test_made_wrappers_are_what_their_sources_make():
    assert not list(stale()), "these are made from files that changed: run `make wrappers`"


def test_nothing_else_is_among_the_made_wrappers():
    twins = FUNCTIONS / "_twins"
    assert set(twins.glob("*.py")) - set(made()) == {twins / "__init__.py"}


@pytest.mark.parametrize("name", NAMES)
class TestWrapper:
    def test_parameters(self, spark, name):
        usage = re.search(rf"Usage: {name}\((.*?)\) - ", described(spark, name))[1]
        parameters = inspect.signature(getattr(wire, name)).parameters
        assert list(parameters) == re.findall(r"\w+", usage)
        optional = re.findall(r"\w+", "".join(re.findall(r"\[.*?\]", usage)))
        assert optional == [p.name for p in parameters.values() if p.default is not p.empty]

    def test_since(self, spark, name):
        since = re.search(r"Since: (\S+)", described(spark, name))[1]
        assert f".. versionadded:: {since}\n" in inspect.getdoc(getattr(wire, name))

    def test_documentation(self, name):
        function = getattr(wire, name)
        doc = inspect.getdoc(function)
        assert re.findall(r"^(.+)\n-+$", doc, re.MULTILINE) == SECTIONS
        parameters = doc.split("Parameters\n----------\n")[1].split("\nReturns\n")[0]
        assert re.findall(r"^(\w+) : ", parameters, re.MULTILINE) == list(
            inspect.signature(function).parameters
        )
        examples = doc.split("Examples\n--------\n")[1]
        assert f"wire.{name}(" in examples

    def test_annotations(self, name):
        signature = inspect.signature(getattr(wire, name))
        assert signature.return_annotation == "Column"
        assert all(p.annotation is not p.empty for p in signature.parameters.values())
