"""Achievements, evaluated another way than in the script: from https://docs.retroachievements.org/developer-docs/condition-syntax.html,
over a recording of all frames.

`looks` are the moments at which memory was seen: first the one before the buttons, then one a frame from the wait's beginning on. Each is
the console's memory on the line of RetroAchievements.
"""

import math
import re
import struct

CONDITION = re.compile(
    r"(?:(?P<flag>[PRZABCDNOIMGQTK]):)?(?P<left>OPERAND)(?:(?P<operator>[=!<>]=|[=<>*/&^%+-])(?P<right>OPERAND)"
    r"(?:\.(?P<hits>\d+)\.|\((?P<more>\d+)\))?)?".replace(
        "OPERAND", r"\{recall\}|[dpb~]?(?:0x[ hxwijgluk m-t]?|f[fbhiml])[0-9a-f]+|h[0-9a-f]+|f[+-]?\d*\.\d+|[fv]?[+-]?\d+"), re.IGNORECASE)
MEMORY = re.compile(r"(?P<prefix>[dpb~]?)(?P<size>0x[ hxwijgluk m-t]?|f[fbhiml])(?P<address>[0-9a-f]+)", re.IGNORECASE)
COMPARISONS = {"=": "eq", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
LEADING = "ABCDIKNOZ"
BITS = 0xFFFFFFFF


def single(number: float) -> float:
    """Rounds a number to single precision."""
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def as_float(value):
    return value if isinstance(value, float) else single(float(value))


def as_integer(value) -> int:
    """Without sign, in 32 bits."""
    if isinstance(value, int):
        return value & BITS
    return int(value) & BITS if math.isfinite(value) and -2.0 ** 63 <= value < 2.0 ** 63 else 0


def as_signed(value):
    return value - (1 << 32) if isinstance(value, int) and value >> 31 else value


def scientific(sign: int, exponent: int, mantissa: int) -> float:
    """Makes a number of its parts; the mantissa has 23 bits, and the exponent no bias."""
    if exponent > 127:
        value = math.nan if mantissa else math.inf
    else:
        value = math.ldexp(mantissa, -149) if exponent == -127 else math.ldexp(mantissa + (1 << 23), exponent - 23)
    return single(-value if sign else value)


def decode(size: str, raw: int):
    """Returns the value that the bytes of a size have. `raw` has them with the first one lowest."""
    if size[0] == "f":
        order = "big" if size in ("fb", "fi", "fm") else "little"
        word = int.from_bytes(raw.to_bytes(4, "little"), order)
        if size in ("ff", "fb"):
            return struct.unpack(">f", word.to_bytes(4, "big"))[0]
        if size in ("fh", "fi"):
            return scientific(word >> 31, (word >> 20 & 2047) - 1023, (word & 0xFFFFF) << 3)
        if word & 0xFF7FFFFF == 0:
            return -0.0 if word else 0.0
        return scientific(word >> 23 & 1, (word >> 24) - 129, word & 0x7FFFFF)
    kind = size[2:] or " "
    if kind in "ijg":
        width = {"i": 2, "j": 3, "g": 4}[kind]
        return int.from_bytes(raw.to_bytes(width, "little"), "big")
    if kind in "lu":
        return raw & 15 if kind == "l" else raw >> 4
    if kind == "k":
        return bin(raw).count("1")
    if kind in "mnopqrst":
        return raw >> "mnopqrst".index(kind) & 1
    return raw


def width_of(size: str) -> int:
    return 4 if size[0] == "f" else {"": 2, " ": 2, "i": 2, "w": 3, "j": 3, "x": 4, "g": 4}.get(size[2:], 1)


class Value:
    """A value at each look. `is_float`: whether the results of calculations with it are in single precision."""

    def __init__(self, at, is_float=False):
        self.known, self.compute, self.is_float = {}, at, is_float

    def at(self, look: int):
        if look not in self.known:
            self.known[look] = self.compute(look)
        return self.known[look]

    def before(self, look: int):
        """Returns the value one look earlier: a delta."""
        return self.at(max(look - 1, 0))

    def prior(self, look: int):
        """Returns the value before the latest change."""
        now = bits(self.at(look))
        while look and bits(self.at(look - 1)) == now:
            look -= 1
        return self.before(look)


def bits(value):
    return struct.pack("<f", value) if isinstance(value, float) else value


class Operand(Value):
    """`base` has the values of which `access` takes one; `finish` makes the operand of it."""

    def __init__(self, base: Value, access: str, finish, is_float=False):
        self.base, self.access, self.finish = base, access, finish
        super().__init__(lambda look: finish(getattr(base, access)(look)), is_float)

    def of_now(self):
        return Operand(self.base, "at", self.finish, self.is_float)


def constant(text: str) -> Value:
    number = text.lower()
    if number[0] == "f" and "." in number:
        value = single(float(number[1:]))
        return Value(lambda look: value, True)
    if number[0] == "h":
        value = min(int(number[1:], 16), BITS)
    elif number[0] in "fv+-":
        value = int(number.lstrip("fv"))
        value = max(-0x7FFFFFFF, min(value, 0x7FFFFFFF)) & BITS
    else:
        value = min(int(number), BITS)
    return Value(lambda look: value)


def operate(name: str, left, right):
    """Calculates with two values; "from" subtracts the left one from the right one. Returns None for a division by zero."""
    if name in "&^":
        left, right = as_integer(left), as_integer(right)
        return left & right if name == "&" else left ^ right
    both = isinstance(left, int) and isinstance(right, int)
    if name == "-":
        return (left - right) & BITS if both else single(as_float(left) - as_float(as_signed(right)))
    if name == "from":
        return as_signed((right - left) & BITS) if both else single(as_float(right) - as_float(as_signed(left)))
    if name in "/%" and right == 0:
        return None
    if both:
        return {"+": left + right, "*": left * right, "/": right and left // right, "%": right and left % right}[name] & BITS
    left, right = as_float(left), as_float(right)
    if name == "+":
        return single(left + right)
    if name == "*":
        return single(left * right)
    if name == "/":
        return single(left / right)
    return single(math.fmod(left, right)) if math.isfinite(left) else math.nan


def combine(name: str, left: Value, right: Value, is_float: bool) -> Operand:
    def at(look):
        result = operate(name, left.at(look), right.at(look))
        return as_float(result or 0) if is_float else as_integer(result or 0)
    return Operand(Value(at), "at", lambda value: value, is_float)


def compare(operator: str, left, right) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        order = (left > right) - (left < right)
    else:
        left, right = as_float(left), as_float(right)
        if left == right:
            order = 0
        elif math.isnan(left) or math.isnan(right):
            order = -1
        else:  # equal in seven digits
            threshold = single(min(abs(left), abs(right)) * 2.0 ** -23)
            difference = single(left - right)
            order = 0 if abs(difference) <= threshold else 1 if difference > threshold else -1
    return {"eq": order == 0, "ne": order != 0, "lt": order < 0, "le": order <= 0, "gt": order > 0, "ge": order >= 0}[COMPARISONS[operator]]


class Condition:
    """A condition that is true or false at each look."""

    def __init__(self, flag: str, target: int, kind: str, is_true):
        self.flag, self.target, self.kind, self.is_true, self.hits = flag, target, kind, is_true, 0

    def count(self, holds: bool) -> bool:
        """Counts a hit, and returns whether the condition holds: with a target, once it has that number of hits."""
        if holds and (not self.target or self.hits < self.target):
            self.hits += 1
        return self.hits == self.target if self.target else holds


class Group:
    """Conditions between two S.

    A condition's kind begins with a letter by which they are sorted: pauses are evaluated first, then resets, conditions with a number of
    hits, measured ones, and all others. Conditions that lead to another one have the kind of that one.
    """

    def __init__(self, texts: list[dict], looks: list[bytes]):
        self.looks, self.sum, self.how, self.pointer, self.remembered = looks, None, None, None, None
        kinds, kind = [], "other"
        for text in reversed(texts):
            if text["flag"] not in LEADING or not text["flag"]:
                kind = {"P": "a pause", "R": "b reset", "M": "d measured", "Q": "d measured"}.get(
                    text["flag"], "c hits" if text["target"] else "e other")
            elif not kinds:
                kind = "e other"
            kinds.append(kind)
        made = [self.condition(text, kind) for text, kind in zip(texts, reversed(kinds))]
        self.conditions = sorted((each for each in made if each), key=lambda each: each.kind)

    def memory(self, text: str) -> Operand:
        match = MEMORY.fullmatch(text)
        size, prefix, address = match["size"].lower(), match["prefix"].lower(), int(match["address"], 16)
        width, pointer = width_of(size), self.pointer
        mask = (1 << 8 * width) - 1
        if prefix == "p":
            mask = {"l": 15, "u": 240}.get(size[2:], 1 << "mnopqrst".index(size[2:]) if size[2:] and size[2:] in "mnopqrst" else mask)

        def raw(look):
            start = address
            if pointer:
                start = as_integer(operate("+", pointer.at(look), address))
            content = self.looks[look][start:start + width]
            return int.from_bytes(content, "little") & mask if len(content) == width else 0

        def finish(value):
            result = decode(size, value)
            if prefix == "b" and size[0] == "0" and (size[2:] or " ") in " hxwijg":
                return sum(int(digit, 16) * 10 ** place for place, digit in enumerate(reversed(f"{result:x}")))
            if prefix == "~" and size[0] == "0":
                kind = size[2:] or " "
                return result ^ ({"l": 15, "u": 15}.get(kind) or ((1 << 8 * width) - 1 if kind in " hxwijg" else 1))
            return result

        return Operand(Value(raw), {"d": "before", "p": "prior"}.get(prefix, "at"), finish, size[0] == "f")

    def operand(self, text: str) -> Value:
        if text == "{recall}":
            remembered = self.remembered
            if not remembered:
                return Value(lambda look: 0)
            return Value(remembered.at, remembered.is_float and not getattr(remembered, "is_sum", False))
        return self.memory(text) if MEMORY.fullmatch(text) and not re.fullmatch(r"f[+-]?\d*\.\d+", text) else constant(text)

    def added(self, operand: Value, how: str, is_float: bool) -> Operand:
        """Returns the sum of A: and B: conditions so far, with this operand added or subtracted."""
        before = self.sum
        access = getattr(operand, "access", "at")
        if access != "at" and access == getattr(before, "access", "at"):
            both = combine(how, before.of_now(), operand.of_now(), is_float)
            result = Operand(both, access, lambda value: value, is_float)
        else:
            result = combine(how, before, operand, is_float)
        result.is_sum = True
        return result

    def condition(self, text: dict, kind: str) -> Condition | None:
        flag, operator, target = text["flag"], text["operator"], text["target"]
        left = self.operand(text["left"])
        right = self.operand(text["right"]) if operator else None
        if flag in tuple("ABIK") and operator and operator not in COMPARISONS:
            left = combine(operator, left, right, left.is_float or right.is_float)
        if flag == "I":
            self.pointer = left
            return None
        self.pointer = None
        if flag in ("A", "B"):
            if not self.sum:
                self.sum, self.how = left, "+" if flag == "A" else "from"
            elif flag == "A":
                self.sum, self.how = self.added(left, self.how, self.sum.is_float), "+"
            else:
                is_float = self.sum.is_float
                if self.how == "from":
                    self.sum = combine("from", self.sum, Value(lambda look: 0), is_float)
                self.sum, self.how = self.added(left, "-", is_float), "+"
            return None
        if self.sum:
            left, self.sum = self.added(left, self.how, left.is_float), None
        if flag == "K":
            self.remembered = left
            return None
        return Condition(flag, target, kind, lambda look: compare(operator, left.at(look), right.at(look)))

    def look(self, look: int) -> str:
        """Returns true, false, paused or reset."""
        chained, either, resets_next, added, result = True, False, False, 0, "true"
        for condition in self.conditions:
            if resets_next:
                condition.hits, holds = 0, False
            else:
                holds = condition.count(either or (chained and condition.is_true(look)))
            chained, either = True, False
            if condition.flag == "N":
                chained = holds
            elif condition.flag == "O":
                either = holds
            elif condition.flag == "Z":
                resets_next = holds
            elif condition.flag in ("C", "D"):
                added += condition.hits if condition.flag == "C" else -condition.hits
                resets_next = False
            else:
                if condition.target and added:
                    holds = condition.hits + added >= condition.target
                resets_next, added = False, 0
                if condition.flag in ("P", "R"):
                    if holds:
                        return "paused" if condition.flag == "P" else "reset"
                elif not holds:
                    result = "false"
        return result


def parse(text: str) -> list[list[dict]]:
    groups, at = [[]], 0
    while at < len(text):
        if text[at] in "Ss":
            groups.append([])
            at += 1
            continue
        at += text[at] == "_"
        match = CONDITION.match(text, at)
        assert match, (text, at)
        flag = (match["flag"] or "").upper()
        groups[-1].append({"flag": "M" if flag == "G" else flag, "left": match["left"], "operator": match["operator"],
                           "right": match["right"], "target": int(match["hits"] or match["more"] or 0)})
        at = match.end()
    return groups


def first_hold(text: str, looks: list[bytes]) -> int | None:
    """Returns the first look after the one before the buttons at which the achievement holds: 0 is the wait's beginning."""
    groups = [Group(texts, looks) for texts in parse(text)]
    for look in range(1, len(looks)):
        results = []
        for group in groups:
            results.append(group.look(look))
            if results[-1] == "reset":
                for each in groups:
                    for condition in each.conditions:
                        condition.hits = 0
                break
        else:
            if results[0] == "true" and (len(results) == 1 or "true" in results[1:]):
                return look - 1
    return None
