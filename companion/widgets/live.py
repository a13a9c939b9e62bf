"""Widgets whose view is one of the components of `companion.widgets.web`: the kernel answers what they ask."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any, ClassVar

import anywidget
import traitlets

from companion.widgets import web
from gametree._checks import shown

Engine = Callable[[dict[str, Any]], Any]
"""Takes a question and returns an answer, both plain data; a ValueError says what is wrong with the question."""


class Live(anywidget.AnyWidget):
    """A component, the state that it starts in, and the engines that answer its questions.

    A subclass names its component and its engines.  In a report, and on the page made from it, the component stands
    in the same place with the same state, and the page's own engines answer.

    Attributes
    ----------
    state : dict
        What is shown: plain data, kept up to date while people move things.
    """

    component: ClassVar[str]
    engines: ClassVar[dict[str, Engine]] = {}
    state: Any = traitlets.Dict().tag(sync=True)

    def __init_subclass__(cls, **named: Any) -> None:
        if "component" in vars(cls):  # widgets make subclasses of their own for their traits
            cls._esm, cls._css = web.module(cls.component), web.stylesheet()
        super().__init_subclass__(**named)

    def __init__(self, **state: Any) -> None:
        super().__init__(state=state)
        self.on_msg(lambda _, content, __: self.send(self.reply(content)))

    def reply(self, content: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question of the front end, or the sentence that says what is wrong with it."""
        number, question = (
            content.get(name) if isinstance(content, dict) else None for name in ("number", "question")
        )
        if not isinstance(question, dict):
            return {"number": number, "error": f"question is {shown(question)}: it must be an object"}
        engine = self.engines.get(question.get("engine", ""))
        if engine is None:
            return {
                "number": number,
                "error": f"engine is {shown(question.get('engine'))}: there is no such engine",
            }
        try:
            return {"number": number, "answer": engine(question)}
        except (ValueError, MemoryError) as error:
            return {"number": number, "error": str(error)}

    def _repr_mimebundle_(self, **named: Any) -> Any:
        data, metadata = super()._repr_mimebundle_(**named) or ({}, {})
        return {**data, "text/html": self.place()}, metadata

    def place(self) -> str:
        """Return the element that a page brings to life: the component's name and its state."""
        packed = json.dumps(self.state, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        state = packed.replace("<", "\\u003c")
        return (
            f'<div class="{web.PLACE}" data-component="{html.escape(self.component)}">'
            f'<script type="application/json">{state}</script>'
            "<p>This part moves on the page of the site, and in JupyterLab when the notebook is run.</p></div>"
        )
