import sys
from pathlib import Path

# Both test folders use vectors.py of tests/python.
sys.path.append(str(Path(__file__).parents[1] / "python"))
