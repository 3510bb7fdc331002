"""Values of files and messages that other libraries write, and the results of reading them."""

import base64
import datetime
import io
import json
import logging
import re
import struct
import zlib
from decimal import Decimal
from pathlib import Path

import iso8583
import png as pypng
import rfc5424logging
from asn1crypto import parser
from bitcoin import core
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from iso8583.specs import default as iso_spec
from pyubx2 import GET, UBXMessage, UBXReader
from rfc5424logging.transport import TCPSocketTransport

# UBX

FIXES = [
    "none",
    "dead_reckoning",
    "two_dimensional",
    "three_dimensional",
    "gnss_and_dead_reckoning",
]
SYSTEMS = ["gps", "sbas", "galileo", "beidou", "imes", "qzss", "glonass", "navic"]


def scaled(value, digits):
    """Return the number that pyubx2 has multiplied by a power of ten, exactly."""
    return Decimal(round(value * 10**digits)).scaleb(-digits)


def ubx_view(value):
    message = UBXReader.parse(value, parsebitfield=0)
    known = {"NAV-POSLLH": posllh, "NAV-DOP": dop, "NAV-PVT": pvt, "NAV-SAT": sat, "MON-VER": ver}
    kind = message.identity
    if kind in known:
        payload = {kind.lower().replace("-", "_"): known[kind](message)}
    elif kind.startswith("ACK"):
        answered = {0x0601: "cfg_msg", 0x0608: "cfg_rate"}[message.clsID << 8 | message.msgID]
        payload = {"ack": {"message": answered}}
    else:
        payload = {"other": message.payload or b""}
    name = {"TIM-TP": "3329"}.get(kind, kind.lower().replace("-", "_"))
    return {"message": name, "payload": payload, "check_a": value[-2], "check_b": value[-1]}


def posllh(message):
    metres = {
        "height": message.height,
        "height_above_sea": message.hMSL,
        "horizontal_accuracy": message.hAcc,
        "vertical_accuracy": message.vAcc,
    }
    return {
        "time_of_week": message.iTOW,
        "longitude": scaled(message.lon, 7),
        "latitude": scaled(message.lat, 7),
        **{name: scaled(one / 1000, 3) for name, one in metres.items()},
    }


def dop(message):
    parts = {
        "geometric": message.gDOP,
        "position": message.pDOP,
        "time": message.tDOP,
        "vertical": message.vDOP,
        "horizontal": message.hDOP,
        "northing": message.nDOP,
        "easting": message.eDOP,
    }
    return {
        "time_of_week": message.iTOW,
        **{name: scaled(one, 2) for name, one in parts.items()},
    }


def pvt(message):
    speeds = {
        "velocity_north": message.velN,
        "velocity_east": message.velE,
        "velocity_down": message.velD,
        "ground_speed": message.gSpeed,
        "speed_accuracy": message.sAcc,
    }
    return {
        **posllh(message),
        "year": message.year,
        "month": message.month,
        "day": message.day,
        "hour": message.hour,
        "minute": message.min,
        "second": message.second,
        "valid": message.valid[0],
        "time_accuracy": message.tAcc,
        "nanos": message.nano,
        "fix": FIXES[message.fixType],
        "flags": message.flags[0],
        "flags2": message.flags2[0],
        "num_satellites": message.numSV,
        **{name: scaled(one / 1000, 3) for name, one in speeds.items()},
        "heading": scaled(message.headMot, 5),
        "heading_accuracy": scaled(message.headAcc, 5),
        "position_dilution": scaled(message.pDOP, 2),
        "flags3": int.from_bytes(message.flags3, "little"),
        "reserved": message.payload[80:84],
        "vehicle_heading": scaled(message.headVeh, 5),
        "declination": scaled(message.magDec, 2),
        "declination_accuracy": scaled(message.magAcc, 2),
    }


def sat(message):
    satellites = [
        {
            "system": SYSTEMS[getattr(message, f"gnssId_{number:02}")],
            "number": getattr(message, f"svId_{number:02}"),
            "signal": getattr(message, f"cno_{number:02}"),
            "elevation": getattr(message, f"elev_{number:02}"),
            "azimuth": getattr(message, f"azim_{number:02}"),
            "residual": scaled(getattr(message, f"prRes_{number:02}"), 1),
            "flags": int.from_bytes(getattr(message, f"flags_{number:02}"), "little"),
        }
        for number in range(1, message.numSvs + 1)
    ]
    return {
        "time_of_week": message.iTOW,
        "version": message.version,
        "reserved": message.payload[6:8],
        "satellites": satellites,
    }


