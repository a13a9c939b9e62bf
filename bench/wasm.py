"""The C of the bench as WebAssembly for the pages of the site: ``python -m bench.wasm`` (``make wasm``).

What it makes is committed, because few people have a compiler for it; with it the hashes of its sources are kept, in
the form that ``sha256sum --check`` takes.  Debian's ``clang`` and ``lld`` will do, and so will ``pip install ziglang``.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("bench/yardstick.c", "companion/widgets/web/sweep.c")
BINARY = ROOT / "companion/widgets/web/sweep.wasm"
HASHES = BINARY.with_suffix(".sha256")
FLAGS = (
    "-O3", "-ffreestanding", "-nostdlib", "-mbulk-memory", "-fno-sanitize=all",
    "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576",
)  # fmt: skip
"""No library, no start; strings of zeros and copies are instructions; room for the recursion of trees of 250 levels."""


def compiler() -> list[str] | None:
    """Return the command of a compiler for WebAssembly, or None."""
    if shutil.which("clang") and shutil.which("wasm-ld"):
        return ["clang", "--target=wasm32"]
    if shutil.which("zig"):
        return ["zig", "cc", "-target", "wasm32-freestanding"]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-freestanding"]
    return None


def compile_to(target: Path) -> None:
    """Compile the sources into a file."""
    command = compiler()
    if command is None:
        raise FileNotFoundError(
            "there is no compiler for WebAssembly: install clang and lld, or ziglang with pip"
        )
    subprocess.run([*command, *FLAGS, str(ROOT / SOURCES[-1]), "-o", str(target)], check=True)


def hashes() -> str:
    """Return the hashes of the sources and of the binary, a line each."""
    paths = [*(ROOT / source for source in SOURCES), BINARY]
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT).as_posix()}\n"
        for path in paths
    )


def main() -> None:
    compile_to(BINARY)
    HASHES.write_text(hashes(), encoding="utf-8")
    print(f"{BINARY.relative_to(ROOT)}: {BINARY.stat().st_size} bytes")


if __name__ == "__main__":
    try:
        main()
    except FileNotFoundError as error:
        sys.exit(str(error))
