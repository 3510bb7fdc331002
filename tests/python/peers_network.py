"""Values of network formats that Scapy writes, and the fields that Scapy reads in them."""

import string
from datetime import datetime, timedelta
from decimal import Decimal

from scapy.contrib import modbus as mb
from scapy.contrib import mqtt as mq
from scapy.layers import dns as d
from scapy.layers.netflow import NetflowHeader, NetflowHeaderV5, NetflowRecordV5
from scapy.layers.ntp import NTPHeader

EPOCH = datetime(1970, 1, 1)
FROM_1900 = 2_208_988_800
LABEL = string.ascii_letters + string.digits + "-_"


def at(micros):
    return EPOCH + timedelta(microseconds=micros)


def chance(random, share=0.5):
    return random.random() < share


def text(random, letters, most, least=1):
    return "".join(random.choices(letters, k=random.randint(least, most)))


# DNS


def name(random, some):
    if chance(random, 0.1):
        return "."
    if chance(random) and some:
        return random.choice(some)
    labels = [text(random, LABEL, random.choice([3, 12, 63])) for _ in range(random.randint(1, 4))]
    some.append(".".join(labels) + ".")
    return some[-1]


def resource(random, some):
    ttl = random.getrandbits(32)
    owner = {"rrname": name(random, some), "ttl": ttl}
    kind = random.choice(["A", "AAAA", "NS", "CNAME", "PTR", "MX", "SOA", "SRV", "TXT", 65280])
    if kind == "A":
        address = ".".join(str(random.randint(0, 255)) for _ in range(4))
        return d.DNSRR(**owner, type=kind, rdata=address)
    if kind == "AAAA":
        address = ":".join(f"{random.getrandbits(16):x}" for _ in range(8))
        return d.DNSRR(**owner, type=kind, rdata=address)
    if kind in ("NS", "CNAME", "PTR"):
        return d.DNSRR(**owner, type=kind, rdata=name(random, some))
    if kind == "MX":
        number = random.getrandbits(16)
        return d.DNSRRMX(**owner, preference=number, exchange=name(random, some))
    if kind == "SOA":
        times = {
            part: random.getrandbits(32)
            for part in ("serial", "refresh", "retry", "expire", "minimum")
        }
        return d.DNSRRSOA(**owner, mname=name(random, some), rname=name(random, some), **times)
    if kind == "SRV":
        numbers = {part: random.getrandbits(16) for part in ("priority", "weight", "port")}
        return d.DNSRRSRV(**owner, target=name(random, some), **numbers)
    if kind == "TXT":
        texts = [random.randbytes(random.randint(0, 255)) for _ in range(random.randint(1, 3))]
        return d.DNSRR(**owner, type=kind, rdata=texts)
    return d.DNSRR(**owner, type=kind, rdata=random.randbytes(random.randint(0, 20)))


def dns_message(random):
    some = []
    flags = {flag: random.getrandbits(1) for flag in ("qr", "aa", "tc", "rd", "ra", "ad", "cd")}
    sections = [[resource(random, some) for _ in range(random.randint(0, 4))] for _ in range(3)]
    if chance(random):
        options = [
            d.EDNS0TLV(optcode=random.randint(100, 60000), optdata=random.randbytes(5))
            for _ in range(random.randint(0, 2))
        ]
        sections[2].append(d.DNSRROPT(rclass=4096, rdata=options))
    questions = [
        d.DNSQR(
            qname=name(random, some),
            qtype=random.choice([1, 28, 255, 257, 1234]),
            qclass=random.choice([1, 3, 255]),
        )
        for _ in range(random.randint(0, 2))
    ]
    answer, authority, additional = sections
    message = d.DNS(
        id=random.getrandbits(16),
        opcode=random.choice([0, 1, 2, 4, 5, 9]),
        rcode=random.randint(0, 15),
        qd=questions,
        an=answer,
        ns=authority,
        ar=additional,
        **flags,
    )
    return bytes(d.dns_compress(message) if chance(random) else message)


OPCODES = {0: "query", 1: "iquery", 2: "status", 4: "notify", 5: "update"}
RESPONSES = [
    "no_error",
    "format_error",
    "server_failure",
    "name_error",
    "not_implemented",
    "refused",
    "name_exists",
    "set_exists",
    "set_missing",
    "not_authoritative",
    "not_in_zone",
]


