"""The views of notebooks in a real Chromium."""

import pytest

import browser
import sparkwire
from sparkwire.demo import samples
from sparkwire.dissection import dissect_call
from sparkwire.formats import Call
from sparkwire.html import page
from sparkwire.profiling import COLUMNS, Profile

DAMAGED = dict(samples("databus"))["one bit flipped"]
PART_OF = "document.querySelector('{}').dataset.part"
MARKED = """(() => {{
  const paths = [...document.querySelectorAll('.{pane} .{mark}')];
  return paths.map(one => one.textContent.trim());
}})()"""


@pytest.fixture
def browse(tmp_path):
    def browse(html, *steps, dark=False):
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        return browser.browse(file, steps, dark=dark)

    return browse


def marked(pane, mark):
    return ("script", MARKED.format(pane=pane, mark=mark))


def test_hover_and_click(browse):
    html = sparkwire.dissect(DAMAGED, "databus").to_page()
    rows, over, both, pinned, none, still = browse(
        html,
        ("script", "document.querySelectorAll('.tree .row').length"),
        ("move", ".hex .byte[data-part='2']"),
        marked("tree", "over"),
        ("move", ".tree .row[data-part='4']"),
        marked("hex", "over"),
        ("click", ".tree .row[data-part='1']"),
        marked("hex", "pinned"),
        ("click", ".hex .byte[data-part='1']"),
        marked("hex", "pinned"),
        ("click", ".bad"),
        marked("tree", "pinned"),
    )
    assert rows == 11
    assert over == ["size int32 71"]
    sequence = [shown for shown in both if len(shown) == 2]
    assert sequence == ["00", "00", "05", "71", "60", "88", "1a", "e0"]
    assert pinned[:4] == ["d1", "0d", "01", "7b"]
    assert none == []  # a second click on the same part unpins it
    assert still == ["body_crc FAULT bad-body-crc"]


def test_fault_is_red_and_themes_differ(browse):
    html = sparkwire.dissect(DAMAGED, "databus").to_page()
    colours = """(() => {
      const of = (what, name) => getComputedStyle(document.querySelector(what))[name];
      return [of('.tree .fault', 'color'), of('.sparkwire', 'backgroundColor'),
              of('.head .bad', 'color')];
    })()"""
    (light,) = browse(html, ("script", colours))
    (dark,) = browse(html, ("script", colours), dark=True)
    assert light == ["rgb(179, 0, 27)", "rgb(255, 255, 255)", "rgb(179, 0, 27)"]
    assert dark == ["rgb(255, 123, 134)", "rgb(22, 24, 29)", "rgb(255, 123, 134)"]


MIB = 1 << 20
SMALL = (MIB - 5) // 3  # ints of three bytes, and one of two bytes
LARGE = {
    "many small parts": b"\xdd" + (SMALL + 1).to_bytes(4) + b"\xcd\x01\x00" * SMALL + b"\xcc\xff",
    "one large part": b"\xdb" + (MIB - 5).to_bytes(4) + b"a" * (MIB - 5),
}
# Scrolls a pane to its end.
TO_THE_END = """(() => {{
  const pane = document.querySelector('.{pane}');
  pane.scrollTop = pane.scrollHeight;
}})()"""
# Whether the end of a pane is painted: the last row reaches the end of the scrollable area.
AT_THE_END = """(() => {{
  const row = document.querySelector('.{pane} .row:last-child');
  const inner = document.querySelector('.{pane} .inner');
  return row.offsetTop + row.offsetHeight >= inner.offsetHeight;
}})()"""


@pytest.mark.parametrize("kind", LARGE)
def test_a_message_of_one_mib_stays_usable(browse, kind):
    value = LARGE[kind]
    assert len(value) == MIB
    found = dissect_call(Call("msgpack", {}, {"maxSize": str(128 << 20)}), value)
    loaded, elements, _, scrolled_hex, _, scrolled_tree, over, pinned = browse(
        found.to_page(),
        ("script", "performance.timing.loadEventEnd - performance.timing.navigationStart"),
        ("script", "document.querySelectorAll('*').length"),
        ("script", TO_THE_END.format(pane="hex")),
        ("until", AT_THE_END.format(pane="hex")),
        ("script", TO_THE_END.format(pane="tree")),
        ("until", AT_THE_END.format(pane="tree")),
        ("move", ".tree .row:last-child"),
        marked("tree", "over"),
        ("click", ".hex .row:last-child .byte"),
        marked("hex", "pinned"),
    )
    assert loaded < 10_000
    assert elements < 5000
    assert scrolled_hex < 1000
    assert scrolled_tree < 1000
    last = found.parts[-1]
    said = " ".join(filter(None, (last["path"], last["type"], last["value"])))
    assert over == [said]
    assert pinned


