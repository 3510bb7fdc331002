"""Makes the pictures of the views that the pages show. Run it when a view has changed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import sparkwire
from sparkwire.demo import samples

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "pages" / "images"


def main() -> None:
    """Show the dissection of a damaged event, with one field marked, light and dark."""
    html = sparkwire.dissect(dict(samples("databus"))["one bit flipped"], "databus").to_page()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(html, encoding="utf-8")
        for theme in ("light", "dark"):
            picture = str(IMAGES / f"dissection-{theme}.png")
            steps = [("click", ".tree .row[data-part='4']"), ("picture", picture)]
            asked = {"page": str(page), "dark": theme == "dark", "steps": steps}
            browser = ROOT / "tests" / "python" / "chromium.py"
            subprocess.run(
                [sys.executable, str(browser)], input=json.dumps(asked), text=True, check=True
            )


if __name__ == "__main__":
    main()
