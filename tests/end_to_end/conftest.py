import sys
from pathlib import Path

# The vectors are read by both folders of tests.
sys.path.append(str(Path(__file__).parents[1] / "python"))
