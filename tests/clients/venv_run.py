"""Runs a client script inside a throw-away virtual environment with packages from the Python index.

Not a client itself: each script calls `inside(packages)` first. Outside of such an environment it makes one in a
temporary folder, installs the packages, runs the script again in there, and removes the folder. When the packages
cannot be had it says so in one line and fails.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings

MARK = "DAMKA_CLIENT_VENV"
NOT_INSTALLED = 3


def inside(packages):
    """Returns when the packages are there; does not return otherwise."""
    if os.environ.get(MARK):
        return
    folder = tempfile.mkdtemp(prefix="damka-client-")
    try:
        python = pathlib.Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        made = run([sys.executable, "-m", "venv", folder])
        if made.returncode != 0:
            fail("cannot make a virtual environment", made)
        installed = run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
        if installed.returncode != 0:
            fail(f"pip cannot install {' '.join(packages)}", installed)
        environment = dict(os.environ, **{MARK: folder})
        status = subprocess.run([python, *sys.argv], env=environment).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def fail(what, process):
    lines = process.stdout.strip().splitlines() or ["no output"]
    print(f"{pathlib.Path(sys.argv[0]).name}: {what}: {lines[-1]}", file=sys.stderr)
    sys.exit(NOT_INSTALLED)


def hush():
    """pydraughts turns all warnings on when it is imported; to be called after that."""
    warnings.simplefilter("ignore")


def tool(name):
    """Path of a program that one of the packages has installed."""
    folder = pathlib.Path(sys.executable).parent
    return str(next(path for path in (folder / name, folder / f"{name}.exe") if path.exists()))


def engine_path(given):
    """Absolute path of the engine binary; by default the newest build of this repository."""
    root = pathlib.Path(__file__).resolve().parents[2]
    suffix = ".exe" if os.name == "nt" else ""
    paths = [pathlib.Path(given)] if given else [root / "target" / kind / f"damka{suffix}" for kind in ("release", "debug")]
    found = [path.resolve() for path in paths if path.is_file()]
    if not found:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: no engine at {' or '.join(map(str, paths))}; build it first")
    return str(max(found, key=lambda path: path.stat().st_mtime))