def ver(message):
    def until_zero(raw):
        return raw.partition(b"\0")[0].decode("latin-1")

    count = (len(message.payload) - 40) // 30
    return {
        "software": until_zero(message.swVersion),
        "hardware": until_zero(message.hwVersion),
        "extensions": [
            until_zero(getattr(message, f"extension_{number:02}")) for number in range(1, count + 1)
        ],
    }


def ubx_payload(random, kind):
    if kind == "NAV-PVT":
        fix = struct.pack("<B", random.randrange(5))
        return random.randbytes(20) + fix + random.randbytes(71)
    if kind == "NAV-SAT":
        count = random.randint(0, 5)
        parts = [bytes([random.randrange(8)]) + random.randbytes(11) for _ in range(count)]
        head = random.randbytes(5) + bytes([count]) + random.randbytes(2)
        return head + b"".join(parts)
    if kind == "MON-VER":
        texts = [f"EXT {random.random()}".encode().ljust(30, b"\0") for _ in range(3)]
        return b"ROM CORE 3.01".ljust(30, b"\0") + b"00080000".ljust(10, b"\0") + b"".join(texts)
    if kind.startswith("ACK"):
        return bytes([6, random.choice([1, 8])])
    return random.randbytes({"NAV-POSLLH": 28, "NAV-DOP": 18, "TIM-TP": 16}[kind])


def ubx(random):
    kinds = [
        "NAV-POSLLH",
        "NAV-DOP",
        "NAV-PVT",
        "NAV-SAT",
        "MON-VER",
        "ACK-ACK",
        "ACK-NAK",
        "TIM-TP",
    ]
    for kind in kinds * 8:
        payload = ubx_payload(random, kind)
        value = UBXMessage(kind[:3], kind, GET, payload=payload).serialize()
        yield value, ubx_view(value)


# ISO 8583: the ids of the layout are in the order of the data elements.

SPEC = {number: dict(part) for number, part in iso_spec.items()}
for part in ("52", "64", "65", "96", "128"):
    SPEC[part] |= {"data_enc": "b", "max_len": 8}
SPEC["55"] |= {"data_enc": "b"}


def iso8583_names(layout):
    """Return the id of each data element, which its doc names."""
    lines = [line for line in layout.splitlines() if 'doc: "Data element ' in line]
    found = {}
    for line in lines:
        number = line.partition('"Data element ')[2].rstrip('"}').partition(".")[0]
        found[number] = line.partition("id: ")[2].partition(",")[0]
    return found


def iso8583_message(random):
    message = {"t": random.choice(["0100", "0110", "0200", "0420", "0800"])}
    for number in random.sample(range(2, 129), random.choice([0, 3, 10, 40, 127])):
        part = SPEC[str(number)]
        size = random.randint(0, part["max_len"]) if part["len_type"] else part["max_len"]
        if part["data_enc"] == "b":
            message[str(number)] = random.randbytes(size).hex().upper()
        else:
            message[str(number)] = "".join(random.choices("0123456789 ABC=", k=size))
    return message


def iso8583_values(random, layout):
    names = iso8583_names(layout)
    for _ in range(40):
        value, _ = iso8583.encode(iso8583_message(random), SPEC)
        found, _ = iso8583.decode(value, SPEC)
        view = {"message_type": found["t"], "bitmap": Decimal(int(found["p"], 16))}
        if "1" in found:
            view["second_bitmap"] = Decimal(int(found["1"], 16))
        for number, name in names.items():
            if number not in found:
                continue
            part, text = SPEC[number], found[number]
            data = bytes.fromhex(text) if part["data_enc"] == "b" else text
            view[name] = data
            if part["len_type"]:
                view[f"len_{name}"] = str(len(data)).zfill(part["len_type"])
        yield bytes(value), view


# PNG

COLORS = {0: "gray", 2: "rgb", 3: "palette", 4: "gray_alpha", 6: "rgb_alpha"}


