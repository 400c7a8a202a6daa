"""Conditions of branches, evaluated another way than in the script: over a recording of all frames."""

PRIMES = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
MASK = (1 << 64) - 1


def xxh64(data: bytes) -> int:
    """https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, with the seed 0."""
    one, two, three, four, five = PRIMES

    def rotate(value, bits):
        return (value << bits | value >> (64 - bits)) & MASK

    def mix(lane, value):
        return rotate((lane + value * two) & MASK, 31) * one & MASK

    at = 0
    if len(data) >= 32:
        lanes = [one + two & MASK, two, 0, -one & MASK]
        while len(data) - at >= 32:
            for i in range(4):
                lanes[i] = mix(lanes[i], int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little"))
            at += 32
        result = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            result = ((result ^ mix(0, lane)) * one + four) & MASK
    else:
        result = five
    result = (result + len(data)) & MASK
    while len(data) - at >= 8:
        result = (rotate(result ^ mix(0, int.from_bytes(data[at:at + 8], "little")), 27) * one + four) & MASK
        at += 8
    if len(data) - at >= 4:
        result = (rotate(result ^ int.from_bytes(data[at:at + 4], "little") * one & MASK, 23) * two + three) & MASK
        at += 4
    for byte in data[at:]:
        result = rotate(result ^ byte * five & MASK, 11) * one & MASK
    result = (result ^ result >> 33) * two & MASK
    result = (result ^ result >> 29) * three & MASK
    return result ^ result >> 32


def region(picture: tuple, x: int, y: int, width: int, height: int) -> bytes:
    """Red, green and blue of a part of a picture; of all with width 0."""
    columns, lines, pixels = picture
    if not width:
        x, y, width, height = 0, 0, columns, lines
    rows = (pixels[4 * (columns * line + x):4 * (columns * line + x + width)] for line in range(y, y + height))
    pixels = b"".join(rows)
    packed = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        packed[channel::3] = pixels[channel::4]
    return bytes(packed)


def is_true(kind: str, seen: list, begin: int, frame: int) -> bool:
    """Whether a condition is true in a frame. `seen` is what it looks at, by frame."""
    now = seen[frame]
    name, _, wanted = kind.partition(":")
    if name == "is":
        return xxh64(now) == int(wanted, 16)
    if wanted:
        number = int(wanted)
        return {"eq": now == number, "ne": now != number, "lt": now < number, "le": now <= number, "gt": now > number,
                "ge": now >= number, "mask": now & number == number}[name]
    if name in ("same", "still"):
        return frame > begin and now == seen[frame - 1]
    return {"changed": now != seen[0], "increased": now > seen[0], "decreased": now < seen[0]}[name]


def run(needs_all: bool, begin: int, timeout: int, conditions: list) -> tuple:
    """Conditions are (kind, seen, frames, timeout). Returns the frame at the end, whether it was met, and the frames by condition."""
    first = []
    for kind, seen, frames, own_timeout in conditions:
        held = None
        for last in range(begin, begin + own_timeout + 1):
            if last - frames + 1 >= begin and all(is_true(kind, seen, begin, at) for at in range(last - frames + 1, last + 1)):
                held = last
                break
        first.append(held)
    for frame in range(begin, begin + timeout + 1):
        held = {i: at for i, at in enumerate(first) if at is not None and at <= frame}
        open_count = sum(i not in held and begin + own > frame for i, (_, _, _, own) in enumerate(conditions))
        wanted = len(conditions) if needs_all else 1
        if len(held) >= wanted or len(held) + open_count < wanted or frame == begin + timeout:
            return frame, len(held) >= wanted, held
    raise AssertionError
