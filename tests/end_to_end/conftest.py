import sys
from pathlib import Path

# Both test folders use vectors.py of tests/python.
sys.path.append(str(Path(__file__).parents[1] / "python"))


def pytest_addoption(parser):
    parser.addoption(
        "--broker",
        choices=["with", "without"],
        help="run only the files that start a broker of Kafka, or only the others: each half "
        "takes about as long, and one can run beside the other",
    )


def pytest_collection_modifyitems(config, items):
    asked = config.getoption("--broker")
    if asked:
        left = [item for item in items if has_broker(item.path) != (asked == "with")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def has_broker(file):
    return "from kafka_broker import" in file.read_text(encoding="utf-8")
