"""The layouts with names: other software writes values and reads them, `layout_decode` the same."""

import json
import random
from pathlib import Path

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import functions as F
from pyspark.sql.types import VariantVal
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.utils import rdpcap, wrpcap

import sparkwire
import sparkwire.functions as wire
from sparkwire import InvalidCall
from sparkwire.cli import main

import peers_data
import peers_network
from vectors import plain

FOLDER = Path(__file__).parents[2] / "docs" / "layouts"
FILES = sorted(FOLDER.glob("*.ksy"))
NAMES = [file.stem for file in FILES]
# Layouts that show names or numbers instead of their parts (`as`), or read at a position.
NOT_WRITTEN = {"bitcoin_tx", "dns", "postgres_page"}


def values(name):
    """Return values of a layout, each with the result of its other reader."""
    seeded = random.Random(f"layout {name}")
    if name == "iso8583":
        return list(peers_data.iso8583_values(seeded, sparkwire.layout(name)))
    module = peers_network if hasattr(peers_network, name) else peers_data
    return list(getattr(module, name)(seeded))


def shown(value):
    """Return a value without the fields that are NULL."""
    if isinstance(value, VariantVal):
        return shown(plain(value.toPython()))
    if isinstance(value, dict):
        return {name: shown(part) for name, part in value.items() if part is not None}
    return [shown(part) for part in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def cases():
    return {name: values(name) for name in NAMES}


@pytest.fixture(scope="module")
def table(spark, cases, tmp_path_factory):
    """All values. They are read from Parquet, because Spark would fold queries over local rows."""
    rows = [(name, at, one[0]) for name, all in cases.items() for at, one in enumerate(all)]
    folder = str(tmp_path_factory.mktemp("layouts") / "table")
    table = spark.createDataFrame(rows, "name STRING, number INT, value BINARY")
    table.coalesce(1).write.parquet(folder)
    return spark.read.parquet(folder)


def answers(table, cases, name, column):
    """Yield the result of a column for each value of a layout, with its case."""
    rows = table.where(table.name == name).select("number", column.alias("result")).collect()
    assert len(rows) == len(cases[name])
    return [(row.result, *cases[name][row.number]) for row in rows]


@pytest.mark.parametrize("name", NAMES)
def test_decode(table, cases, name):
    layout = sparkwire.layout(name)
    both = F.struct(wire.layout_fault("value", layout), wire.try_layout_decode("value", layout))
    for (fault, decoded), _, view in answers(table, cases, name, both):
        assert fault is None
        assert shown(plain(decoded)) == view


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_WRITTEN])
def test_encode(table, cases, name):
    layout = sparkwire.layout(name)
    again = wire.try_layout_encode(wire.layout_decode("value", layout), layout)
    for encoded, value, _ in answers(table, cases, name, again):
        assert encoded == value


@pytest.mark.parametrize("name", sorted(NOT_WRITTEN))
def test_what_cannot_be_written(spark, name):
    layout = sparkwire.layout(name)
    table = spark.createDataFrame([(b"",)], "value BINARY")
    with pytest.raises(AnalysisException, match="SPARKWIRE_INVALID_SCHEMA"):
        table.select(wire.layout_encode(wire.layout_decode("value", layout), layout))


class TestText:
    @pytest.mark.parametrize("name", NAMES)
    def test_layout(self, name):
        assert sparkwire.layout(name) == (FOLDER / f"{name}.ksy").read_text(encoding="utf-8")

    def test_list(self):
        found = sparkwire.layouts()
        assert list(found) == NAMES
        assert found["ntp"] == "NTP packet, versions 3 and 4"
        assert all(found.values())

    def test_wrong_name(self, tmp_path, monkeypatch):
        with pytest.raises(InvalidCall, match=r"no layout netflow_v9\. Did you mean netflow_v5\?"):
            sparkwire.layout("netflow_v9")
        with pytest.raises(InvalidCall, match=r"no layout quux\. There are: ber_tlv, .* ubx\.$"):
            sparkwire.layout("quux")
        monkeypatch.chdir(tmp_path)
        Path("quux").write_text("seq: [{id: a, type: u1}]")
        with pytest.raises(InvalidCall, match=r"A file of this name is passed as Path\('quux'\)"):
            sparkwire.layout("quux")
        assert sparkwire.layout(Path("quux")) == "seq: [{id: a, type: u1}]"

    def test_names_are_listed(self, capsys):
        assert main(["layouts"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.partition("\t")[0] for line in lines] == NAMES

    def test_command_line(self, capsys):
        assert main(["layout", "ntp", "--text"]) == 0
        assert capsys.readouterr().out == sparkwire.layout("ntp")
        value, view = values("ntp")[0]
        assert main(["decode", "layout:ntp", f"hex:{value.hex()}"]) == 0
        assert json.loads(capsys.readouterr().out)["layout"]["mode"] == view["mode"]
        assert main(["dissect", "layout:ntq", "hex:00"]) == 2
        assert "no layout ntq. Did you mean ntp?" in capsys.readouterr().err


def test_damaged_png(spark, cases):
    value = bytearray(cases["png"][0][0])
    value[20] ^= 1
    table = spark.createDataFrame([(bytes(value),)], "value BINARY")
    fault = table.select(wire.layout_fault("value", sparkwire.layout("png")).alias("f")).first().f
    assert (fault.reason, fault.path) == ("bad-checksum", "chunks[0].crc")


@pytest.mark.parametrize(("name", "port"), [("dns", 53), ("ntp", 123), ("netflow_v5", 2055)])
def test_capture(spark, cases, tmp_path, name, port):
    file = str(tmp_path / f"{name}.pcap")
    packets = [
        Ether() / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=4711, dport=port) / value
        for value, _ in cases[name]
    ]
    wrpcap(file, packets)
    # Scapy reads the protocol by the port, from the headers of the packet on.
    read = [bytes(packet[UDP].payload) for packet in rdpcap(file)]
    reader = spark.read.format("sparkwire-capture").option("protocol", "udp")
    datagrams = reader.option("port", port).load(file).orderBy("offset")
    decoded = wire.layout_decode("value", sparkwire.layout(name)).alias("decoded")
    rows = datagrams.select("src", "dst_port", decoded).collect()
    view = getattr(peers_network, f"{name.removesuffix('_v5')}_view")
    assert len(rows) == len(read)
    for row, value in zip(rows, read, strict=True):
        assert (row.src, row.dst_port) == ("10.0.0.1", port)
        assert shown(plain(row.decoded)) == view(value)