def dotted(raw):
    return raw.decode("latin-1").removesuffix(".")


def dns_view(value):
    message = d.DNS(value)
    flags = {
        "is_response": "qr",
        "is_authoritative": "aa",
        "is_truncated": "tc",
        "recursion_desired": "rd",
        "recursion_available": "ra",
        "authentic_data": "ad",
        "checking_disabled": "cd",
    }
    return {
        "id": message.id,
        "opcode": OPCODES.get(message.opcode, str(message.opcode)),
        "response_code": dict(enumerate(RESPONSES)).get(message.rcode, str(message.rcode)),
        **{name: bool(getattr(message, flag)) for name, flag in flags.items()},
        "questions": [
            {"name": dotted(one.qname), "type": kind(one.qtype), "class": of_class(one.qclass)}
            for one in message.qd or []
        ],
        "answers": [resource_view(one) for one in message.an or []],
        "authorities": [resource_view(one) for one in message.ns or []],
        "additionals": [resource_view(one) for one in message.ar or []],
    }


def kind(number):
    return {255: "any"}.get(number, d.dnstypes.get(number, str(number)).lower())


def of_class(number):
    return {1: "in", 3: "ch", 255: "any"}.get(number, str(number))


def resource_view(one):
    if one.type == 41:
        ttl = one.extrcode << 24 | one.version << 16 | int(one.z)
        options = [{"code": o.optcode, "data": bytes(o.optdata)} for o in one.rdata]
        data = {"opt": {"options": options}}
    else:
        ttl, data = one.ttl, data_view(one)
    return {
        "name": dotted(one.rrname),
        "type": kind(one.type),
        "class": of_class(one.rclass),
        "ttl": ttl,
        "data": data,
    }


def data_view(one):
    if one.type == 1:
        return {"ipv4": one.rdata}
    if one.type == 28:
        return {"ipv6": d.inet_pton(d.socket.AF_INET6, one.rdata)}
    if one.type in (2, 5, 12):
        return {"name": dotted(one.rdata)}
    if one.type == 15:
        return {"mx": {"preference": one.preference, "exchange": dotted(one.exchange)}}
    if one.type == 6:
        times = {
            part: getattr(one, part) for part in ["serial", "refresh", "retry", "expire", "minimum"]
        }
        return {"soa": {"primary": dotted(one.mname), "mailbox": dotted(one.rname), **times}}
    if one.type == 33:
        numbers = {part: getattr(one, part) for part in ("priority", "weight", "port")}
        return {"srv": {**numbers, "target": dotted(one.target)}}
    if one.type == 16:
        return {"txt": {"strings": [part.decode("latin-1") for part in one.rdata]}}
    return {"other": bytes(one.rdata)}


def dns(random):
    for _ in range(60):
        value = dns_message(random)
        yield value, dns_view(value)


# NTP

LEAPS = ["none", "insert_second", "delete_second", "not_synchronized"]
MODES = [
    "reserved",
    "symmetric_active",
    "symmetric_passive",
    "client",
    "server",
    "broadcast",
    "control",
    "private",
]


def ntp_value(random, **fields):
    head = NTPHeader(
        leap=random.getrandbits(2),
        version=random.choice([3, 4]),
        mode=random.randint(0, 5),
        stratum=random.choice([0, 1, 2, 16]),
        poll=random.randint(-128, 127),
        precision=random.randint(-128, 127),
        **fields,
    )
    # Scapy takes timestamps as floats, which have not enough digits.
    stamps = [random.choice([0, random.getrandbits(64)]).to_bytes(8, "big") for _ in range(4)]
    rest = random.randbytes(random.choice([0, 0, 20]))
    return bytes(head)[:4] + random.randbytes(12) + b"".join(stamps) + rest


