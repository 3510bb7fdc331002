"""The examples in the docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import sparkwire

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for info in pkgutil.walk_packages(sparkwire.__path__, "sparkwire."):
        module = importlib.import_module(info.name)
        yield from (test for test in finder.find(module, info.name) if test.examples)


@pytest.mark.parametrize("test", list(examples()), ids=lambda test: test.name)
def test_example(spark, test):
    test.globs |= {"spark": spark, "sparkwire": sparkwire}
    said = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert not said, "".join(said)
