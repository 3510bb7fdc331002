"""A stream from a real broker at full speed: exact results and constant memory.

``make soak MINUTES=30`` runs it for longer. The samples are written to ``target/soak.json``.
"""

import json
import os
from pathlib import Path

import pytest

from artifacts import spark_python
from kafka_broker import VERSIONS, broker, jars, spark_source

from spawn import ROOT, run
from vectors import lines

MINUTES = float(os.environ.get("MINUTES", "0.5"))
VALUES = 100


@pytest.fixture(scope="module")
def values():
    """One malformed event, then good ones, a hundred in all; and the lines of the good ones."""
    events = [line for line in lines("databus", "events-v2") if not line.fails]
    events = [event for event in events if event.order == "big"]
    good = [events[number % len(events)] for number in range(VALUES - 1)]
    bad = good[0].bytes[:-1]
    return [bad, *(event.bytes for event in good)], good


@pytest.fixture(scope="module")
def ran(values, tmp_path_factory):
    folder = tmp_path_factory.mktemp("soak")
    file = folder / "values"
    file.write_text("\n".join(value.hex() for value in values[0]))
    here = Path(__file__).parent
    with broker(folder, VERSIONS[-1]) as (address, _):
        java = ["java", "-Xmx256m", "-cp", jars(VERSIONS[-1]), here / "KafkaLoad.java"]
        load = [*java, address, "events", file]
        arguments = [address, "events", spark_source(), MINUTES, *load]
        python_path = str(ROOT / "python" / "src")
        command = [spark_python(), here / "soak_session.py", *arguments]
        code, out, err = run(command, folder, timeout=60 * MINUTES + 300, PYTHONPATH=python_path)
    assert code == 0, err
    found = json.loads(out.splitlines()[-1])
    (ROOT / "target").mkdir(exist_ok=True)
    (ROOT / "target" / "soak.json").write_text(json.dumps(found, indent=1))
    return found


def numbers(written, remainders):
    """Return the count and the sum of the numbers below `written` with these remainders."""
    chosen = [range(first, written, VALUES) for first in remainders]
    return sum(map(len, chosen)), sum(map(sum, chosen))


def test_every_good_record_is_there_once(ran, values):
    written = ran["written"]
    count, total = numbers(written, range(1, VALUES))
    of = [event.view["sequence"] for event in values[1]]
    sequences = sum(
        sequence * len(range(first, written, VALUES)) for first, sequence in enumerate(of, 1)
    )
    assert ran["good"] == [count, total, sequences]


def test_every_bad_record_is_a_dead_letter_once(ran):
    count, total = numbers(ran["written"], [0])
    assert ran["letters"] == [count, count, total, count, count]


def test_memory_is_flat(ran):
    """Memory stays flat after the first third, in which Spark fills its caches.

    Spark keeps plans and the progress reports of about a hundred batches.
    """
    samples = ran["samples"]
    later = samples[len(samples) // 3 :]
    for kind, more in {"heap": 1.25, "resident": 1.15}.items():
        values = [one[kind] for one in later]
        assert values[-1] <= more * values[0], (kind, values)