def png_value(random):
    width, height = random.randint(1, 20), random.randint(1, 20)
    options = {"greyscale": bool(random.getrandbits(1)), "alpha": bool(random.getrandbits(1))}
    if random.random() < 0.3:
        options = {"palette": [tuple(random.randbytes(3)) for _ in range(random.randint(2, 40))]}
    planes = 1 if "palette" in options else 1 + 2 * (not options["greyscale"]) + options["alpha"]
    most = len(options["palette"]) if "palette" in options else 256
    if random.random() < 0.5:
        options |= {"gamma": random.choice([1.0, 0.45455, 2.2])}
    if random.random() < 0.5:
        options |= {"x_pixels_per_unit": 2835, "y_pixels_per_unit": 2836}
        options |= {"unit_is_meter": bool(random.getrandbits(1))}
    writer = pypng.Writer(width, height, interlace=random.random() < 0.3, **options)
    file = io.BytesIO()
    writer.write_array(file, [random.randrange(most) for _ in range(width * height * planes)])
    chunks = list(pypng.Reader(bytes=file.getvalue()).chunks())
    more = [
        (b"tEXt", b"Title\0caf\xe9"),
        (b"iTXt", b"Title\0\0\0de\0" + "Überschrift\0grün".encode()),
        (b"tIME", struct.pack(">H5B", 2024, 2, 29, 23, 59, 60)),
        (b"prVt", random.randbytes(7)),
    ]
    chunks[1:1] = random.sample(more, random.randint(0, 4))
    file = io.BytesIO()
    pypng.write_chunks(file, chunks)
    return file.getvalue()


def png_data(kind, data):
    if kind == "IHDR":
        width, height, depth, color, compression, filtered, laced = struct.unpack(">IIBBBBB", data)
        return {
            "header": {
                "width": width,
                "height": height,
                "bit_depth": depth,
                "color": COLORS[color],
                "compression": compression,
                "filter": filtered,
                "interlace": ["none", "adam7"][laced],
            }
        }
    if kind == "PLTE":
        names = ("red", "green", "blue")
        rgb = [data[at : at + 3] for at in range(0, len(data), 3)]
        return {"palette": {"colors": [dict(zip(names, one, strict=True)) for one in rgb]}}
    if kind == "gAMA":
        return {"gamma": {"gamma": Decimal(int.from_bytes(data, "big")).scaleb(-5)}}
    if kind == "pHYs":
        x, y, unit = struct.unpack(">IIB", data)
        return {"density": {"x": x, "y": y, "unit": ["unknown", "metre"][unit]}}
    if kind == "tIME":
        names = ("year", "month", "day", "hour", "minute", "second")
        return {"time": dict(zip(names, struct.unpack(">H5B", data), strict=True))}
    if kind == "tEXt":
        return {"text": {"keyword": "Title", "text": "café"}}
    if kind == "iTXt":
        return {
            "international_text": {
                "keyword": "Title",
                "is_compressed": 0,
                "compression": 0,
                "language": "de",
                "translated_keyword": "Überschrift",
                "text": "grün".encode(),
            }
        }
    return {"other": data}


def png(random):
    for _ in range(30):
        value = png_value(random)
        chunks = [
            {
                "type": kind.decode(),
                "data": png_data(kind.decode(), bytes(data)),
                "crc": zlib.crc32(kind + data),
            }
            for kind, data in pypng.Reader(bytes=value).chunks()
        ]
        yield value, {"chunks": chunks}


# BER

CLASSES = ["universal", "application", "context", "private"]
TAGS = {
    1: "boolean",
    2: "integer",
    3: "bit_string",
    4: "octet_string",
    5: "null",
    6: "object_identifier",
    12: "utf8_string",
    16: "sequence",
    17: "set",
    19: "printable_string",
    23: "utc_time",
    24: "generalized_time",
}


def ber_value(random, depth=0):
    if depth < 4 and random.random() < 0.5:
        items = b"".join(ber_value(random, depth + 1) for _ in range(random.randint(0, 4)))
        return parser.emit(random.randrange(4), 1, random.choice([16, 17, 40, 200, 70_000]), items)
    content = random.randbytes(random.choice([0, 5, 127, 128, 300, 0 if depth else 70_000]))
    return parser.emit(
        random.randrange(4), 0, random.choice([1, 2, 4, 12, 31, 127, 16_384]), content
    )


def certificate():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example.com")])
    day = datetime.datetime(2024, 1, 1)
    later = day.replace(year=2034)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 4711, day, later)
    return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)


def ber_view(value):
    kind, constructed, tag, head, content, _ = parser.parse(value)
    long_tag, at = [], 1
    if tag >= 31:
        while not long_tag or long_tag[-1] > 127:
            long_tag.append(head[at])
            at += 1
    view = {
        "class": CLASSES[kind],
        "is_constructed": constructed == 1,
        "low_tag": min(tag, 31),
        "first_length": head[at],
        "tag": tag,
        "length": len(content),
    }
    if long_tag:
        view["long_tag"] = long_tag
    if head[at] > 127:
        view["long_length"] = list(head[at + 1 :])
    if kind == 0:
        view["name"] = TAGS.get(tag, str(tag))
    return view | {"content": content}


