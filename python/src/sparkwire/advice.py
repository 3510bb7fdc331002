"""What to do with bytes that a guess has recognised, in SQL or on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sparkwire.recognition import statements, tables, text
from sparkwire.recognition.unwrapping import NAMES

if TYPE_CHECKING:
    from sparkwire.guesses import Guess
    from sparkwire.recognition import Finding

DECODE = "sparkwire decode auto FILE"
AUTO = f"{DECODE} reads what is inside."
OPEN = f"{AUTO} Or:"
# Text with a value in each row, which is read by rows.
TABLES = (tables.NAME, "CSV", "JSON lines", statements.NAME)


def advice_for(finding: Finding, inside: Guess | None) -> str:
    """Return what to do with a value, and with what is inside of it."""
    advice = finding.advice or finding.sql
    is_table = finding.name == text.WIDE and inside and inside.format in TABLES
    is_call = inside and "(value" in inside.advice and not inside.advice.startswith(AUTO)
    if inside and finding.sql and is_call and not is_table:
        # The commands of the advice are for a file that is what is inside.
        within = inside.advice.partition("; " if finding.around else "; sparkwire ")[0]
        within = within.replace("value", finding.sql, 1)
        advice = within
        if finding.around:
            advice = f"{finding.around.replace('…', within)}; {DECODE}"
    elif inside and is_ours(inside) and finding.name in NAMES:
        if finding.around or not advice:
            return AUTO
        then = inside.advice.removeprefix(OPEN).partition("; sparkwire ")[0].strip()
        advice = f"{OPEN} {advice.removesuffix('.')}. Then: {then}"
    elif inside and inside.advice:
        advice = f"{advice.removesuffix('.')}. Then: {inside.advice}"
    elif finding.inside is not None and finding.name in NAMES:
        advice = f"{advice.removesuffix('.')}. Then guess again."
    return f"{advice}; {finding.reader}" if finding.reader and inside else advice


def is_ours(guess: Guess) -> bool:
    """Return whether what is inside is of a format that Sparkwire decodes, unwrapped by itself."""
    while guess.inside and guess.format in NAMES:
        guess = guess.inside
    return guess.dissection is not None
