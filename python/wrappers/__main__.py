"""Writes the wrappers that are out of date; ``make wrappers`` runs this."""

from wrappers import ROOT, stale

for file, text in stale().items():
    file.write_text(text, encoding="utf-8")
    print(f"renewed {file.relative_to(ROOT)}")
