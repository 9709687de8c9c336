"""Reads the test vectors of src/test/vectors by the page "Wire format" and the standard library alone.

    python3 wire_format.py FOLDER...

prints a line for each folder and exits with 1 unless every vector in every folder is as the page says.
It shares nothing with the Java code. Of bundles of signs, thresholds, cells and shares it makes every
bit again; of vectors' reports it checks the frame, the range and the length, not the noise.
"""

import hashlib
import json
import math
import pathlib
import struct
import sys
import zlib
from fractions import Fraction


class Malformed(Exception):
    """A frame that no honest client makes; says why as the Java tallies do."""


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}: found {found!r}, wanted {wanted!r}")


# Bits.


class Bits:
    """SHA-256 of texts and a tail; then of that digest and a counter. First bit first."""

    def __init__(self, texts, tail=b"", secret=False):
        hashed = b"".join(struct.pack(">i", len(t.encode())) + t.encode() for t in texts)
        self.key = hashlib.sha256(hashed + tail).digest()
        self.blocks = 0
        self.value, self.count = (0, 0) if secret else (int.from_bytes(self.key, "big"), 256)

    def next(self, k):
        while self.count < k:
            block = hashlib.sha256(self.key + struct.pack(">q", self.blocks)).digest()
            self.blocks += 1
            self.value, self.count = self.value << 256 | int.from_bytes(block, "big"), self.count + 256
        self.count -= k
        taken, self.value = self.value >> self.count, self.value & ((1 << self.count) - 1)
        return taken

    def below(self, m):
        k = (m - 1).bit_length()
        value = self.next(k)
        while value >= m:
            value = self.next(k)
        return value


def coin(a, b, bits):
    """True with probability a / b."""
    while True:
        low = bits.next(8) * b
        if a << 8 <= low:
            return False
        a = (a << 8) - low
        if a >= b:
            return True


def one_in(k, bits):
    return k == 1 or coin(1, k, bits)


def exp_minus(a, b, bits):
    """True with probability exp(-a / b)."""
    while a >= b:
        k = 2
        while one_in(k, bits):
            k += 1
        if k % 2 == 0:
            return False
        a -= b
    k = 1
    while coin(a, b, bits) and one_in(k, bits):
        k += 1
    return k % 2 == 1


def share_units(mean, shares):
    return math.ceil(Fraction(mean) * 2**52 / shares)


def poisson(units, bits):
    """Of the mean units / 2^52: the rest below a half first, then the halves."""
    halves, rest = divmod(units, 2**51)
    total = 0
    for part in [rest] + [2**51] * halves:
        successes = 0
        while coin(part, 2**52, bits):
            successes += 1
            if successes > 1 and not coin(1, successes, bits):
                successes = 0
        total += successes
    return total


# States.


def text_bytes(text):
    """Java's modified UTF-8: every UTF-16 unit by itself, NUL in two bytes."""
    units = text.encode("utf-16-be")
    pairs = [units[i : i + 2].decode("utf-16-be", "surrogatepass") for i in range(0, len(units), 2)]
    return b"".join(b"\xc0\x80" if c == "\0" else c.encode("utf-8", "surrogatepass") for c in pairs)


class Fields:
    """Reads a form field by field, and keeps what it read to write it again."""

    def __init__(self, data):
        self.data, self.at, self.read = data, 0, []

    def next(self, kind):
        if kind == "text":
            size = self.next("H")
            self.read.pop()
            raw = self.take(size).replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
            value = raw.encode("utf-16-be", "surrogatepass").decode("utf-16-be")
        else:
            value = struct.unpack(">" + kind, self.take(struct.calcsize(">" + kind)))[0]
        self.read.append((kind, value))
        return value

    def take(self, size):
        if len(self.data) - self.at < size:
            raise Malformed("STATE")
        self.at += size
        return self.data[self.at - size : self.at]

    def left(self):
        return len(self.data) - self.at

    def written(self):
        return b"".join(
            struct.pack(">H", len(text_bytes(v))) + text_bytes(v) if kind == "text" else struct.pack(">" + kind, v)
            for kind, v in self.read
        )


