"""Found by PYTHONPATH, and so loaded by every process of a run: counts what is written, and strikes at the n-th time.

Moments are events, not times: files opened to be written, folders made and files moved below one folder, counted over all
processes.  So a run can be struck anywhere, and how fast the machine is does not matter.
"""

import contextlib
import errno
import fcntl
import os
import resource
import signal
import sys
import threading

TOP, KIND, MOMENT = (
    os.environ["FAULT_TOP"],
    os.environ["FAULT_KIND"],
    int(os.environ["FAULT_MOMENT"]),
)
"""The folder whose writes count, what happens, and at which of them."""

MEMORY_LEFT = 2**20
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

own = threading.local()
journal = os.open(f"{TOP}/journal", os.O_RDWR | os.O_CREAT | os.O_APPEND)
first = int(os.environ.setdefault("FAULT_PARENT", str(os.getpid())))
if first == os.getpid():  # where a shell has started the tests in its background, Ctrl-C is ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
is_kernel = any("ipykernel_launcher" in word for word in sys.orig_argv)
if is_kernel:
    with open(f"{TOP}/kernel", "w", encoding="utf-8") as file:
        file.write(str(os.getpid()))


def watch(event, arguments):
    if event == "open":
        path, writes = arguments[0], bool((arguments[2] or 0) & WRITING)
    elif event == "os.rename":
        path, writes = arguments[1], True
    elif event == "os.mkdir":
        path, writes = arguments[0], True
    else:
        return
    if not writes or not isinstance(path, str | os.PathLike) or getattr(own, "busy", False):
        return
    path = os.fspath(path)
    if not isinstance(path, str) or not path.startswith((f"{TOP}/project", f"{TOP}/tmp")):
        return
    own.busy = True
    try:
        happened(event, path)
    finally:
        own.busy = False


def happened(event, path):
    fcntl.flock(journal, fcntl.LOCK_EX)
    try:
        os.write(journal, f"{event} {path}\n".encode())
        number = sum(block.count(b"\n") for block in read())
    finally:
        fcntl.flock(journal, fcntl.LOCK_UN)
    if KIND == "none" or number < MOMENT:
        return
    if KIND == "full disk":  # and it stays full
        os.close(os.open(f"{TOP}/struck", os.O_CREAT))
        if event != "os.rename":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
    elif KIND != "kernel killed" or os.path.exists(f"{TOP}/kernel"):
        with contextlib.suppress(FileExistsError):
            os.close(os.open(f"{TOP}/struck", os.O_CREAT | os.O_EXCL))
            strike()


def read():
    place = 0
    while block := os.pread(journal, 2**16, place):
        place += len(block)
        yield block


def strike():
    with contextlib.suppress(ProcessLookupError):
        if KIND == "parent killed":
            os.kill(first, signal.SIGKILL)
        elif KIND == "kernel killed":
            with open(f"{TOP}/kernel", encoding="utf-8") as file:
                os.kill(int(file.read() or first), signal.SIGKILL)
        elif KIND == "interrupted":
            os.killpg(first, signal.SIGINT)  # as a terminal does
        elif KIND == "terminated":
            os.kill(first, signal.SIGTERM)
        elif KIND == "memory limit":
            with open("/proc/self/statm", encoding="ascii") as file:
                used = int(file.read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY_LEFT, resource.RLIM_INFINITY))


sys.addaudithook(watch)
