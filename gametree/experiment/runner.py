"""Many jobs side by side: results in the order of the jobs, kept on disk as they come, and how far the work has come."""

from __future__ import annotations

import hashlib
import inspect
import io
import os
import pickle
import platform
import shutil
import sys
import time
import uuid
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TextIO, TypeVar

from gametree._checks import check_flag, check_kind, check_number
from gametree._checks import shown as _shown
from gametree._compile import fingerprint

J = TypeVar("J")

JOBS_AT_ONCE = 2048
"""Jobs given to the executor at a time: two for each of a thousand workers; a job is a few hundred bytes."""

SECONDS_BETWEEN_LINES = 5.0
SHARE_BETWEEN_LINES = 0.03
"""Of the time so far: so that work of a day does not fill a log."""


class _Place(NamedTuple):
    """Where work is done and kept that says neither."""

    executor: Executor | None = None
    checkpoint: str | Path | None = None


_place = _Place()


def using(
    executor: Executor | None = None, checkpoint: str | Path | None = None
) -> AbstractContextManager[None]:
    """Within a ``with`` block, do all work with this executor and keep it in this folder, unless a call names others.

    So a study of many sweeps runs on a cluster as it is: no result depends on the executor, or on what was kept.

    Parameters
    ----------
    executor : concurrent.futures.Executor, optional
        Such as `ProcessPoolExecutor`, or ``Client.get_executor()`` of Dask; by default as many threads as there are
        cores.
    checkpoint : path, optional
        A folder: see `run`.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> import gametree as gt
    >>> from gametree.experiment import using
    >>> def means():
    ...     return gt.sweep("uniform", "unordered", sizes=[(2, 3)], strategies=["pvs"], trees=50, seed=1, progress=False)
    >>> with ThreadPoolExecutor(1) as one_thread, using(one_thread):
    ...     found = means()
    >>> found.equals(means())
    True
    """
    check_executor(executor)
    check_checkpoint(checkpoint)
    return _in(_Place(executor, checkpoint))


@contextmanager
def _in(place: _Place) -> Iterator[None]:
    global _place
    before, _place = _place, place
    try:
        yield
    finally:
        _place = before


def run(
    work: Callable[[J], Any],
    jobs: Iterable[J],
    *,
    executor: Executor | None = None,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[J, Any]]:
    """Yield every job with its result ``work(job)``, in the order of the jobs.

    If the work is stopped, by Ctrl-C or by a job that fails, jobs that have not begun are dropped, and those that
    have are waited for, so that all that was finished is kept.

    Parameters
    ----------
    work : callable
        What is done with a job: a function of a module, or a `partial` of one.  A worker whose code of it is not ours
        refuses the job.
    jobs : iterable
        Drawn as the work proceeds.  Jobs and results can be pickled, and all that a result depends on, besides the
        code, is in the job.
    executor : concurrent.futures.Executor, optional
        Where the work is done; by default that of `using`, or else as many threads as there are cores (the kernels
        release the GIL).
    checkpoint : path, optional
        A folder with a file per finished job; by default that of `using`, or none.  Jobs that are found there are not
        done again, unless the code has changed since: that of ``work``, or of anything that it imports from its package
        or this one.  Files are written here and not by the workers, which need no disk in common.
    progress : Progress, optional
        What counts every finished job, by its attributes ``size``, in units of the total, and ``name``.
    """
    check_executor(executor)
    check_checkpoint(checkpoint)
    checkpoint = _place.checkpoint if checkpoint is None else checkpoint
    kept = None if checkpoint is None else _Checkpoint(checkpoint, work)
    for job, found, is_kept in _run(work, jobs, executor, kept):
        if progress:
            progress.add(job.size, job.name, is_kept)  # type: ignore[attr-defined]
        yield job, found


def results(work: Callable[[J], Any], jobs: Iterable[J], executor: Executor | None = None) -> list[Any]:
    """Return ``work(job)`` for every job, in the order of the jobs: see `run`."""
    return [found for _, found in run(work, jobs, executor=executor)]