def ntp_view(value):
    head = NTPHeader(value[:48])
    # The numbers of the bytes: Scapy shows them as decimals, which are rounded.
    raw = head.fields
    times = {"reference": raw["ref"], "origin": raw["orig"]}
    times |= {"receive": raw["recv"], "transmit": raw["sent"]}
    delay, dispersion = raw["delay"], raw["dispersion"]
    # Scapy reads the delay without its sign.
    delay -= 1 << 32 if delay >> 31 else 0
    return {
        "leap": LEAPS[head.leap],
        "version": head.version,
        "mode": MODES[head.mode],
        "stratum": head.stratum,
        "poll": head.poll,
        "precision": head.precision,
        "root_delay": delay,
        "root_dispersion": dispersion,
        "root_delay_seconds": delay / 65536,
        "root_dispersion_seconds": dispersion / 65536,
        "reference_id": value[12:16],
        "extensions": value[48:],
        **{name: Decimal(time) for name, time in times.items()},
        **{f"{name}_time": moment(time) for name, time in times.items() if time},
    }


def moment(time):
    seconds, fraction = divmod(time, 1 << 32)
    seconds += (0 if seconds >= 1 << 31 else 1 << 32) - FROM_1900
    return at(seconds * 1_000_000 + (fraction * 1_000_000 >> 32))


def ntp(random):
    for _ in range(60):
        value = ntp_value(random)
        yield value, ntp_view(value)


# NetFlow

PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp", 47: "gre", 132: "sctp"}


def netflow_value(random):
    def address():
        return ".".join(str(random.randint(0, 255)) for _ in range(4))

    def bits(width):
        return random.getrandbits(width)

    count = random.choice([0, 1, 2, 30])
    uptime = bits(32)
    packet = NetflowHeader(version=5) / NetflowHeaderV5(
        count=count,
        sysUptime=uptime,
        unixSecs=bits(32),
        unixNanoSeconds=random.randrange(10**9),
        flowSequence=bits(32),
        engineType=bits(8),
        engineID=bits(8),
        samplingInterval=bits(16),
    )
    for _ in range(count):
        packet /= NetflowRecordV5(
            src=address(),
            dst=address(),
            nexthop=address(),
            input=bits(16),
            output=bits(16),
            dpkts=bits(32),
            dOctets=bits(32),
            first=bits(32),
            last=bits(32),
            srcport=bits(16),
            dstport=bits(16),
            tcpFlags=bits(8),
            prot=random.choice([*PROTOCOLS, 200]),
            tos=bits(8),
            src_as=bits(16),
            dst_as=bits(16),
            src_mask=bits(8),
            dst_mask=bits(8),
        )
    return bytes(packet)