def named(fields, *names):
    return {name: fields.next(kind) for name, kind in (each.split(":") for each in names)}


BOUNDS = ("bounds:B", "bound0:d", "bound1:d", "bound2:d")


def state_of(data):
    f = Fields(data)
    if f.next("B") != 2:
        raise Malformed("STATE")
    kind = f.next("text")
    if kind == "shuffle mean":
        s = named(f, "epsilon:d", "delta:d", *BOUNDS, "honest:d", "grid:text", "beta:d", "refuses:?", "most:i",
                  "batches:i", "users:q", "dimension:i", "medianRounds:i", "normRounds:i", "rho:d", "medianDummies:d",
                  "normDummies:d", "sumVariance:d", "seed:q", "runId:text", "round:i")
        s["rounds"] = s["medianRounds"] + s["normRounds"] + 1
    elif kind in ("PURE", "ZCDP"):
        s = named(f, "budget:d", *BOUNDS, "route:text", "grid:text", "beta:d", "refuses:?", "users:q", "dimension:i",
                  "randomizer:text", "seed:q", "runId:text", "round:B")
    else:
        raise Malformed("STATE")
    s["kind"], s["columns"] = kind, 1 << (s["dimension"] - 1).bit_length()
    columns = s["columns"]
    if kind == "shuffle mean":
        s["lefts"] = [f.next("q") for _ in range(columns if s["round"] < s["medianRounds"] else 1)]
    s["centre"], s["norm"] = [f.next("q") for _ in range(columns)], f.next("q")
    if kind == "shuffle mean":
        s["sum"] = [f.next("q") for _ in range(columns if s["round"] == s["rounds"] else 0)]
        s["participants"] = f.next("q")
    elif f.left() != 16 * s["round"]:
        # After the last round, and never before.
        s["mean"] = [f.next("d") for _ in range(columns)]
    s["received"] = [(f.next("q"), f.next("q")) for _ in range(s["round"])]
    if f.left():
        raise Malformed("STATE")
    expect("state written again", f.written(), data)
    s["digest"] = hashlib.sha256(data).digest()
    return s


# What a row becomes.


def transform(values):
    half = 1
    while half < len(values):
        for k in range(len(values)):
            if not k & half:
                values[k], values[k + half] = values[k] + values[k + half], values[k] - values[k + half]
        half *= 2
    return values


def rotated(row, step, signs, columns):
    # Rows of the vectors lie within their bounds: longer ones would be clipped before this.
    whole = [round(x / step) * (1 if signs.next(1) else -1) for x in row]
    return transform(whole + [0] * (columns - len(row)))


def centred(v, s):
    return [x - c for x, c in zip(v, s["centre"])]


def squared(v):
    total = 0.0
    for x in v:
        total += float(x) * float(x)
    return total


def norm_cell(square, d):
    if "squaresUpTo" in d:
        return min(math.ceil(square), d["squaresUpTo"])
    norm, cell = d["leastNorm"], 0
    while cell < d["norms"] - 1 and norm * norm < square:
        norm, cell = norm * d["normRatio"], cell + 1
    return cell


def clipped(v, norm):
    def fits(w):
        return sum(x * x for x in w) <= norm * norm

    if fits(v):
        return v
    factor, shrink = norm / math.sqrt(squared(v)), 0.0
    while True:
        w = [max(-norm, min(norm, int(x * (factor * (1 - shrink))))) for x in v]
        if fits(w):
            return w
        shrink = min(1, max(2.0**-52, 2 * shrink))


# The local model.


class Packed:
    def __init__(self, data):
        self.data, self.at = data, 0

    def get(self, k):
        if self.at + k > 8 * len(self.data):
            raise Malformed("LENGTH")
        self.at += k
        return int.from_bytes(self.data, "big") >> (8 * len(self.data) - self.at) & ((1 << k) - 1)

    def below(self, m):
        value = self.get((m - 1).bit_length())
        if value >= m:
            raise Malformed("RANGE")
        return value

    def end(self, left=0):
        rest = 8 * len(self.data) - self.at - left
        if not 0 <= rest < 8 or int.from_bytes(self.data[-1:], "big") & ((1 << rest) - 1):
            raise Malformed("LENGTH")