def test_groups_fold(browse):
    value = bytes.fromhex("81a16182a16201a16302")
    counts = browse(
        sparkwire.dissect(value, "msgpack").to_page(),
        ("script", "document.querySelectorAll('.tree .row').length"),
        ("click", ".tree .row[data-line='2'] .at"),
        ("script", "document.querySelectorAll('.tree .row').length"),
    )
    assert counts == [7, 3]


def test_comparison_and_profile_are_shown(browse):
    other = DAMAGED[:-1] + b"x"
    shown = sparkwire.compare(DAMAGED, other, "databus")._repr_html_()
    (differing,) = browse(
        page("comparison", shown),
        ("script", "document.querySelectorAll('tr.differs').length"),
    )
    assert differing == len(sparkwire.compare(DAMAGED, other, "databus").differences)


GROUPS = [
    dict(zip(COLUMNS, ("2", "UPSERT", None, 1_000_000, 10, 1, 9), strict=True)),
    dict(zip(COLUMNS, ("2", "DELETE", "bad-body-crc", 3, 10, 1, 9), strict=True)),
]
PROFILE = Profile("databus", GROUPS, {32: (1_000_000, 0), 64: (0, 3)})
BARS = """(() => {
  const right = document.querySelector('.sparkwire').getBoundingClientRect().right;
  return [...document.querySelectorAll('svg')].map(svg => {
    const bar = svg.getBoundingClientRect();
    return [bar.width, right - bar.right, svg.closest('td').getBoundingClientRect().width];
  });
})()"""


@pytest.mark.parametrize("width", [700, 1100])
def test_bars_fit_the_width(browse, width):
    html = page("profile", f'<div style="width: {width}px">{PROFILE._repr_html_()}</div>')
    (bars,) = browse(html, ("script", BARS))
    assert len(bars) == 4
    assert all(left >= 0 for _, left, _ in bars)
    (long, _, cell), (short, _, _) = bars[:2]
    assert 0.7 * cell < long <= cell
    assert 0 < short < long / 20


COLOURS = """(() => {
  const of = (what, name) => getComputedStyle(document.querySelector(what))[name];
  return [of('body', 'backgroundColor'), of('.sparkwire', 'backgroundColor'),
          of('.sparkwire', 'color'), of('td', 'color'), of('td', 'fontSize')];
})()"""
TABLES = {
    "profile": lambda: PROFILE,
    "comparison": lambda: sparkwire.compare(b"\x01", b"\x02", "msgpack"),
    "guesses": lambda: sparkwire.guess(b"PAR1"),
}


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("dark", [False, True])
def test_no_frame_of_another_colour(browse, kind, dark):
    ((body, back, text, cell, size),) = browse(
        TABLES[kind]().to_page(), ("script", COLOURS), dark=dark
    )
    assert body == back == ("rgb(22, 24, 29)" if dark else "rgb(255, 255, 255)")
    assert text == cell
    assert size == "13px"


@pytest.mark.parametrize("kind", TABLES)
def test_tables_in_a_page_without_a_doctype(browse, kind):
    html = f"<body>{TABLES[kind]()._repr_html_()}</body>"
    ((_, back, text, cell, size),) = browse(html, ("script", COLOURS), dark=True)
    assert back == "rgb(22, 24, 29)"
    assert (text, size) == (cell, "13px")
    assert text == "rgb(227, 230, 234)"


def test_a_name_with_a_dot_is_one_step(browse):
    # {"a": {"b.c": 1, "d": [2]}}
    found = sparkwire.dissect(bytes.fromhex("81a16182a3622e6301a1649102"), "msgpack")
    paths = [part["path"] for part in found.parts]
    assert 'a."b.c"' in paths
    (lines,) = browse(
        found.to_page(),
        ("script", "[...document.querySelectorAll('.tree .row')].map(one => one.textContent)"),
    )
    assert any('"b.c"' in line for line in lines)
    assert not any(line.strip("▾ ").startswith("c") for line in lines)
    wrong = sparkwire.dissect(bytes.fromhex("81a16181a3622e63c1"), "msgpack")
    assert wrong.fault["path"] == 'a."b.c"'
