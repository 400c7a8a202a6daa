"""Random achievements in the style of public ones: each flag, operator, prefix and size, alone and together."""

import math
import random

import achievement_model as model

INTEGERS = ["0xH", "0x ", "0x", "0xX", "0xW", "0xI", "0xJ", "0xG", "0xL", "0xU", "0xK"] + [f"0x{letter}" for letter in "MNOPQRST"]
FLOATS = ["fF", "fB", "fH", "fI", "fM", "fL"]
ARITHMETIC = "*/&^%+-"
COMPARISONS = ["=", "==", "!=", "<", "<=", ">", ">="]


class Strings:
    """Makes achievements whose constants are values that the game had.

    `addresses` change, and `pointers` are conditions I: with an offset to add.
    """

    def __init__(self, source: random.Random, looks: list[bytes], addresses: list[int], pointers: list[tuple[str, int]]):
        self.source, self.looks, self.addresses, self.pointers = source, looks, addresses, pointers

    def memory(self, prefixes: str = "  dp~b", offset: int | None = None, floats: float = 0.1) -> str:
        source = self.source
        size = source.choice(FLOATS if source.random() < floats else INTEGERS + ["0xH", "0x ", "0xX"] * 3)
        address = offset + source.randrange(4) if offset is not None else source.choice(self.addresses)
        return f"{source.choice(prefixes).strip()}{size}{address:{source.choice(('x', '04x', '06X'))}}"

    def modified(self, text: str) -> str:
        """Returns an operand with or without an arithmetic operation."""
        source = self.source
        if source.random() < 0.5:
            return text
        right = source.choice((str(source.choice((1, 2, 3, 10, 255, 256))), "h0F", "v-1", "0", "f0.5", "f-1.5", self.memory()))
        return f"{text}{source.choice(ARITHMETIC)}{right}"

    def lead(self) -> tuple[str, int | None]:
        """Returns conditions that lead to the next one, and the offset of its addresses."""
        source, kind = self.source, self.source.random()
        if kind < 0.5:
            return "", None
        if kind < 0.65 and self.pointers:
            pointer, offset = source.choice(self.pointers)
            return f"I:{pointer}_", offset
        if kind < 0.85:
            parts = [("A", self.modified(self.memory()))]
            for _ in range(source.choice((0, 0, 1, 2))):
                parts.append((source.choice("AAB"), self.modified(self.memory())))
            if source.random() < 0.3:
                parts[0] = ("B", parts[0][1])
                if len(parts) > 1:  # rcheevos, the reference, follows no rule for two B: at the beginning
                    parts[1] = ("A", parts[1][1])
            return "".join(f"{flag}:{text}_" for flag, text in parts), None
        return f"K:{self.modified(self.memory('  dp'))}_", None

    def values(self, lead: str, text: str) -> list:
        """Returns the values that an operand had after its leading conditions, at each look."""
        group = model.Group([], self.looks)
        for part in model.parse(lead[:-1])[0] if lead else []:
            group.condition(part, "")
        left = group.operand(text)
        if group.sum:
            left = group.added(left, group.how, left.is_float)
        return [left.at(look) for look in range(1, len(self.looks))]

    def written(self, value) -> str:
        """Returns a value as a constant, in one of its forms."""
        source = self.source
        if isinstance(value, float):
            if not math.isfinite(value) or abs(value) > 1e9:
                return "f1.5"
            return f"f{value:.6f}"
        forms = [str(value), f"h{value:x}", f"h{value:08X}"]
        if value >> 31 or value < 1000:
            forms.append(f"v{model.as_signed(value)}" if value >> 31 else f"v+{value}")
        return source.choice(forms)

    def comparison(self, flags: str = " ", hits: tuple = (0, 0, 0, 1, 2, 5, 20)) -> str:
        source = self.source
        flag = source.choice(flags).strip()
        lead, offset = self.lead()
        text = "{recall}" if lead.startswith("K") and source.random() < 0.7 else self.memory(offset=offset)
        seen = self.values(lead, text)
        value, kind = source.choice(seen), source.random()
        operator = source.choice(COMPARISONS)
        if kind < 0.25 and "0x" in text and not flag == "M":
            plain = text.lstrip("dp~b")
            right = source.choice(("d", "p")) + plain
            operator = source.choice(("!=", ">", "<", "=", ">="))
        elif kind < 0.35 and flag != "M":
            right = self.memory(offset=offset)
            if right.lstrip("dp~b")[-4:] == text.lstrip("dp~b")[-4:]:  # rcheevos cuts a corner here
                right = "1"
        else:
            if isinstance(value, int):
                value = value + source.choice((0, 0, 0, 1, -1)) & model.BITS
            right = self.written(value)
        target = source.choice(hits)
        counted = source.choice((f".{target}.", f"({target})")) if target else ""
        return f"{lead}{flag + ':' if flag else ''}{text}{operator}{right}{counted}"

    def condition(self) -> str:
        """A condition and those that combine with it."""
        source, kind = self.source, self.source.random()
        if kind < 0.35:
            return self.comparison(" T  Q")
        if kind < 0.5:
            return f"{self.comparison('NO')}_{self.comparison('  TPR')}"
        if kind < 0.62:
            return f"{self.comparison('CD' if source.random() < 0.7 else 'C')}_{self.comparison(hits=(2, 5, 9, 30))}"
        if kind < 0.74:
            return f"{self.comparison('Z', (0, 0, 2))}_{self.comparison(' NC', (2, 3, 8))}_{self.comparison(hits=(3, 10))}"
        if kind < 0.87:
            return self.comparison("R", (0, 0, 0, 3))
        return self.comparison("P", (0, 0, 5))

    def group(self, measured: bool) -> str:
        source = self.source
        parts = [self.condition() for _ in range(source.choice((1, 1, 2, 2, 3)))]
        if measured:
            parts.append(self.comparison(source.choice(("M", "G")).replace("G", "M"), (4,)))
        return "_".join(parts)

    def achievement(self) -> str:
        source = self.source
        groups = [self.group(source.random() < 0.2)]
        if source.random() < 0.3:
            groups += [self.group(False) for _ in range(source.choice((1, 2, 3)))]
            if source.random() < 0.2:
                groups[0] = ""
        text = "S".join(groups)
        return text.replace("M:", "G:") if source.random() < 0.3 else text
