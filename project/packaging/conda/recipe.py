"""Print the recipe for conda-forge that builds from a released sdist.

``python project/packaging/conda/recipe.py dist/python/sparkwire-0.1.0.tar.gz`` fills version,
checksum and dependencies into ``recipe.yaml``.
"""

import hashlib
import re
import sys
import tarfile
from pathlib import Path

RECIPE = Path(__file__).with_name("recipe.yaml")


def main(sdist: Path) -> str:
    """Return the recipe."""
    with tarfile.open(sdist) as archive:
        (about,) = (one for one in archive if re.fullmatch(r"[^/]+/PKG-INFO", one.name))
        metadata = archive.extractfile(about).read().decode()
    fields = {
        "@version@": re.search(r"^Version: (\S+)$", metadata, re.M)[1],
        "@sha256@": hashlib.sha256(sdist.read_bytes()).hexdigest(),
        "@python@": re.search(r"^Requires-Python: (\S+)$", metadata, re.M)[1],
        "@home@": re.search(r"^Project-URL: Homepage, (\S+)$", metadata, re.M)[1],
    }
    needed = re.findall(r"^Requires-Dist: ([^;\n]+)$", metadata, re.M)
    text = RECIPE.read_text(encoding="utf-8")
    for name, value in fields.items():
        text = text.replace(name, value)
    listed = "".join(
        f"    - {re.sub(r'(?<=[a-z])(?=[<>=])', ' ', one.strip())}\n" for one in needed
    )
    return text.replace('    - "@dependencies@"\n', listed)


if __name__ == "__main__":
    print(main(Path(sys.argv[1])), end="")