def _run(
    work: Callable[[J], Any], jobs: Iterable[J], executor: Executor | None, kept: _Checkpoint | None
) -> Iterator[tuple[J, Any, bool]]:
    """Yield every job, its result, and whether it was kept from before."""
    executor = _place.executor if executor is None else executor
    # In threads the code is ours; elsewhere it may be that of another version.
    submitted = work if isinstance(executor, ThreadPoolExecutor | None) else _Elsewhere(work)
    under_way: deque[tuple[J, Future[Any], Future[Any] | None]] = deque()

    def oldest() -> tuple[J, Any, bool]:
        job, found, future = under_way[0]
        result = found.result()
        under_way.popleft()
        return job, result, future is None

    with ThreadPoolExecutor(os.cpu_count()) if executor is None else nullcontext(executor) as pool:
        try:
            for job in jobs:
                found, future = Future[Any](), None
                known = kept.load(job) if kept else None
                if known is None:
                    future = pool.submit(submitted, job)
                    future.add_done_callback(partial(_hand_on, found, job, kept))
                else:
                    found.set_result(known)
                under_way.append((job, found, future))
                if len(under_way) == JOBS_AT_ONCE:
                    yield oldest()
            while under_way:
                yield oldest()
        except BaseException:
            for _, _, future in reversed(under_way):
                if future:
                    future.cancel()
            wait([found for _, found, _ in under_way])
            raise


def _hand_on(found: Future[Any], job: Any, kept: _Checkpoint | None, future: Future[Any]) -> None:
    """Hand a result on when it has been kept: at once, whatever jobs before it are still under way."""
    try:
        result = future.result()
        if kept:
            kept.save(job, result)
    except BaseException as error:  # cancelled, failed, out of memory: somebody waits for it
        found.set_exception(error)
    else:
        found.set_result(result)


class _Elsewhere:
    """Work for another process, perhaps on another machine: it is refused where the code is not what it is here."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work, self._code = work, _code_of(work)

    def __call__(self, job: Any) -> Any:
        if _code_of(self._work) != self._code:
            raise RuntimeError(
                f"executor has a worker on {platform.node()} with another version of the code or numba: it must be ours"
            )
        return self._work(job)


def _code_of(work: Callable[..., Any]) -> str:
    """Return a hash of all code that work depends on."""
    while isinstance(work, partial):
        work = work.func
    return fingerprint(Path(inspect.getfile(inspect.unwrap(work))))


def _named(work: Callable[..., Any]) -> tuple[Any, ...]:
    """Return what tells work from other work of the same module: its name, and what is fixed of its arguments."""
    if isinstance(work, partial):
        return (*_named(work.func), work.args, work.keywords)
    return (work.__qualname__,)


def _bytes_of(content: Any) -> bytes:
    """Pickle something so that equal contents give equal bytes, whether or not they share objects in memory."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(content)
    return stream.getvalue()


def check_executor(executor: Any) -> None:
    """Refuse what can do no work."""
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(f"executor is {_shown(executor)}: it must be a concurrent.futures.Executor or None")


def check_checkpoint(checkpoint: Any) -> None:
    """Refuse what names no folder; an empty text would name the folder that happens to be the current one."""
    text = str(checkpoint) if isinstance(checkpoint, str | os.PathLike) else ""
    is_path = text.strip() and "\0" not in text
    with suppress(UnicodeEncodeError):
        os.fsencode(text)
        if checkpoint is None or is_path:
            return
    raise ValueError(f"checkpoint is {_shown(checkpoint)}: it must be the path of a folder, or None")


