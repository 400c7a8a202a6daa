"""Makes the blocking client from the one on asyncio: python3 tools/make_sync.py.

With --check it only compares; exit code 1 if they differ.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "mgba_bridge"
REPLACED = (
    (r"\basync def\b", "def"), (r"\basync (with|for)\b", r"\1"), (r"\bawait ", ""), (r"\b__a(enter|exit|iter|next)__", r"__\1__"),
    (r"\bStopAsyncIteration\b", "StopIteration"), (r"\bAsync([A-Z]\w*)", r"\1"),
)


def sync_of(text: str) -> str:
    """Returns the blocking form of a module."""
    for pattern, replacement in REPLACED:
        text = re.sub(pattern, replacement, text)
    return text


def main() -> int:
    """Writes or compares each module but io.py, which is written by hand on both sides."""
    stale = []
    for source in sorted((PACKAGE / "_async").glob("*.py")):
        if source.name in ("__init__.py", "io.py"):
            continue
        target = PACKAGE / "_sync" / source.name
        text = sync_of(source.read_text())
        if "--check" not in sys.argv:
            target.write_text(text)
        elif not target.exists() or target.read_text() != text:
            stale.append(target.name)
    if stale:
        print(f"Run tools/make_sync.py: {', '.join(stale)} differ from the folder _async.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
