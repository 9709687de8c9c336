"""A second reader of what devices send, by the page Wire format alone; standard library only.

python3 wire_format.py FILE takes every test vector apart, puts it together again, and exits with 1
where one differs from the page.
"""
import hashlib
import json
import struct
import sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Bits:
    """DigestBits: SHA-256 in counter mode over a digest of texts."""

    def __init__(self, texts, tail=b"", secret=False):
        parts = [struct.pack(">i", len(t.encode())) + t.encode() for t in texts]
        self.key = sha(b"".join(parts), tail)
        self.stream = b"" if secret else self.key
        self.counter = 0
        self.position = 0

    def take(self, count):
        while 8 * len(self.stream) < self.position + count:
            self.stream += sha(self.key, struct.pack(">q", self.counter))
            self.counter += 1
        whole = int.from_bytes(self.stream, "big") >> (8 * len(self.stream) - self.position - count)
        self.position += count
        return whole & ((1 << count) - 1)

    def below(self, m):
        count = (m - 1).bit_length()
        if count == 0:
            return 0
        while True:
            value = self.take(count)
            if value < m:
                return value


class Form:
    """Reads fields in order, and writes them again as it goes."""

    def __init__(self, data):
        self.data, self.at, self.out = data, 0, b""

    def get(self, code):
        size = struct.calcsize(">" + code)
        (value,) = struct.unpack(">" + code, self.data[self.at:self.at + size])
        self.at += size
        self.out += struct.pack(">" + code, value)
        return value

    def text(self):
        size = self.get("H")
        raw = self.data[self.at:self.at + size]
        self.at += size
        self.out += raw
        return raw.decode()

    def end(self):
        assert self.out == self.data, "the state has other bytes"


def bounds(form):
    kind = form.get("B")
    assert kind in (0, 1, 2), "bounds"
    return [form.get("d") for _ in range(3)]


def padded(dimension):
    return 1 << max(0, (dimension - 1).bit_length())


def local_state(data):
    form = Form(data)
    assert form.get("B") == 2, "version"
    state = {"protocol": form.text(), "budget": form.get("d"), "bounds": bounds(form)}
    state["route"], state["grid"] = form.text(), form.text()
    form.get("d"), form.get("B")
    state["users"], state["dimension"] = form.get("q"), form.get("i")
    state["randomizer"] = form.text()
    state["seed"], state["run"], state["round"] = form.get("q"), form.text(), form.get("B")
    for _ in range(padded(state["dimension"])):
        form.get("q")
    form.get("q")
    while form.at < len(data):  # accepted and dropped of each round that is over
        form.get("q"), form.get("q")
    form.end()
    return state


def shuffle_state(data):
    form = Form(data)
    assert form.get("B") == 2 and form.text() == "shuffle mean", "version and kind"
    form.get("d"), form.get("d"), bounds(form), form.get("d"), form.text(), form.get("d"), form.get("B")
    state = {"rounds": form.get("i"), "batches": form.get("i")}
    state["users"], state["dimension"] = form.get("q"), form.get("i")
    medians, norms = form.get("i"), form.get("i")
    for _ in range(4):
        form.get("d")
    state["seed"], state["run"], state["round"] = form.get("q"), form.text(), form.get("i")
    columns = padded(state["dimension"])
    for _ in range(columns if state["round"] < medians else 1):
        form.get("q")  # where the searches are
    for _ in range(columns + 1):
        form.get("q")  # centre and norm
    assert state["round"] <= medians + norms, "round"
    form.get("q")  # participants
    for _ in range(2 * state["round"]):
        form.get("q")
    form.end()
    return state


def local_bundle(bundle, vector):
    """The fields of a bundle of reports; raises where it is none of the round."""
    whole, left = int.from_bytes(bundle, "big"), [8 * len(bundle)]

    def take(count):
        left[0] -= count
        if left[0] < 0:
            raise ValueError("cut off")
        return (whole >> left[0]) & ((1 << count) - 1)

    if (take(4), take(4)) != (2, 3 if vector["task"] == "MEAN" else 1):
        raise ValueError("version or kind")
    if take(32) != int(vector["digest"][:8], 16):
        raise ValueError("another state")
    count, fields = take(32), []
    if vector["task"] == "MEAN":
        if count != 1:
            raise ValueError("number of reports")
        return fields
    if count not in (1, vector["width"]):
        raise ValueError("number of reports")
    coordinate = take((vector["width"] - 1).bit_length()) if count == 1 else 0
    for j in range(count):
        level = take((vector["levels"] - 1).bit_length())
        fields.append((coordinate + j, level, take(level), take(1)))
    if left[0] >= 8 or take(left[0]) != 0:
        raise ValueError("more bits than fields")
    return fields


