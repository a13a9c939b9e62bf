"""How papermill executes a notebook here: it answers no widget, and writes the notebook once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import nbformat
from jupyter_core.utils import run_sync
from nbclient.output_widget import OutputWidget
from papermill.clientwrap import PapermillNotebookClient
from papermill.engines import NBClientEngine, NotebookExecutionManager, papermill_engines
from papermill.log import logger
from traitlets.config import Config

from companion.progress import MESSAGE

ENGINE = "gametree"
"""The name under which papermill knows this engine."""

SECONDS_TO_END = 60.0
"""How long a kernel that has nothing more to do may take to end before it is killed."""


class SilentOutput(OutputWidget):
    """Collects the outputs of a widget such as those of ``interact``, and tells the kernel nothing of them.

    nbclient sends each answer on the very socket on which it waits for the cell's end. Such a send can swallow
    the wake-up for a reply that has just arrived, and then the run waits forever. Nobody misses the answers: the
    state of widgets is not kept.
    """

    def sync_state(self) -> None:
        """Keep the state where it is."""


class SilentClient(PapermillNotebookClient):
    """papermill's client with silent widgets; what a study tells of itself is handed on, and is no output."""

    def __init__(
        self, *arguments: Any, on_announced: Callable[[str], None] = lambda text: None, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self.widget_registry = {"@jupyter-widgets/output": {"OutputModel": SilentOutput}}
        self._on_announced = on_announced

    @contextmanager
    def setup_kernel(self, **options: Any) -> Iterator[None]:
        """Start the kernel, and ask it to end when all is done: by itself, the manager would interrupt it first.

        An interrupted kernel says so on the terminal, as if something had gone wrong. One that is still busy, because
        the run was stopped, is left to the manager.
        """
        with super().setup_kernel(**options):
            yield
            run_sync(self.km.request_shutdown)()
            run_sync(self.km.finish_shutdown)(waittime=SECONDS_TO_END)

    def process_message(
        self, msg: dict[str, Any], cell: nbformat.NotebookNode, cell_index: int
    ) -> nbformat.NotebookNode | None:
        """Hand on what `companion.progress.announce` sent; all else is handled as usual."""
        if msg["msg_type"] != MESSAGE:
            return super().process_message(msg, cell, cell_index)
        self._on_announced(msg["content"]["text"])
        return None


class WrittenOnce(NotebookExecutionManager):
    """Writes the notebook, pictures and all, when the run has ended, and not before and after every cell.

    The run ends also when a cell failed or the kernel died.
    """

    def save(self, **options: Any) -> None:
        """Write the notebook if the run has ended."""
        if self.end_time is not None:
            super().save(**options)


class Engine(NBClientEngine):
    """papermill's engine with this client and this manager."""

    @classmethod
    def execute_notebook(
        cls,
        nb: nbformat.NotebookNode,
        kernel_name: str,
        output_path: str | None = None,
        start_timeout: int = 60,
        config: Config | None = None,
        on_cell_start: Callable[..., None] | None = None,
        on_announced: Callable[[str], None] = lambda text: None,
        **_: Any,
    ) -> nbformat.NotebookNode:
        """Execute a notebook, and write it to ``output_path`` however the run ends."""
        manager = WrittenOnce(nb, output_path=output_path, progress_bar=False)
        manager.notebook_start()
        try:
            SilentClient(
                manager,
                kernel_name=kernel_name,
                startup_timeout=start_timeout,
                config=config,
                on_cell_start=on_cell_start,
                on_announced=on_announced,
                log=logger,
            ).execute()
        finally:
            manager.notebook_complete()
        return manager.nb


papermill_engines.register(ENGINE, Engine)