def ber_tree(value, is_top=True):
    view = ber_view(value)
    content = view.pop("content")
    if not view["is_constructed"]:
        return view | {"value": {"other": content} if is_top else content}
    items = []
    while content:
        used = sum(map(len, parser.parse(content)[3:6]))
        items.append(ber_tree(content[:used], is_top=False))
        content = content[used:]
    nodes = {"items": items}
    return view | {"value": {"nodes": nodes} if is_top else nodes}


def ber_tlv(random):
    for value in [certificate(), *(ber_value(random) for _ in range(40))]:
        yield value, {"node": ber_tree(value)}


# Bitcoin


def bitcoin_value(random):
    def script(most):
        return core.CScript(random.randbytes(random.randint(0, most)))

    inputs = [
        core.CTxIn(
            core.COutPoint(random.randbytes(32), random.choice([0, 1, 0xFFFFFFFF])),
            script(random.choice([10, 252, 253])),
            random.getrandbits(32),
        )
        for _ in range(random.choice([1, 2, 3, 260]))
    ]
    outputs = [
        core.CTxOut(random.choice([0, 1, 21 * 10**14, random.getrandbits(50)]), script(40))
        for _ in range(random.choice([1, 2, 300]))
    ]
    outputs.append(core.CTxOut(0, core.CScript(random.randbytes(random.choice([0, 70_000])))))
    witness = core.CTxWitness()
    if random.random() < 0.5:
        stacks = [
            core.CScriptWitness([random.randbytes(random.randint(0, 80)) for _ in range(3)])
            for _ in inputs
        ]
        witness = core.CTxWitness([core.CTxInWitness(stack) for stack in stacks])
    lock = random.choice([0, 499_999_999, 500_000_000, 0xFFFFFFFF])
    version = random.choice([1, 2, -1])
    return core.CTransaction(inputs, outputs, lock, version, witness).serialize()


def bitcoin_view(value):
    found = core.CTransaction.deserialize(value)
    view = {
        "version": found.nVersion,
        "inputs": [
            {
                "previous": one.prevout.hash,
                "index": one.prevout.n,
                "script": bytes(one.scriptSig),
                "sequence": one.nSequence,
                "is_coinbase": one.prevout.n == 0xFFFFFFFF,
            }
            for one in found.vin
        ],
        "outputs": [
            {
                "amount": Decimal(one.nValue) / core.COIN,
                "script": bytes(one.scriptPubKey),
            }
            for one in found.vout
        ],
        "lock_time": found.nLockTime,
        "has_witnesses": not found.wit.is_null(),
    }
    if not found.wit.is_null():
        stacks = [one.scriptWitness.stack for one in found.wit.vtxinwit]
        view["witnesses"] = [{"items": [bytes(item) for item in stack]} for stack in stacks]
    if found.nLockTime >= 500_000_000:
        moment = datetime.timedelta(seconds=found.nLockTime)
        view["locked_until"] = datetime.datetime(1970, 1, 1) + moment
    return view


def bitcoin_tx(random):
    for _ in range(20):
        value = bitcoin_value(random)
        yield value, bitcoin_view(value)


# Syslog

SEVERITIES = {
    "CRITICAL": "critical",
    "ERROR": "error",
    "WARNING": "warning",
    "INFO": "informational",
}
FACILITIES = {1: "user", 3: "daemon", 10: "authpriv", 16: "local0", 23: "local7"}


class Kept:
    """A socket that keeps the bytes sent."""

    def __init__(self):
        self.sent = b""

    def sendall(self, data):
        self.sent += data

    def close(self):
        pass


def syslog_value(random, facility, level, message):
    """Return the bytes that the handler sends for a record, and the structured data."""
    values = ["Ada", 'a "quote"', "brackets []", "back\\slash", "x] y[", "\\]"]
    structured = {
        f"id{number}@32473": {"user": random.choice(values), "n": random.randrange(1000)}
        for number in range(random.randint(0, 3))
    }
    handler = rfc5424logging.Rfc5424SysLogHandler(
        facility=facility,
        structured_data=structured,
        utc_timestamp=True,
        stream=io.BytesIO(),
        hostname="host1",
        appname="shop",
        procid="4711",
    )
    # The transport would connect to a server.
    handler.transport = object.__new__(TCPSocketTransport)
    handler.transport.framing = rfc5424logging.FRAMING_OCTET_COUNTING
    handler.transport.socket = Kept()
    record = logging.LogRecord("a", getattr(logging, level), "f", 1, message, (), None)
    record.created = random.randrange(2_000_000_000) + 0.25
    handler.emit(record)
    return handler.transport.socket.sent, structured, record.created


