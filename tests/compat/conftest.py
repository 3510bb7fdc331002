import sys
from pathlib import Path

# The session fixture is shared with tests/python.
sys.path.append(str(Path(__file__).parents[1] / "python"))

from sessions import spark

__all__ = ["spark"]