def packed(fields):
    value, size = 0, 0
    for bits, field in fields:
        value, size = value << bits | field, size + bits
    return (value << -size % 8).to_bytes((size + 7) // 8, "big")


def local_frame(data, s, d, count):
    """The fields of a bundle of that many reports, or where count is None of one report, with its header."""
    p, kind = Packed(data), 3 if d["task"] == "MEAN" else 1
    if len(data) < 5:
        raise Malformed("LENGTH")
    fields = []

    def field(bits, value):
        fields.append((bits, value))
        return value

    for reason, bits, wanted in (("VERSION", 4, 1 if count is None else 2), ("KIND", 4, kind),
                                 ("ROUND", 32, int.from_bytes(s["digest"][:4], "big")), ("COUNT", 32, count)):
        if wanted is not None and field(bits, p.get(bits)) != wanted:
            raise Malformed(reason)
    if kind == 3:
        width = (2 * d["limit"]).bit_length()
        p.end(d["values"] * width + (32 if s["randomizer"] == "PROJ_UNIT" else 0))
        if s["randomizer"] == "PROJ_UNIT":
            field(32, p.get(32))
        values = [field(width, p.below(2 * d["limit"] + 1)) - d["limit"] for _ in range(d["values"])]
        if sum(x * x for x in values) > d.get("squaredNormLimit", math.inf):
            raise Malformed("RANGE")
        return fields, []
    signs = []
    place = (d["coordinates"] - 1).bit_length()
    coordinate = field(place, p.below(d["coordinates"])) if count in (None, 1) else 0
    for j in range(count or 1):
        level = field((d["levels"] - 1).bit_length(), p.below(d["levels"]))
        signs.append((coordinate + j, level, field(level, p.get(level)), field(1, p.get(1))))
    p.end()
    return fields, signs


def haar(s, d, user, row, bits):
    """(coordinate, level, index, sign) of each report, from the device's bits."""

    def label(purpose, name=user):
        return Bits(["org.privatemean.local.UserLabels/1", purpose, name], struct.pack(">q", s["seed"]))

    v = rotated(row, d["latticeStep"], label("rotation", ""), s["columns"])
    if d["task"] == "CENTRE":
        named_, cells = label("medians"), [max(0, min(d["cells"] - 1, (x + d["range"]) // d["cellWidth"])) for x in v]
        chosen = [named_.below(len(v))] if s["kind"] == "PURE" else range(len(v))
    else:
        named_, cells, chosen = label("norm"), [norm_cell(squared(centred(v, s)), d)], [0]
    for j in chosen:
        level, up = named_.below(d["levels"]), d["levels"]
        index = bits.next(level)
        right = cells[j] >> (up - 1 - level) & 1
        odd = bin(index & cells[j] >> (up - level)).count("1") & 1
        lie = 0
        while bits.next(1):
            if exp_minus(int(d["coinEpsilon"] * 2**53), 2**53, bits):
                lie = 1
                break
        yield j, level, index, right ^ odd ^ lie


def round_asked(s, d, user):
    if s["kind"] == "ZCDP":
        return None
    place = Bits(["org.privatemean.local.UserLabels/1", "round", user], struct.pack(">q", s["seed"])).next(53) / 2**53
    asked, end = 0, d["shares"][0]
    while place >= end and asked < len(d["shares"]) - 1:
        asked += 1
        end += d["shares"][asked]
    return asked


def device_bits(v, s):
    expect("run", s["runId"], v["runId"])
    texts = ["org.privatemean.device.Device/1", "state " + s["digest"].hex(), v["runId"], v["userId"]]
    expect("bits", f"{Bits(texts, bytes.fromhex(v['key']), secret=True).next(64):016x}", v["bits"])
    return Bits(texts, bytes.fromhex(v["key"]), secret=True)


def local_bundle(v):
    s, d = with_digest(v), v["derived"]
    bits, data = device_bits(v, s), bytes.fromhex(v["bundle"])
    asked = round_asked(s, d, v["userId"])
    expect("round asked", asked, v["roundAsked"])
    if asked not in (None, s["round"]):
        expect("bundle, reports and label of who is not asked", (data, v["reports"], v["label"]), (b"", [], []))
        return
    count = s["columns"] if s["kind"] == "ZCDP" and d["task"] == "CENTRE" else 1
    fields, signs = local_frame(data, s, d, count)
    expect("bundle written again", packed(fields), data)
    expect("number of reports", len(v["reports"]), count)
    alone = []
    for report in v["reports"]:
        parts, one = local_frame(bytes.fromhex(report), s, d, None)
        expect("report written again", packed(parts).hex(), report)
        alone += one
    expect("reports one by one", alone, signs)
    expect("label", [list(each[:2]) for each in signs], v["label"])
    if d["task"] != "MEAN":
        expect("reports", signs, list(haar(s, d, v["userId"], v["row"], bits)))
    elif s["randomizer"] == "PROJ_UNIT":
        expect("seed of the projection", fields[-1 - d["values"]][1], bits.next(32))


# The shuffle model.


def rounds_of(levels, rounds, r):
    """Levels of a round, before it, and the number of cells of a label."""
    h = levels // rounds + (r < levels % rounds)
    cells = 1 if rounds == levels else 2**h + (2 if r else 0)
    return h, r * (levels // rounds) + min(r, levels % rounds), cells


def counts_round(s, d):
    norm = d["task"] == "NORM"
    levels, rounds = (d["normLevels"], s["normRounds"]) if norm else (d["medianLevels"], s["medianRounds"])
    r = s["round"] - (s["medianRounds"] if norm else 0)
    base = s["medianRounds"] * (s["columns"] + 1) if norm else 0
    return levels, rounds, r, base, 1 if norm else s["columns"]


def honest(s):
    return math.floor(Fraction(repr(s["honest"])) * s["users"])


def batch_of(s, d, user):
    if d["task"] != "SUM" or s["batches"] == 1:
        return 0
    return Bits(["org.privatemean.shuffle.batch/1", str(s["seed"]), user]).below(s["batches"])


def dummies(s, d):
    *_, cells = rounds_of(*counts_round(s, d)[:3])
    all_cells = cells * counts_round(s, d)[4]
    mu = s["normDummies"] if d["task"] == "NORM" else s["medianDummies"]
    return all_cells, share_units(mu if all_cells == 1 else mu * all_cells * (1 + 2.0**-50), honest(s))


def bundle_format(s, d):
    """Bytes of a label and of a body, and the number of slots."""
    labels = s["medianRounds"] * (s["columns"] + 1)
    if d["task"] != "MEDIANS":
        labels += 2 * s["normRounds"]
    if d["task"] == "SUM":
        return size(labels + s["batches"] * s["columns"] - 1), -(-d["modulusBits"] // 8), s["columns"] * d["shares"]
    levels, rounds, _, _, width = counts_round(s, d)
    most = max(rounds_of(levels, rounds, r)[2] for r in range(min(2, rounds)))
    chance = s["delta"] * 2**-14 / ((1 + math.exp(s["epsilon"])) * s["users"] * s["rounds"]) * (1 - 2**-40)
    mean = dummies(s, d)[1] / 2**52 * (1 + 2**-40)
    k = math.ceil(mean)
    while k + 1 - mean - (k + 1) * math.log((k + 1) / mean) > math.log(chance) * (1 + 2**-40):
        k += 1
    return size(labels - 1), -(-(most - 1).bit_length() // 8), 1 + width + k


def size(label):
    return max(1, -(-label.bit_length() // 8))


def counts(s, d, row, bits):
    levels, rounds, r, base, width = counts_round(s, d)
    h, before, cells = rounds_of(levels, rounds, r)
    values = rotated(row, d["latticeStep"], Bits(["org.privatemean.shuffle.rotation/1", str(s["seed"])]), s["columns"])
    values = [norm_cell(squared(centred(values, s)), d)] if width == 1 and d["task"] == "NORM" else [
        x >> d["leafBits"] for x in values]
    first, log_size = base + r * (width + 1), levels - before
    yield first + width, 0
    for j, value in enumerate(values):
        offset = value - s["lefts"][j]
        if rounds == levels:
            if (offset >= 1 << (log_size - 1)) == (d["task"] == "NORM"):
                yield first + j, 0
            continue
        part, parts = offset >> (log_size - h), 1 << h
        inside = max(0, min(parts - 1, part)) if r == 0 else part
        yield first + j, parts if inside < 0 else parts + 1 if inside >= parts else inside
    all_cells, units = dummies(s, d)
    for _ in range(poisson(units, bits)):
        dummy = bits.below(all_cells)
        yield first + dummy // cells, dummy % cells


def shares(s, d, row, bits, batch):
    signs = Bits(["org.privatemean.shuffle.rotation/1", str(s["seed"])])
    shift = max(0, 11 - s["norm"].bit_length())
    v = clipped(centred(rotated(row, d["latticeStep"], signs, s["columns"]), s), s["norm"])
    v = clipped([x << shift for x in v], s["norm"] << shift)
    step, q = d["gridStep"], 1 << d["modulusBits"]
    whole = None
    while whole is None or step > 1 and sum(x * x for x in whole) > d["squaredNormLimit"]:
        whole = [x // step + (x % step != 0 and bits.below(step) < x % step) for x in v]
    first = s["medianRounds"] * (s["columns"] + 1) + 2 * s["normRounds"] + batch * s["columns"]
    units = share_units(d["variance"] / 2, d["honestUsers"])
    for j, x in enumerate(whole):
        rest = x + poisson(units, bits)
        rest -= poisson(units, bits)
        for _ in range(d["shares"] - 1):
            share = bits.next(d["modulusBits"])
            yield first + j, share
            rest -= share
        yield first + j, rest % q


def shuffle_header(data, s, d, sealed):
    label_bytes, body_bytes, slots = bundle_format(s, d)
    expect("format of bundles", (label_bytes, body_bytes, slots), (d["labelBytes"], d["bodyBytes"], d["slots"]))
    slot = 1 + label_bytes + body_bytes + (48 if sealed else 0)
    if len(data) < 44:
        raise Malformed("LENGTH")
    version, kind, digest, batch, found, each = struct.unpack(">BB32siiH", data[:44])
    if (version, kind) != (1, int(sealed)):
        raise Malformed("VERSION")
    if digest != s["digest"]:
        raise Malformed("STATE")
    if (found, each) != (slots, slot) or len(data) != 44 + slots * slot + (48 if sealed else 0):
        raise Malformed("LENGTH")
    if not 0 <= batch < (s["batches"] if d["task"] == "SUM" else 1):
        raise Malformed("BATCH")
    return batch


def open_bundle(s, d, batch, messages):
    label_bytes, body_bytes, slots = bundle_format(s, d)
    written = b"".join(b"\1" + a.to_bytes(label_bytes, "big") + b.to_bytes(body_bytes, "big") for a, b in messages)
    slot = 1 + label_bytes + body_bytes
    header = struct.pack(">BB32siiH", 1, 0, s["digest"], batch, slots, slot)
    return header + written + bytes(slots * slot - len(written))


def messages_of(data, d):
    a, b = d["labelBytes"], d["bodyBytes"]
    slots = [data[i : i + 1 + a + b] for i in range(44, len(data), 1 + a + b)]
    return [(int.from_bytes(m[1 : 1 + a], "big"), int.from_bytes(m[1 + a :], "big")) for m in slots if m[0]]


def shuffle_bundle(v, sealed=False):
    s, d = with_digest(v), v["derived"]
    bits, data = device_bits(v, s), bytes.fromhex(v["bundle"])
    batch = shuffle_header(data, s, d, sealed)
    expect("batch", (batch, v["batch"]), (batch_of(s, d, v["userId"]),) * 2)
    if sealed:
        return
    expect("bundle written again", open_bundle(s, d, batch, messages_of(data, d)), data)
    messages = None
    while messages is None or len(messages) > d["slots"]:
        messages = list(shares(s, d, v["row"], bits, batch) if d["task"] == "SUM" else counts(s, d, v["row"], bits))
    expect("messages", messages_of(data, d), messages)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def stream(v, data):
    of = v["bundleOf"]
    shuffle_bundle(of)
    if crc32c(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise Malformed("CHECKSUM")
    s, d = with_digest(of), of["derived"]
    messages = messages_of(bytes.fromhex(of["bundle"]), d)
    body = struct.pack(">4sB32sBBq", b"PMSG", 1, s["digest"], d["labelBytes"], d["bodyBytes"], len(messages))
    for label, value in messages:
        body += label.to_bytes(d["labelBytes"], "big") + value.to_bytes(d["bodyBytes"], "big")
    expect("stream", data, body + struct.pack(">I", crc32c(body)))


# Reports of PrivUnit and ProjUnit by themselves.


def unit_report(v):
    data, proj = bytes.fromhex(v["report"]), v["format"] == "ProjUnit report"
    bits = Bits(["org.privatemean.test.report/1", v["format"]], bytes.fromhex(v["key"]), secret=True).next(64)
    expect("bits", f"{bits:016x}", v["bits"])
    codes = {"SPHERE": 1, "GAUSSIAN": 2, "BALL": 2, "HAAR": 1, "HADAMARD": 2}
    law, size_ = v["projection"] if proj else v["law"], [v["size"]] if proj else []
    parameters = struct.pack(">BBB", 2 if proj else 1, codes[law], codes[v["inputs"]])
    parameters += struct.pack(f">{1 + len(size_)}iddi", len(v["vector"]), *size_, v["bound"], v["epsilon"], v["label"])
    count = v["size"] if proj else len(v["vector"])
    header = struct.pack(">BBIi", 1, 2 if proj else 1, zlib.crc32(parameters.ljust(32, b"\0")), count)
    if proj:
        header += struct.pack(">Q", bits)
    expect("header", data[: len(header)], header)
    steps = struct.unpack(f">{count}h", data[len(header) :])
    expect("report written again", header + struct.pack(f">{count}h", *steps), data)
    expect("largest step", max(map(abs, steps)) <= v["limit"], True)


def with_digest(v):
    s = state_of(bytes.fromhex(v["state"]))
    expect("digest", s["digest"].hex(), v["digest"])
    return s


def read_invalid(v):
    frame, of = bytes.fromhex(v["frame"]), v.get("of")
    if v["format"] == "invalid state":
        state_of(frame)
    elif v["format"] == "invalid stream":
        stream(of, frame)
    else:
        check(of)
        s, d = with_digest(of), of["derived"]
        local_frame(frame, s, d, 1) if s["kind"] != "shuffle mean" else shuffle_header(frame, s, d, False)


def check(v):
    if v["format"].startswith("invalid"):
        try:
            read_invalid(v)
        except Malformed as refused:
            expect("reason", str(refused), v["reason"])
            return
        raise AssertionError("an invalid frame was read")
    {
        "local bundle": local_bundle,
        "shuffle bundle": shuffle_bundle,
        "sealed shuffle bundle": lambda it: shuffle_bundle(it, sealed=True),
        "local state": with_digest,
        "shuffle state": with_digest,
        "message stream": lambda it: stream(it, bytes.fromhex(it["stream"])),
        "PrivUnit report": unit_report,
        "ProjUnit report": unit_report,
    }[v["format"]](v)


def check_folder(folder):
    vectors = 0
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for number, vector in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            try:
                check(vector)
            except (AssertionError, Malformed, ValueError, KeyError, struct.error, OverflowError, MemoryError) as wrong:
                print(f"{folder}: differs: {file.name} [{number}] {type(wrong).__name__}: {wrong}")
                return False
            vectors += 1
    print(f"{folder}: {vectors} vectors agree" if vectors else f"{folder}: differs: no vectors")
    return vectors > 0


if __name__ == "__main__":
    results = [check_folder(folder) for folder in sys.argv[1:]]
    sys.exit(0 if results and all(results) else 1)