class _Checkpoint:
    """Results that are kept on disk: a file each, named after the job and the code, that begins with a checksum."""

    def __init__(self, folder: str | Path, work: Callable[..., Any]) -> None:
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(
                f"checkpoint is {str(folder)!r}: it must be a folder that can be made or written to ({error.strerror})"
            ) from None
        self._folder, self._work = Path(folder), (_code_of(work), *_named(work))

    def _path(self, job: Any) -> Path:
        return self._folder / f"{hashlib.sha256(_bytes_of((self._work, job))).hexdigest()[:24]}.kept"

    @staticmethod
    def _hash(path: Path, content: bytes) -> bytes:
        return hashlib.sha256(path.name.encode() + content).digest()

    def load(self, job: Any) -> Any:
        """Return what was kept of a job, or None; a file that was not written for it, or damaged, is as good as none."""
        path = self._path(job)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        return pickle.loads(content[32:]) if content[:32] == self._hash(path, content[32:]) else None

    def save(self, job: Any, found: Any) -> None:
        """Write aside and move into place, so that no half of a file is ever read; work goes on without, if need be."""
        path, content = self._path(job), pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
        aside = path.with_suffix(f".{uuid.uuid4().hex}")
        try:
            aside.write_bytes(self._hash(path, content) + content)
            os.replace(aside, path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink()
            warnings.warn(
                f"the work goes on, but not all of it is kept in {self._folder}: {error.strerror}",
                stacklevel=2,
            )


class Screen:
    """A terminal, where a bar is drawn over again, or a log, which gets plain lines."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.is_terminal = stream.isatty()

    def bar(self, share: float, text: str) -> None:
        """Show how much is done."""
        if not self.is_terminal:
            self.line(text)
            return
        full = int(20 * share)
        # A line that is wrapped could not be drawn over.
        line = f"[{'#' * full}{'.' * (20 - full)}] {text}"[: shutil.get_terminal_size().columns - 1]
        self.stream.write(f"\r\x1b[K{line}")
        self.stream.flush()

    def line(self, text: str) -> None:
        """Show a line that stays."""
        self.stream.write(("\r\x1b[K" if self.is_terminal else "") + text + "\n")
        self.stream.flush()


def _terminal_or_log() -> TextIO:
    """Return where progress is told; a program without a console has neither, and is told nothing."""
    error, output = (
        io.StringIO() if stream is None or getattr(stream, "closed", False) else stream
        for stream in (sys.stderr, sys.stdout)
    )
    return error if error.isatty() else output


class Progress:
    """Tell how many of `total` units are done, under a title, and how long the others will take at this pace.

    On a terminal a bar is drawn; anywhere else (a log, an executed notebook) a plain line appears every few seconds,
    later every few minutes, and nothing at all for work that takes less.

    >>> from gametree.experiment import Progress
    >>> with Progress("trees", total=2) as progress:
    ...     progress.add(1, "U(2,2)")
    """

    def __init__(self, title: str, total: float = 0.0, shown: bool = True) -> None:
        check_kind("title", title, str, "text")
        check_number("total", total, 0)
        check_flag("shown", shown)
        self.total = total
        self._title, self._shown = title, shown
        self._screen = Screen(_terminal_or_log())
        self._done = self._kept = 0.0
        self._begun = self._shown_at = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown and self._screen.is_terminal:
            self._screen.stream.write("\n")

    def add(self, size: float, name: str, is_kept: bool = False) -> None:
        """Count `size` more units as done; those that were kept from before say nothing about the pace."""
        self._done += check_number("size", size, 0)
        self._kept += size * is_kept
        now = time.monotonic()
        spent = now - self._begun
        pause = 0 if self._screen.is_terminal else max(SECONDS_BETWEEN_LINES, SHARE_BETWEEN_LINES * spent)
        if not self._shown or now - self._shown_at < pause:
            return
        self._shown_at = now
        share, new = min(1.0, self._done / self.total) if self.total else 1.0, self._done - self._kept
        left = f", {spent * (self.total - self._done) / new:.0f} s left" if new and share < 1 else ""
        self._screen.bar(share, f"{self._title}: {share:4.0%} after {spent:.0f} s{left}, {name}")