def elements(structured, last):
    def escaped(value):
        return re.sub(r'([\\\]"])', r"\\\1", str(value))

    texts = [
        " ".join([name, *(f'{key}="{escaped(one)}"' for key, one in values.items())])
        for name, values in structured.items()
    ]
    following = ["["] * (len(texts) - 1) + [last]
    return [
        {"pieces": text.split("]"), **({"following": after} if after else {})}
        for text, after in zip(texts, following, strict=True)
    ]


def syslog_frame(random):
    for _ in range(60):
        facility, level = random.choice([*FACILITIES]), random.choice([*SEVERITIES])
        message = random.choice(["ready", "größer [x] \\ y", "two\nlines", ""])
        value, structured, created = syslog_value(random, facility, level, message)
        last = " " if message else None
        view = {
            "priority": value.partition(b"<")[2].partition(b">")[0].decode(),
            "version": "1",
            "timestamp": datetime.datetime.fromtimestamp(created, datetime.UTC).isoformat(),
            "host": "host1",
            "application": "shop",
            "process": "4711",
            "message_id": "-",
            "opening": "[" if structured else "-",
            "text": "\ufeff" + message if message else "",
            "facility": FACILITIES[facility],
            "severity": SEVERITIES[level],
        }
        if structured:
            view["elements"] = elements(structured, last)
        elif last:
            view["following"] = last
        yield value, {"length": value.partition(b" ")[0].decode(), "message": view}


# PostgreSQL: pages of a server, with the output of its extension pageinspect.

STATES = ["unused", "normal", "redirect", "dead"]
PAGE_FLAGS = {"has_free_lines": 1, "is_full": 2, "all_visible": 4}
ROW_FLAGS = {
    "keys_updated": "HEAP_KEYS_UPDATED",
    "hot_updated": "HEAP_HOT_UPDATED",
    "heap_only": "HEAP_ONLY_TUPLE",
    "has_null": "HEAP_HASNULL",
    "has_variable": "HEAP_HASVARWIDTH",
    "has_external": "HEAP_HASEXTERNAL",
    "xmin_committed": "HEAP_XMIN_COMMITTED",
    "xmin_aborted": "HEAP_XMIN_INVALID",
    "xmax_committed": "HEAP_XMAX_COMMITTED",
    "xmax_aborted": "HEAP_XMAX_INVALID",
    "xmax_is_multi": "HEAP_XMAX_IS_MULTI",
    "is_updated": "HEAP_UPDATED",
}


def row_view(line):
    block, number = map(int, line["ctid"].strip("()").split(","))
    bits = line.get("bits", "")
    nulls = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
    return {
        "xmin": int(line["xmin"]),
        "xmax": int(line["xmax"]),
        "command": line["field3"],
        "next_block": block,
        "next_line": number,
        "num_columns": line["infomask2"] & 0x7FF,
        "nulls": nulls.ljust(line["hoff"] - 23, b"\0"),
        "data": bytes.fromhex(line["data"].removeprefix("\\x")),
        **{name: flag in line["flags"] for name, flag in ROW_FLAGS.items()},
    }


def line_view(line):
    view = {
        "offset": line["lp_off"],
        "state": STATES[line["lp_flags"]],
        "length": line["lp_len"],
    }
    return view | ({"row": row_view(line)} if "xmin" in line else {})


def postgres_page(random):
    for text in Path(__file__).with_name("postgres_pages.jsonl").open():
        said = json.loads(text)
        head = said["header"]
        high, low = (int(half, 16) for half in head["lsn"].split("/"))
        yield (
            zlib.decompress(base64.b64decode(said["page"])),
            {
                "checksum": head["checksum"],
                **{name: bool(head["flags"] & bit) for name, bit in PAGE_FLAGS.items()},
                "lower": head["lower"],
                "upper": head["upper"],
                "special": head["special"],
                "version": head["version"],
                "oldest_removable": int(head["prune_xid"]),
                "lines": [line_view(line) for line in said["lines"]],
                "lsn": high << 32 | low,
                "page_size": head["pagesize"],
            },
        )
