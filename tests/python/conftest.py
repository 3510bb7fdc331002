from sessions import spark

__all__ = ["spark"]


def pytest_addoption(parser):
    parser.addoption(
        "--without-spark", action="store_true", help="run only the tests that need no session"
    )


def pytest_collection_modifyitems(config, items):
    if config.getoption("--without-spark"):
        needs_spark = [item for item in items if "spark" in item.fixturenames]
        config.hook.pytest_deselected(items=needs_spark)
        items[:] = [item for item in items if item not in needs_spark]
