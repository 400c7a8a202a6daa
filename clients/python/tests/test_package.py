"""The package itself: the made modules are current, and it installs into a new virtual environment."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.running import REPOSITORY, RunningBridge

import mgba_bridge
from mgba_bridge import problems

PROJECT = Path(__file__).resolve().parents[1]
# Debian's packages python3-pip, python3-setuptools-whl and python3-wheel-whl build without a network; they need Debian's Python.
WHEELS = Path("/usr/share/python-wheels")
PYTHON = Path("/usr/bin/python3")


def run(*command: object, folder: Path | None = None, **environment: str) -> str:
    """Runs a program and returns its output; fails with it."""
    done = subprocess.run([str(part) for part in command], cwd=folder, env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} exited with {done.returncode}:\n{done.stdout}")
    return done.stdout


def readme_programs(path: Path = PROJECT / "README.md") -> list[str]:
    """Returns the Python programs of a document, by default of the README."""
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


def printed(program: str) -> list[str]:
    """Returns what a program says that it prints."""
    return re.findall(r"# prints (.*)$", program, re.MULTILINE)


class PackageTests(unittest.TestCase):
    """What users install."""

    def test_the_blocking_client_is_made_from_the_one_on_asyncio(self) -> None:
        run(sys.executable, PROJECT / "tools" / "make_sync.py", "--check")

    def test_every_public_member_is_documented(self) -> None:
        missing = []
        for path in (PROJECT / "src").rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                    overrides = node.name == "safe_to_repeat"
                    if ast.get_docstring(node) is None and not overrides:
                        missing.append(f"{path.name}: {node.name}")
        self.assertEqual(missing, [])

    def test_every_class_of_a_problem_is_a_type_of_the_bridge(self) -> None:
        listed = set(re.findall(r"^## ([a-z-]+)$", (REPOSITORY / "docs" / "troubleshooting.md").read_text(), re.MULTILINE))
        self.assertLessEqual(set(problems._BY_TYPE), listed)

    def new_folder(self) -> Path:
        """Returns an empty folder; skips the test where nothing can be installed."""
        needed = (PYTHON, Path("/usr/lib/python3/dist-packages/pip"))
        if not all(path.exists() for path in needed) or len(list(WHEELS.glob("*.whl"))) < 2:
            self.skipTest("python3-pip, python3-setuptools-whl and python3-wheel-whl are not installed")
        folder = Path(tempfile.mkdtemp(prefix="bridge-install-"))
        self.addCleanup(shutil.rmtree, folder)
        return folder

    def test_a_release_has_a_wheel_that_installs_without_a_network(self) -> None:
        folder = self.new_folder()
        version = mgba_bridge.__version__
        run(REPOSITORY / "eng" / "release.sh", version, "wheel", RELEASE_FOLDER=f"{folder}/release/")
        wheel = folder / "release" / f"mgba_bridge-{version}-py3-none-any.whl"
        self.assertIn(f"*{wheel.name}", (folder / "release" / "SHA256SUMS").read_text())
        run(PYTHON, "-m", "venv", "--without-pip", folder / "venv")
        python = folder / "venv" / "bin" / "python"
        run(PYTHON, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", wheel)
        self.assertEqual(run(python, "-I", "-c", "import mgba_bridge; print(mgba_bridge.__version__)", folder=folder), f"{version}\n")

    def test_it_installs_into_a_new_environment_and_plays_the_readme(self) -> None:
        folder = self.new_folder()
        # setuptools builds inside the folder.
        copy = folder / "client"
        shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__"))
        # The pip of this Python installs into the environment; a pip of its own would take seconds to unpack.
        run(PYTHON, "-m", "venv", "--without-pip", folder / "venv")
        python = folder / "venv" / "bin" / "python"
        run(PYTHON, "-m", "pip", "--python", python, "install", "--quiet", copy, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(WHEELS))
        running = RunningBridge()
        self.addCleanup(running.close)
        programs = readme_programs()
        self.assertGreater(len(programs), 3)
        for program in programs:
            # The new environment has no numpy: test_vectors.py, test_gym.py and test_datasets.py play these.
            if not any(word in program for word in ("gymnasium", "create_vector", "mgba_bridge.gym", "minari")):
                source = program.replace("http://127.0.0.1:7185", running.address).replace("Bridge()", f'Bridge("{running.address}")')
                output = run(python, "-I", "-c", source, folder=folder)
                for expected in printed(program):
                    self.assertIn(expected, output)


if __name__ == "__main__":
    unittest.main()
