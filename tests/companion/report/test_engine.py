"""The engine that papermill is given: its widgets are silent, and the notebook is written when the run has ended."""

from __future__ import annotations

import nbformat
import pytest
from jupyter_client.provisioning import LocalProvisioner
from nbformat.v4 import new_code_cell, new_notebook
from papermill.engines import papermill_engines

from companion.report import engine
from companion.report.engine import ENGINE, Engine, SilentClient, WrittenOnce


def notebook() -> nbformat.NotebookNode:
    made = new_notebook(cells=[new_code_cell("1")])
    made.metadata.papermill = {}
    return made


def test_papermill_knows_the_engine_by_its_name():
    assert papermill_engines.get_engine(ENGINE) is Engine


def test_outputs_of_a_widget_are_collected_and_nothing_is_sent_to_the_kernel(tmp_path):
    client = SilentClient(WrittenOnce(notebook(), progress_bar=False))
    client.widget_state["c"] = {}
    # There is no kernel: whatever is sent to it is an error.
    state = {"_model_module": "@jupyter-widgets/output", "_model_name": "OutputModel", "outputs": []}
    widget = client.on_comm_open_jupyter_widget({"content": {"comm_id": "c", "data": {"state": state}}})
    for text in ("one ", "two"):
        content = {"name": "stdout", "text": text}
        widget.output(
            [], {"header": {"msg_type": "stream"}, "content": content, "parent_header": {}}, None, 0
        )
    assert [output.text for output in client.widget_state["c"]["outputs"]] == ["one two"]
    widget.clear_output([], {"content": {}, "parent_header": {}}, 0)
    assert client.widget_state["c"]["outputs"] == []


def test_the_notebook_is_written_when_the_run_has_ended_and_not_before(tmp_path):
    path = tmp_path / "report.ipynb"
    manager = WrittenOnce(notebook(), output_path=str(path), progress_bar=False)
    manager.notebook_start()
    cell = manager.nb.cells[0]
    manager.cell_start(cell, 0)
    manager.cell_complete(cell, 0)
    assert not path.exists()
    manager.notebook_complete()
    assert nbformat.read(path, as_version=4).cells[0].source == "1"


def test_the_notebook_is_written_also_when_the_kernel_dies(tmp_path, monkeypatch):
    class Dying(SilentClient):
        def execute(self):
            raise RuntimeError("the kernel died")

    monkeypatch.setattr(engine, "SilentClient", Dying)
    path = tmp_path / "report.ipynb"
    with pytest.raises(RuntimeError, match="the kernel died"):
        Engine.execute_notebook(notebook(), "python3", output_path=str(path))
    assert nbformat.read(path, as_version=4).cells[0].source == "1"


def test_what_a_study_tells_is_handed_on_and_stays_out_of_the_notebook(tmp_path):
    announced: list[str] = []
    source = "from companion.progress import announce\nannounce('sampling case 1 of 16')\nprint('an output')"
    made = new_notebook(cells=[new_code_cell(source)])
    made.metadata.papermill = {}
    done = Engine.execute_notebook(
        made, "python3", output_path=str(tmp_path / "report.ipynb"), on_announced=announced.append
    )
    assert announced == ["sampling case 1 of 16"]
    assert [output.text for output in done.cells[0].outputs] == ["an output\n"]


def test_a_kernel_that_is_done_is_asked_to_end_and_gets_no_signal(tmp_path, monkeypatch):
    # An interrupted one says "KeyboardInterrupt caught in kernel" on the terminal of a run that went well.
    signals: list[int] = []

    async def send_signal(self, signum):
        signals.append(signum)

    monkeypatch.setattr(LocalProvisioner, "send_signal", send_signal)
    ended = tmp_path / "ended"
    source = f"import atexit, pathlib\natexit.register(pathlib.Path({str(ended)!r}).touch);"
    made = new_notebook(cells=[new_code_cell(source)])
    made.metadata.papermill = {}
    Engine.execute_notebook(made, "python3", output_path=str(tmp_path / "report.ipynb"))
    assert ended.exists()
    assert signals == []
