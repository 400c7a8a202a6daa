"""Makes an archive of a folder, the same bytes for the same files: archive.py FOLDER ARCHIVE.(tar.gz|zip)"""
import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
changed = int(os.environ["SOURCE_DATE_EPOCH"])
# Programs stay executable, also where the file system has no such mode.
PROGRAMS = {"bridge", "bridge.exe", "mgba-host"}
files = sorted(path for path in folder.rglob("*") if path.is_file())


def mode_of(path):
    return 0o755 if path.name in PROGRAMS else 0o644


if archive.suffix == ".zip":
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), time.gmtime(changed)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode_of(path)) << 16  # a regular file with this mode
            target.writestr(entry, path.read_bytes())
else:
    # Without a file name in gzip's header.
    with archive.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=changed) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as target:
        for path in files:
            entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
            entry.size, entry.mtime, entry.mode = path.stat().st_size, changed, mode_of(path)
            target.addfile(entry, io.BytesIO(path.read_bytes()))
