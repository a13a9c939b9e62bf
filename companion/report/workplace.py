"""Where the work of notebooks is done: in threads here, in processes here, or by the workers of a Dask scheduler.

The runner chooses, and tells the kernels of notebooks by their environment.  What comes out does not depend on it.
"""

from __future__ import annotations

import atexit
import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from companion.report.project import ReportError

THREADS, PROCESSES, DASK = EXECUTORS = ("threads", "processes", "dask")

EXECUTOR_VARIABLE = "GAMETREE_EXECUTOR"
SCHEDULER_VARIABLE = "GAMETREE_SCHEDULER"
KEPT_VARIABLE = "GAMETREE_KEPT"

STARTUP = "from companion.report.workplace import settle\nsettle()\ndel settle\n"
"""What a kernel runs before the first cell."""

_PATIENCE = "30s"


@dataclass(frozen=True)
class Workplace:
    """An executor by name, the address of the scheduler if it is Dask's, and how many cores it has."""

    executor: str = THREADS
    scheduler: str = ""
    cores: int = os.cpu_count() or 1

    def environment(self, kept: Path) -> dict[str, str]:
        """Return the variables that `settle` reads; finished parts of the work are kept in a folder."""
        return {
            EXECUTOR_VARIABLE: self.executor,
            SCHEDULER_VARIABLE: self.scheduler,
            KEPT_VARIABLE: str(kept),
        }


def settle(environment: Mapping[str, str] = os.environ) -> None:
    """Let all work of this process be done and kept where its environment says."""
    from gametree.experiment import using

    stack = contextlib.ExitStack()
    executor: Executor | None = None
    if environment[EXECUTOR_VARIABLE] == PROCESSES:
        executor = ProcessPoolExecutor(mp_context=get_context("spawn"))
    elif environment[EXECUTOR_VARIABLE] == DASK:
        executor = Cluster(environment[SCHEDULER_VARIABLE])
    if executor is not None:
        stack.enter_context(executor)
    stack.enter_context(using(executor, checkpoint=environment[KEPT_VARIABLE]))
    atexit.register(stack.close)


class Cluster(Executor):
    """The workers of a Dask scheduler, which is called when there is work for them, and not before."""

    def __init__(self, scheduler: str) -> None:
        self.scheduler = scheduler

    @cached_property
    def client(self) -> Any:
        """The connection.

        Raises
        ------
        ReportError
            If nobody answers at the address.
        """
        try:
            return _distributed().Client(self.scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise ReportError(
                f"scheduler is {self.scheduler!r}; no Dask scheduler answers there ({type(error).__name__})."
            ) from None

    @cached_property
    def _executor(self) -> Executor:
        return self.client.get_executor()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker do it."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection; scheduler and workers go on."""
        if "client" in vars(self):
            self.client.close()


@contextlib.contextmanager
def workplace(executor: str, scheduler: str | None) -> Iterator[Workplace]:
    """Yield where the work is done: Dask without an address is a cluster of processes here, which ends with the block.

    Raises
    ------
    ReportError
        If an address is given for anything but Dask, or nobody answers there, or Dask is not installed.
    """
    if executor != DASK:
        if scheduler:
            raise ReportError(f"scheduler is {scheduler!r}; it goes with the executor dask, not {executor}.")
        yield Workplace(executor)
        return
    with contextlib.ExitStack() as stack:
        if not scheduler:
            cluster = _distributed().LocalCluster(
                n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address="127.0.0.1:0"
            )
            scheduler = stack.enter_context(cluster).scheduler_address
        with Cluster(scheduler) as found:
            workers = found.client.scheduler_info(n_workers=-1)["workers"].values()
        yield Workplace(DASK, scheduler, sum(worker["nthreads"] for worker in workers))


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ReportError("executor is 'dask'; it needs Dask: pip install \"gametree[cluster]\".") from None
    return distributed