def check_local(vector):
    state = local_state(bytes.fromhex(vector["state"]))
    assert state["run"] == vector["runId"] and state["round"] == vector["round"], "run or round"
    tail, user = struct.pack(">q", state["seed"]), vector["userId"]
    domain = "org.privatemean.local.UserLabels/1"
    if vector["split"]:
        place, end, chosen = Bits([domain, "round", user], tail).take(53) / 2**53, vector["shares"][0], 0
        while place >= end and chosen < len(vector["shares"]) - 1:
            chosen += 1
            end += vector["shares"][chosen]
        assert chosen == vector["round"], "the user is not asked in this round"
    fields = local_bundle(bytes.fromhex(vector["bundle"]), vector)
    if vector["task"] == "CENTRE":
        label = Bits([domain, "medians", user], tail)
        first = label.below(vector["width"]) if vector["split"] else 0
        for j, (coordinate, level, _, _) in enumerate(fields):
            assert coordinate == first + j and level == label.below(vector["levels"]), "label"
    if vector["task"] == "NORM":
        level = Bits([domain, "norm", user], tail).below(vector["levels"])
        assert fields[0][:2] == (0, level), "label"


def shuffle_bundle(bundle, vector):
    size = 1 + vector["labelBytes"] + vector["bodyBytes"]
    header = bytes([1, 0]) + bytes.fromhex(vector["digest"])
    if bundle[:34] != header or len(bundle) != 44 + size * vector["slots"]:
        raise ValueError("header or length")
    batch, slots, slot_bytes = struct.unpack(">iiH", bundle[34:44])
    if (slots, slot_bytes) != (vector["slots"], size) or not 0 <= batch < vector["batches"]:
        raise ValueError("slots or batch")
    messages = []
    for i in range(slots):
        slot = bundle[44 + i * size:44 + (i + 1) * size]
        if slot[0] == 1:
            messages.append(int.from_bytes(slot[1:1 + vector["labelBytes"]], "big"))
        elif any(slot):
            raise ValueError("a slot that is neither blank nor a message")
    return batch, messages


def check_shuffle(vector):
    state = shuffle_state(bytes.fromhex(vector["state"]))
    assert state["run"] == vector["runId"] and state["round"] == vector["round"], "run or round"
    batch, messages = shuffle_bundle(bytes.fromhex(vector["bundle"]), vector)
    drawn = Bits(["org.privatemean.shuffle.batch/1", str(state["seed"]), vector["userId"]])
    expected = drawn.below(vector["batches"]) if vector["batches"] > 1 else 0
    assert batch == expected and messages, "batch"


def check(vector):
    state = bytes.fromhex(vector["state"])
    assert hashlib.sha256(state).hexdigest() == vector["digest"], "digest"
    texts = ["org.privatemean.device.Device/1", "state " + vector["digest"]]
    bits = Bits(texts + [vector["runId"], vector["userId"]], bytes.fromhex(vector["key"]), secret=True)
    assert "%016x" % bits.take(64) == vector["bits"], "bits"
    (check_local if vector["model"] == "local" else check_shuffle)(vector)


def main(path):
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    failed = 0
    for vector in stored["vectors"]:
        try:
            check(vector)
        except (AssertionError, ValueError, struct.error) as wrong:
            failed += 1
            print(vector["name"] + ":", wrong)
    for frame in stored["invalid"]:
        vector = stored["vectors"][frame["vector"]]
        read = local_bundle if vector["model"] == "local" else shuffle_bundle
        try:
            read(bytes.fromhex(frame["bundle"]), vector)
            failed += 1
            print("taken, but invalid:", frame["reason"])
        except ValueError:
            pass
    print(len(stored["vectors"]), "vectors,", len(stored["invalid"]), "invalid frames,", failed, "failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
