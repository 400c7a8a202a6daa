"""Talks to a process of branches, as docs/protocol/branches.md describes."""

import subprocess
from dataclasses import dataclass, field


@dataclass
class Result:
    """What the process wrote about a branch."""

    frames: int
    met: str
    held: dict = field(default_factory=dict)
    hashes: str = ""
    reads: list = field(default_factory=list)
    picture: tuple | None = None
    state: bytes | None = None
    has_ended: bool = False


def sized(word: str, content: bytes) -> bytes:
    return b"%s %d\n%s\n" % (word.encode(), len(content), content)


def movie(platform: str, frames: int, lines: str = "", save: bytes = b"") -> bytes:
    return b"movie 1 %s %d\n%s%send\n" % (platform.encode(), frames, sized("power", save), lines.encode())


def request(start: bytes, branches: list[str], load: bytes | None = None) -> bytes:
    """A branch is given by its lines after `branch`."""
    head = sized("start", start) + (sized("load", load) if load is not None else b"")
    return head + "".join(f"branch\n{lines}" for lines in branches).encode() + b"run\n"


class Branches:
    """A process. `error` is the sentence with which it has ended."""

    def __init__(self, host: str, script: str, rom: str, *options: str):
        command = [host, "--rom", rom, "--script", script, "--branches", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.error = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def send(self, content: bytes):
        try:
            self.process.stdin.write(content)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def close_input(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def end(self) -> int:
        """Closes its input, and returns its exit code."""
        if self.process.stdout.closed:
            return self.process.wait(60)
        self.close_input()
        self.process.stdout.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(60)

    def _bytes(self, size: str) -> bytes:
        content = self.process.stdout.read(int(size) + 1)
        assert content[-1:] == b"\n" and len(content) == int(size) + 1
        return content[:-1]

    def receive(self) -> list[Result] | None:
        """Returns the results; None after an error, or if the output has ended."""
        results = []
        while True:
            line = self.process.stdout.readline().decode()
            if not line.endswith("\n"):
                return None
            word, _, rest = line[:-1].partition(" ")
            fields = rest.split(" ")
            if word == "done":
                assert all(result.has_ended for result in results), results
                return results
            if word == "error":
                self.error = rest
                return None
            if word == "branch":
                assert all(result.has_ended for result in results) and int(fields[0]) == len(results), line
                results.append(Result(int(fields[1]), fields[2]))
            elif word == "held":
                results[-1].held[int(fields[0])] = int(fields[1])
            elif word == "hashes":
                results[-1].hashes = rest
            elif word == "bytes":
                results[-1].reads.append(self._bytes(fields[-1]))
            elif word == "nowhere":
                results[-1].reads.append(None)
            elif word == "picture":
                results[-1].picture = (int(fields[0]), int(fields[1]), self._bytes(fields[2]))
            elif word == "state":
                results[-1].state = self._bytes(rest)
            elif word == "end":
                results[-1].has_ended = True
            else:
                raise AssertionError(line)

    def ask(self, start: bytes, branches: list[str], load: bytes | None = None) -> list[Result]:
        self.send(request(start, branches, load))
        results = self.receive()
        if results is None:
            raise AssertionError(self.error or f"it ended: {self.process.stderr.read().decode()}")
        return results