def netflow_view(value):
    packet = NetflowHeader(value)
    head = packet[NetflowHeaderV5]
    flows, layer = [], head.payload
    while isinstance(layer, NetflowRecordV5):
        flows.append(flow_view(layer, head))
        layer = layer.payload
    return {
        "count": head.count,
        "uptime": head.sysUptime,
        "unix_seconds": head.unixSecs,
        "unix_nanos": head.unixNanoSeconds,
        "sequence": head.flowSequence,
        "engine_type": head.engineType,
        "engine_id": head.engineID,
        "sampling_mode": head.samplingInterval >> 14,
        "sampling_interval": head.samplingInterval & 0x3FFF,
        "flows": flows,
        "time": at(head.unixSecs * 1_000_000 + head.unixNanoSeconds // 1000),
    }


def flow_view(flow, head):
    started = head.unixSecs * 1000 + head.unixNanoSeconds // 1_000_000 - head.sysUptime
    view = {"source_ip": flow.src, "destination_ip": flow.dst, "next_hop_ip": flow.nexthop}
    view |= {
        name.removesuffix("_ip"): int.from_bytes(bytes(map(int, ip.split("."))), "big")
        for name, ip in view.items()
    }
    return view | {
        "input": flow.input,
        "output": flow.output,
        "packets": flow.dpkts,
        "bytes": flow.dOctets,
        "first": flow.first,
        "last": flow.last,
        "source_port": flow.srcport,
        "destination_port": flow.dstport,
        "tcp_flags": int(flow.tcpFlags),
        "protocol": PROTOCOLS.get(flow.prot, str(flow.prot)),
        "tos": flow.tos,
        "source_as": flow.src_as,
        "destination_as": flow.dst_as,
        "source_mask": flow.src_mask,
        "destination_mask": flow.dst_mask,
        "first_time": at((started + flow.first) * 1000),
        "last_time": at((started + flow.last) * 1000),
    }


def netflow_v5(random):
    for _ in range(30):
        value = netflow_value(random)
        yield value, netflow_view(value)


# MQTT

KINDS = [
    "0",
    "connect",
    "connack",
    "publish",
    "puback",
    "pubrec",
    "pubrel",
    "pubcomp",
    "subscribe",
    "suback",
    "unsubscribe",
    "unsuback",
    "pingreq",
    "pingresp",
    "disconnect",
    "15",
]
LETTERS = string.ascii_letters + "/+#äß€"
RESULTS = [
    "accepted",
    "wrong_version",
    "bad_client",
    "unavailable",
    "bad_password",
    "not_authorized",
]


def mqtt_packet(random):
    def word():
        return text(random, LETTERS, 12).encode()

    quality, packet_id = random.randint(0, 2), random.randint(1, 65535)
    flags = {"DUP": random.getrandbits(1), "QOS": quality, "RETAIN": random.getrandbits(1)}
    number = random.choice([1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    head = mq.MQTT(type=number, **flags)
    if number == 1:
        user, password, will = (random.getrandbits(1) for _ in range(3))
        return head / mq.MQTTConnect(
            protoname=b"MQTT",
            protolevel=4,
            usernameflag=user,
            passwordflag=password,
            willflag=will,
            willretainflag=random.getrandbits(1),
            willQOSflag=quality,
            cleansess=random.getrandbits(1),
            klive=random.getrandbits(16),
            clientId=word(),
            willtopic=word(),
            willmsg=random.randbytes(9),
            username=word(),
            password=random.randbytes(5),
        )
    if number == 2:
        present, result = random.getrandbits(1), random.randint(0, 6)
        return head / mq.MQTTConnack(sessPresentFlag=present, retcode=result)
    if number == 3:
        payload = random.randbytes(random.choice([0, 10, 300, 20_000]))
        return head / mq.MQTTPublish(topic=word(), msgid=packet_id, value=payload)
    if number == 8:
        wishes = [
            mq.MQTTTopicQOS(topic=word(), QOS=random.randint(0, 2))
            for _ in range(random.randint(1, 3))
        ]
        return head / mq.MQTTSubscribe(msgid=packet_id, topics=wishes)
    if number == 9:
        results = random.choices([0, 1, 2, 128], k=random.randint(1, 3))
        return head / mq.MQTTSuback(msgid=packet_id, retcodes=results)
    if number == 10:
        topics = [mq.MQTTTopic(topic=word()) for _ in range(random.randint(1, 3))]
        return head / mq.MQTTUnsubscribe(msgid=packet_id, topics=topics)
    acks = {4: mq.MQTTPuback, 5: mq.MQTTPubrec, 6: mq.MQTTPubrel, 7: mq.MQTTPubcomp}
    acks[11] = mq.MQTTUnsuback
    return head / acks[number](msgid=packet_id) if number in acks else head


def mqtt_view(value):
    packet = mq.MQTT(value)
    groups, rest = [], packet.len
    while not groups or rest:
        groups.append(rest & 127 | (128 if rest > 127 else 0))
        rest >>= 7
    kind = KINDS[packet.type]
    return {
        "kind": kind,
        "duplicate": bool(packet.DUP),
        "quality": packet.QOS,
        "retain": bool(packet.RETAIN),
        "length": {"groups": groups, "value": packet.len},
        "body": mqtt_body(kind, packet),
    }


def mqtt_body(kind, packet):
    body = packet.payload
    if kind == "connect":
        view = {
            "protocol": body.protoname.decode(),
            "level": body.protolevel,
            "has_user": bool(body.usernameflag),
            "has_password": bool(body.passwordflag),
            "will_retain": bool(body.willretainflag),
            "will_quality": body.willQOSflag,
            "has_will": bool(body.willflag),
            "clean_session": bool(body.cleansess),
            "keep_alive": body.klive,
            "client": body.clientId.decode(),
        }
        if body.willflag:
            view |= {"will_topic": body.willtopic.decode(), "will_message": body.willmsg}
        if body.usernameflag:
            view |= {"user": body.username.decode()}
        if body.passwordflag:
            view |= {"password": body.password}
        return {"connect": view}
    if kind == "connack":
        result = dict(enumerate(RESULTS)).get(body.retcode, str(body.retcode))
        return {"connack": {"session_present": bool(body.sessPresentFlag), "result": result}}
    if kind == "publish":
        view = {"topic": body.topic.decode(), "payload": bytes(body.value)}
        return {"publish": view | ({"packet_id": body.msgid} if packet.QOS else {})}
    if kind in ("subscribe", "unsubscribe"):
        topics = [
            {"topic": one.topic.decode()} | ({"quality": one.QOS} if kind == "subscribe" else {})
            for one in body.topics
        ]
        return {kind: {"packet_id": body.msgid, "topics": topics}}
    if kind == "suback":
        return {"suback": {"packet_id": body.msgid, "results": list(body.retcodes)}}
    if kind in ("puback", "pubrec", "pubrel", "pubcomp", "unsuback"):
        return {"ack": {"packet_id": body.msgid}}
    return {"other": b""}


def mqtt(random):
    for _ in range(100):
        value = bytes(mqtt_packet(random))
        yield value, mqtt_view(value)


# Modbus

FUNCTIONS = {
    1: "read_coils",
    2: "read_discrete_inputs",
    3: "read_holding_registers",
    4: "read_input_registers",
    5: "write_coil",
    6: "write_register",
    7: "read_exception_status",
    15: "write_coils",
    16: "write_registers",
}
CODES = {1: "illegal_function", 2: "illegal_address", 3: "illegal_value", 4: "device_failure"}


def modbus_body(random):
    """Return the body that Scapy writes, with the fields that the layout should show."""
    address, count = random.getrandbits(16), random.getrandbits(16)
    some = {"startAddr": address, "quantity": count}
    words = [random.getrandbits(16) for _ in range(random.randint(1, 20))]
    octets = [random.getrandbits(8) for _ in range(random.randint(1, 20))]
    raw = {"address": address, "count": count}
    function = random.choice([*FUNCTIONS])
    number = f"{function:02X}"
    side = random.choice(["Request", "Response", "Error"])
    found = next(
        one
        for name, one in vars(mb).items()
        if name.startswith(f"ModbusPDU{number}") and name.endswith(side)
    )
    if side == "Error":
        code = random.choice([*CODES])
        return found(exceptCode=code), {"failure": {"code": CODES[code]}}
    if function in (1, 2):
        if side == "Request":
            return found(**some), {"bit_range": {**raw, "may_be_response": address >> 8 == 3}}
        octets = [*octets, 0] if len(octets) == 3 else octets
        field = "coilStatus" if function == 1 else "inputStatus"
        return found(**{field: octets}), {"bits": {"bits": bytes(octets)}}
    if function in (3, 4):
        if side == "Request":
            return found(**some), {"range": raw}
        data = {"num_bytes": 2 * len(words), "values": words}
        return found(registerVal=words), {"registers": data}
    if function in (5, 6):
        prefix = "output" if function == 5 else "register"
        value = {f"{prefix}Addr": address, f"{prefix}Value": count}
        return found(**value), {"one_value": {"address": address, "value": count}}
    if function == 7:
        return (found(), {"other": b""}) if side == "Request" else (found(), {"other": b"\0"})
    prefix = "quantityOutput" if function == 15 else "quantityRegisters"
    if side == "Response":
        return found(startAddr=address, **{prefix: count}), {"range": raw}
    values = octets if function == 15 else words
    data = b"".join(one.to_bytes(1 if function == 15 else 2, "big") for one in values)
    count = count if function == 15 else len(words)
    body = found(startAddr=address, **{prefix: count}, outputsValue=values, byteCount=len(data))
    return body, {"values": {"address": address, "count": count, "data": data}}


def modbus_tcp(random):
    for _ in range(120):
        body, data = modbus_body(random)
        frame = mb.ModbusADURequest(transId=random.getrandbits(16), unitId=random.getrandbits(8))
        value = bytes(frame / body)
        head = mb.ModbusADURequest(value)
        yield (
            value,
            {
                "transaction": head.transId,
                "length": head.len,
                "unit": head.unitId,
                "body": {
                    "is_exception": value[7] > 127,
                    "function": FUNCTIONS[value[7] & 127],
                    "data": data,
                },
            },
        )
