"""A search as plain data: what an explorer of trees needs to show any step of it.

The same function answers in the kernel of a notebook and, as Python in the page, on a web page: this module and all that
it imports need nothing but Python itself.
"""

from __future__ import annotations

from math import inf, isfinite, nextafter
from typing import TYPE_CHECKING

from companion.explanations.chance_conditions import Conditions
from gametree.chance.recorder import ChanceRecorder, range_text, short_number
from gametree.nodes import PlainChanceTree, PlainTree
from gametree.reference.recorder import Recorder, number_text, only_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from gametree.chance.recorder import ChanceStep, Range
    from gametree.reference.recorder import Step

    TraceData = dict[str, Any]

MOST_NODES = 1000
"""The largest tree whose search is traced."""

MOST_LEVELS = 100
"""The deepest such tree: searches call themselves once or twice per level, and browsers allow some hundreds of calls."""

MOST_STEPS = 20_000
"""The longest search that is traced; on wide trees in bad order the SSS-2 family can take many times as many."""

LONGEST_TEXT = 40_000
"""Characters that are still taken for a tree."""

EXAMPLE = "[[3, 5], [2, 9]]"


def trace_data(
    question: Mapping[str, Any],
    programs: Mapping[str, Mapping[str, Any]],
    listings: Callable[[str], Sequence[Any]],
) -> TraceData:
    """Search a tree with a program and return all that happened; a ValueError says what is wrong with the question.

    A question has ``tree``, nested lists as one would type them (below a chance node, a tuple of pairs); ``strategy``,
    the name of a program; ``options``, what it takes; for trees with chance nodes, ``goal``, "max" or "min";
    ``steps``, False if the result is all that is wanted.  A program, by name, has ``module`` and ``function`` of a
    plain-Python search, its ``options`` (name -> default, least and meaning; None for what may be left out), and whether
    it is for trees with ``chance`` nodes.  `listings` returns a program by name, as `listing.listing` does.

    The answer has ``tree``, ``nodes``, ``listing``, ``result`` and ``steps``.  A step has its event, node and
    sentence, the condition in words, the line of the listing, the counts, and what it changes: under ``set``, field ->
    node -> new value, or None where there is none any more; under ``stack``, the node that is pushed or popped; under
    ``open``, where OPEN changes, how many entries go and which come.

    >>> from companion.explanations.listing import listing
    >>> from gametree.reference import alphabeta
    >>> programs = {"alphabeta": {"module": "gametree.reference.alphabeta", "function": "alphabeta"}}
    >>> question = {"tree": "[5, [3, 4]]", "strategy": "alphabeta"}
    >>> traced = trace_data(question, programs, lambda name: listing(alphabeta))
    >>> traced["result"]["leaves"], traced["steps"][6]["why"]
    (2, 'p2 is worth at most 3, MAX has 5 at p: cut')
    """
    name = str(question.get("strategy"))
    if name not in programs:
        raise ValueError(f"strategy is {name!r}: it must be one of {', '.join(programs)}")
    program = programs[name]
    nested = parse(str(question.get("tree", "")))
    options = _options(name, program, question.get("options") or {})
    function = getattr(_module(program["module"]), program["function"])
    wanted = question.get("steps") is not False
    if program.get("chance"):
        traced = _chance_trace(nested, question.get("goal") or "max", function, options, wanted)
    else:
        traced = _game_trace(nested, name, function, options, wanted)
    if not wanted:
        return traced
    lines, places = listings(name)
    for step in traced["steps"]:
        module, number = step["line"]
        step["line"] = places[module].get(str(number))
    return traced | {"tree": written(nested), "strategy": name, "listing": lines}


def _module(name: str) -> Any:
    return __import__(name, fromlist=["*"])  # importlib would be one more thing to bring into a page


# -- what is typed -----------------------------------------------------------------------------------------------------


def parse(text: str) -> Any:
    """Read nested lists, tuples and numbers; a ValueError says what is wrong and where.

    >>> parse("[((0.5, 3), (0.5, 8)), 5]")
    [((0.5, 3), (0.5, 8)), 5]
    >>> parse("[[1, 2")
    Traceback (most recent call last):
        ...
    ValueError: tree ends too early: a bracket "[" is not closed
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"tree has {len(text)} characters: at most {LONGEST_TEXT} are allowed")
    if not text.strip():
        raise ValueError(f"tree is empty: it must be nested lists of numbers, such as {EXAMPLE}")
    waiting: list[tuple[str, list[Any]]] = []
    done: list[Any] = []
    expects_value, comma = True, False
    signs = list(text)  # in a page a character of a text is slow to get at, and so is its length
    at, n_signs = 0, len(signs)
    while at < n_signs:
        sign = signs[at]
        if sign == " " or sign.isspace():
            at += 1
            continue
        inside = waiting[-1][1] if waiting else done
        if not waiting and done:
            raise _unexpected(text, at, "nothing more")
        if sign in "[(":
            if not expects_value:
                raise _unexpected(text, at, "a comma or a closing bracket")
            waiting.append((sign, []))
            comma = False
            at += 1
        elif sign in "])":
            if not waiting or {"[": "]", "(": ")"}[waiting[-1][0]] != sign:
                raise _unexpected(text, at, "no such bracket")
            opened, items = waiting.pop()
            lone = opened == "(" and len(items) == 1 and not comma
            value: Any = items[0] if lone else items if opened == "[" else tuple(items)
            (waiting[-1][1] if waiting else done).append(value)
            expects_value = comma = False
            at += 1
        elif sign == ",":
            if expects_value or not waiting:
                raise _unexpected(text, at, "a number or an opening bracket" if waiting else "nothing more")
            expects_value = comma = True
            at += 1
        else:
            if not expects_value:
                raise _unexpected(text, at, "a comma or a closing bracket")
            stop = at
            while stop < n_signs and signs[stop] not in ",[]()" and not signs[stop].isspace():
                stop += 1
            inside.append(_number(text[at:stop]))
            expects_value = comma = False
            at = stop
    if waiting:
        raise ValueError(f'tree ends too early: a bracket "{waiting[-1][0]}" is not closed')
    return done[0]


def _unexpected(text: str, at: int, wanted: str) -> ValueError:
    before = text[max(0, at - 12) : at].strip()
    after = f' after "{before}"' if before else " at the start"
    return ValueError(f'tree has "{text[at]}"{after}: {wanted} was expected there')


def _number(word: str) -> float:
    shown = word if len(word) <= 20 else word[:17] + "..."
    try:
        if not word.strip("0123456789+-.eE"):
            return float(word) if "." in word or "e" in word.lower() else int(word)
    except ValueError:
        pass
    raise ValueError(f'tree has "{shown}": a leaf must be a number, such as 12 or -0.5')


def written(nested: Any) -> str:
    """Return a tree as one would type it.

    >>> written([((0.5, 3), (0.5, 8.0)), 5])
    '[((0.5, 3), (0.5, 8.0)), 5]'
    """
    if isinstance(nested, list):
        return "[" + ", ".join(map(written, nested)) + "]"
    if isinstance(nested, tuple):
        return "(" + ", ".join(map(written, nested)) + ("," if len(nested) == 1 else "") + ")"
    return repr(nested)


def _options(name: str, program: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, float]:
    taken = program.get("options") or {}
    values = {
        option: float(about["default"]) for option, about in taken.items() if about["default"] is not None
    }
    for option, value in given.items():
        if option not in taken:
            takes = f"takes {', '.join(taken)}" if taken else "takes no option"
            raise ValueError(f"{' '.join(option.split())} is {value!r}: {name} {takes}")
        least = taken[option].get("least")
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else inf
        if not isfinite(number) or (least is not None and number < least):
            above = "" if least is None else f" not less than {number_text(least)}"
            raise ValueError(
                f"{option} is {value!r}: it must be a number{above} ({taken[option]['meaning']})"
            )
        values[option] = number
    return values


# -- steps as changes --------------------------------------------------------------------------------------------------


class _Changes:
    """What is shown of every node, field by field, and what the step under way has changed of it."""

    def __init__(self) -> None:
        self.fields: dict[str, dict[int, Any]] = {}
        self.steps: list[TraceData] = []
        self.opened: list[list[Any]] = []

    def begin(self, event: str, node: int, text: str, line: tuple[str, int]) -> None:
        self.steps.append({"event": event, "node": node, "text": text, "why": "", "line": line, "set": {}})

    def set(self, field: str, node: int, value: Any) -> None:
        known = self.fields.setdefault(field, {})
        if value == known[node] if node in known else value is None:
            return
        if value is None:
            del known[node]
        else:
            known[node] = value
        self.steps[-1]["set"].setdefault(field, {})[str(node)] = value

    def stack(self, change: str, node: int) -> None:
        self.steps[-1]["stack"] = [change, node]

    def open(self, entries: list[list[Any]]) -> None:
        """Tell what becomes of OPEN: the first place that changes, how many entries go, and which come."""
        old, first, last = self.opened, 0, 0
        shorter = min(len(old), len(entries))
        while first < shorter and old[first] == entries[first]:
            first += 1
        while last < shorter - first and old[-1 - last] == entries[-1 - last]:
            last += 1
        self.opened = entries
        self.steps[-1]["open"] = [first, len(old) - first - last, entries[first : len(entries) - last]]


def number_label(value: float) -> str:
    """Return a number for a picture: whole numbers in full, others with three significant digits.

    >>> number_label(1234.0), number_label(0.12345), number_label(-inf)
    ('1234', '0.123', '−∞')
    """
    whole = value in (inf, -inf) or value == int(value)
    return number_text(value) if whole else f"{value:.3g}".replace("-", "−")


def window_label(low: float | None, high: float | None) -> str:
    """Return a window as text: (6, 40), with a dot where there is no bound; empty if there is none at all.

    A minimal window, inside which no number lies, is written with the next number above or below:
    (12, 12⁺), (12⁻, 12); one inside which a single number lies with both: (12⁻, 12⁺).  One that could not even hold
    that, because its ends have changed places, is called empty.

    >>> window_label(6.0, None), window_label(12.0, nextafter(12.0, inf))
    ('(6, ·)', '(12, 12⁺)')
    >>> window_label(nextafter(12.0, -inf), nextafter(12.0, inf)), window_label(47.0, 40.0)
    ('(12⁻, 12⁺)', '(47, 40), empty')
    """
    if low is None and high is None:
        return ""
    meant = _meant(low, high)
    if meant == "low":
        return f"({number_label(low)}, {number_label(low)}⁺)"  # type: ignore[arg-type]
    if meant == "high":
        return f"({number_label(high)}⁻, {number_label(high)})"  # type: ignore[arg-type]
    only = only_inside(low, high)
    if only is not None:
        return f"({number_label(only)}⁻, {number_label(only)}⁺)"
    empty = ", empty" if low is not None and high is not None and low >= high else ""
    return (
        f"({'·' if low is None else number_label(low)}, {'·' if high is None else number_label(high)}){empty}"
    )


def _meant(low: float | None, high: float | None) -> str:
    """Return which end of a minimal window is a value of the tree, the one that is short to write; "" for others."""
    if low is None or high is None or nextafter(low, inf) != high:
        return ""
    return "low" if len(repr(low)) <= len(repr(high)) else "high"


def _nodes(
    shape: PlainTree, names: Sequence[str], players: Sequence[str], p: Sequence[float | None]
) -> TraceData:
    """Return what is drawn of the nodes before the search: a column each."""
    x = [0.0] * shape.n_nodes
    leaves = 0
    for node in range(shape.n_nodes):
        if shape.is_leaf(node):
            x[node] = float(leaves)
            leaves += 1
    for node in range(shape.n_nodes - 1, -1, -1):
        children = shape.children(node)
        if children:
            x[node] = (x[children[0]] + x[children[-1]]) / 2
    values = [number_label(v) if v == v else None for v in shape.values]
    return {
        "name": list(names), "parent": list(shape.parent), "level": list(shape.level), "x": x,
        "player": list(players), "value": values, "number": [v if v == v else None for v in shape.values],
        "p": list(p),
    }  # fmt: skip


def _check_size(tree: PlainTree) -> None:
    if tree.n_nodes > MOST_NODES:
        raise ValueError(f"tree has {tree.n_nodes} nodes: at most {MOST_NODES} can be shown")
    if max(tree.level) > MOST_LEVELS:
        raise ValueError(
            f"tree has {max(tree.level)} levels below the root: at most {MOST_LEVELS} can be shown"
        )


class _Steps(list):
    """The steps of a search, up to so many."""

    def append(self, step: Any) -> None:
        if len(self) == MOST_STEPS:
            raise ValueError(
                f"the search takes more than {MOST_STEPS} steps on this tree: too many to be shown"
            )
        super().append(step)


# -- game trees --------------------------------------------------------------------------------------------------------


def _game_trace(nested: Any, name: str, function: Any, options: dict[str, float], wanted: bool) -> TraceData:
    if _has_tuple(nested):
        raise ValueError(f"tree has chance nodes, and {name} searches trees without: only lists are allowed")
    tree = PlainTree.from_nested(nested)
    _check_size(tree)
    steps: list[Step] = _Steps()
    bounds: dict[int, tuple[int, float, float]] = {}

    def watch(s: Any, n: int, alpha: float, beta: float, v: float) -> None:
        bounds[len(steps) - 1] = (n, s.lower[n], s.upper[n])

    x = Recorder(tree, steps=steps, watch=watch) if wanted else Recorder(tree)
    value = function(x, 0, **options)
    integral = all(v == int(v) for v in tree.values if v == v)
    principal, at = [0], 0
    for move in x.lines.get(0, ()):
        at = tree.children(at)[move]
        principal.append(at)
    result = {
        "value": int(value) if integral and isfinite(value) else value,
        "leaves": len(x.leaves),
        "nodes": len(x.nodes),
        "visits": x.visits,
        "principal": principal,
    }
    if not wanted:
        return {"result": result}
    traced = (
        _steps_with_open(tree, steps)
        if steps[0].open is not None
        else _steps_with_windows(tree, steps, bounds)
    )
    players = ["max" if tree.is_max(n) else "min" for n in range(tree.n_nodes)]
    names = [tree.name(n) for n in range(tree.n_nodes)]
    return {
        "kind": "game",
        "nodes": _nodes(tree, names, players, [None] * tree.n_nodes),
        "steps": traced,
        "result": result,
    }


def _has_tuple(nested: Any) -> bool:
    waiting = [nested]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            return True
        if isinstance(item, list):
            waiting.extend(item)
    return False


class _Standing:
    """How the nodes of a game tree stand: what decides how each is drawn."""

    def __init__(self, tree: PlainTree, changes: _Changes) -> None:
        self.tree, self.changes = tree, changes
        self.visited: set[int] = set()
        self.cut: set[int] = set()
        self.stack: list[int] = []
        self.opened: dict[int, str] = {}
        self.order = 0
        self.visits = 0

    def show(self, *nodes: int) -> None:
        for node in nodes:
            if node in self.opened:
                status: str | None = self.opened[node].lower()
            elif node in self.stack:
                status = "stack"
            elif node in self.visited:
                status = "visited"
            else:
                status = "pruned" if node in self.cut else None
            self.changes.set("status", node, status)

    def prune(self, nodes: Sequence[int], why: str) -> None:
        for node in nodes:
            below = [n for n in range(node, self.tree.end[node]) if n not in self.cut]
            self.cut.update(below)
            self.show(*below)
            if node not in self.visited:
                self.changes.set("cut", node, why)

    def evaluate(self, leaf: int) -> None:
        if leaf not in self.changes.fields.get("order", {}):
            self.order += 1
            self.changes.set("order", leaf, self.order)

    def count(self) -> None:
        nodes = len(self.visited) - (0 in self.visited)
        self.changes.steps[-1]["counts"] = [self.order, nodes, self.visits]


def _steps_with_windows(
    tree: PlainTree, steps: Sequence[Step], bounds: Mapping[int, tuple[int, float, float]]
) -> list[TraceData]:
    changes = _Changes()
    standing = _Standing(tree, changes)
    stack = standing.stack
    has: dict[int, float] = {}
    calls = 0
    for number, step in enumerate(steps):
        node = step.node
        changes.begin(step.event, node, step.text, step.place)
        if step.event == "enter":
            stack.append(node)
            changes.stack("push", node)
            standing.visits += node != 0
            standing.visited.add(node)
            has.pop(node, None)
            changes.set("window", node, window_label(step.low, step.high) or "none")
            for field in ("value", "answer"):
                changes.set(field, node, None)
            standing.show(node)
            changes.steps[-1]["why"] = _entering(tree, step)
            if step.procedure == "s-alphabeta" and _is_call(tree, steps, node):
                calls += 1
                changes.steps[-1]["call"] = calls
        else:
            again = node in changes.fields.get("order", {})
            changes.steps[-1]["why"] = why = _leaving(tree, step, stack, has, again)
            stack.pop()
            changes.stack("pop", node)
            changes.set("window", node, None)
            if step.event == "leaf":
                standing.evaluate(node)
            if step.value is not None:
                changes.set("value", node, f"{step.bound} {number_label(step.value)}".strip())
                _take(tree, stack, has, step)
            if step.answer is not None:
                changes.set("answer", node, "yes" if step.answer else "no")
            standing.show(node)
            standing.prune(step.pruned, why)
        if number in bounds:
            n, lower, upper = bounds[number]
            changes.set("bounds", n, _bounds_label(lower, upper))
        standing.count()
    return changes.steps


def _is_call(tree: PlainTree, steps: Sequence[Step], node: int) -> bool:
    """Whether a call of S-alpha-beta is the strategy's own: on the root, or, for second best search, below it."""
    return node == 0 if steps[0].procedure == "s-alphabeta" else tree.parent[node] == 0


def _bounds_label(lower: float, upper: float) -> str | None:
    if lower == upper:
        return f"= {number_label(lower)}"
    if isfinite(lower) and isfinite(upper):
        return f"{number_label(lower)} to {number_label(upper)}"
    if isfinite(lower):
        return f"≥ {number_label(lower)}"
    return f"≤ {number_label(upper)}" if isfinite(upper) else None


def _take(tree: PlainTree, stack: Sequence[int], has: dict[int, float], step: Step) -> None:
    """Take note of what the player above now has, if it is worth having."""
    if not stack or step.value is None:
        return
    parent, value = stack[-1], step.value
    if tree.is_max(parent):
        if (step.low is None or value > step.low) and value > has.get(parent, -inf):
            has[parent] = value
    elif (step.high is None or value < step.high) and value < has.get(parent, inf):
        has[parent] = value


def _question(low: float, high: float) -> str:
    """Return what a window asks inside which lies no number, or a single one; "" for others."""
    meant, only = _meant(low, high), only_inside(low, high)
    if only is not None:
        return f"less than {number_label(only)}, just that, or more"
    if meant == "low":
        return f"more than {number_label(low)}"
    return f"at least {number_label(high)}" if meant else ""


def _entering(tree: PlainTree, step: Step) -> str:
    """Return which values of a node matter."""
    name, low, high = tree.name(step.node), step.low, step.high
    if step.procedure == "test":
        return f"{'its value' if tree.is_leaf(step.node) else 'one child'} can settle that"
    if low is not None and high is not None:
        if low >= high:
            nothing = f"no value is more than {number_label(low)} and less than {number_label(high)}"
            return f"{nothing}: the test before has settled it"
        if question := _question(low, high):
            return f"the question: is {name} worth {question}?"
    more = f"more than {number_label(low)}" if low is not None and low > -inf else ""
    less = f"less than {number_label(high)}" if high is not None and high < inf else ""
    if not more and not less:
        return f"any value of {name} matters"
    return f"{name} matters only if it is worth {' and '.join(filter(None, (more, less)))}"


def _leaving(tree: PlainTree, step: Step, stack: Sequence[int], has: Mapping[int, float], again: bool) -> str:
    """Return in words what has been found about a node, and why the rest of it is cut off."""
    name = tree.name(step.node)
    if step.answer is not None:
        settled = f": that settles it, {_names(tree, step.pruned)} cut" if step.pruned else ""
        return f"the answer about {name} is {'yes' if step.answer else 'no'}{settled}"
    assert step.value is not None
    value = number_label(step.value)
    low, high = step.low, step.high
    above, below = high is not None and step.value >= high, low is not None and step.value <= low
    if step.event == "leaf" and (step.procedure == "test" or not (above or below)):
        return _compared(tree, step, stack, has, again)
    if not above and not below:
        rest = f": {_names(tree, step.pruned)} cut, nothing better can be hoped for" if step.pruned else ""
        return f"{name} is worth {value}{rest}"
    if low is not None and high is not None and (question := _question(low, high)):
        limit = f"the question was whether it is {question}"
    else:
        bound = high if above else low
        limit = f"{'MIN' if above else 'MAX'} has {number_label(bound)}"  # type: ignore[arg-type]
        holder = [a for a in stack[:-1] if tree.is_max(a) != above and has.get(a) == bound]
        limit += f" at {tree.name(holder[-1])}" if holder else ""
    exactly = "" if step.event == "leaf" else f"at {'least' if above else 'most'} "
    found = f"{name} is worth {exactly}{value}, {limit}"
    return found + (": cut" if step.pruned else "")


def _compared(
    tree: PlainTree, step: Step, stack: Sequence[int], has: Mapping[int, float], again: bool
) -> str:
    """Return what the value of a leaf is compared with."""
    assert step.value is not None
    value = number_label(step.value)
    if step.procedure == "test":
        return f"{value} is compared with {number_label(step.high if step.low is None else step.low)}"  # type: ignore[arg-type]
    if again:
        return f"evaluated again, now for its value: {value}"
    if len(stack) < 2:
        return "the tree is this leaf"
    above = stack[-2]
    player, best = "MAX" if tree.is_max(above) else "MIN", has.get(above)
    if best is None:
        return f"{value} is the first that {player} has at {tree.name(above)}"
    better = step.value > best if player == "MAX" else step.value < best
    return (
        f"{player} has {number_label(best)} at {tree.name(above)}: {value} is {'' if better else 'no '}better"
    )


def _names(tree: PlainTree, nodes: Sequence[int]) -> str:
    return ", ".join(map(tree.name, nodes))


def _steps_with_open(tree: PlainTree, steps: Sequence[Step]) -> list[TraceData]:
    changes = _Changes()
    standing = _Standing(tree, changes)
    for number, step in enumerate(steps):
        assert step.open is not None
        node = step.node
        changes.begin(step.event, node, step.text, step.place)
        if number > 0:
            standing.visits += node != 0
            standing.visited.add(node)
            if tree.is_leaf(node):
                standing.evaluate(node)
        for triple in step.open:
            if triple.status == "SOLVED":
                changes.set("value", triple.node, number_label(triple.merit))
        before = standing.opened
        standing.opened = {triple.node: triple.status for triple in step.open}
        changed = [n for n in (*before, *standing.opened) if before.get(n) != standing.opened.get(n)]
        standing.show(node, *changed)
        changes.open([[t.node, t.status, number_label(t.merit)] for t in step.open])
        over = tuple(step.open[0][:2]) == (0, "SOLVED")
        top = step.open[0]
        changes.steps[-1]["why"] = why = _on_open(tree, step)
        standing.prune(step.pruned, why)
        if over:
            value = number_label(top.merit)
            standing.prune(tree.children(0), f"never taken from OPEN before the root was solved at {value}")
        standing.count()
    return changes.steps


def _on_open(tree: PlainTree, step: Step) -> str:
    assert step.open is not None
    top = step.open[0]
    first = f"{tree.name(top.node)} stands first on OPEN: {top.status}, merit {number_label(top.merit)}"
    if step.pruned:
        parent = tree.name(tree.parent[step.node])
        return f"{parent} is worth {number_label(top.merit)}: {_names(tree, step.pruned)} leave OPEN"
    return first


# -- trees with chance nodes -------------------------------------------------------------------------------------------


def _chance_trace(
    nested: Any, goal: str, function: Any, options: dict[str, float], wanted: bool
) -> TraceData:
    tree = PlainChanceTree.from_nested(nested, goal)
    _check_size(tree.shape)
    leaves = [v for v in tree.shape.values if v == v]
    low, high = sorted((tree.sign * min(leaves), tree.sign * max(leaves)))
    steps: list[ChanceStep] = _Steps()
    known = _estimates(tree, options["error"], low, high) if "error" in options else None
    x = ChanceRecorder(tree, low, high, known, steps=steps if wanted else None)
    gain = function(x)
    result = {
        "value": tree.sign * gain + 0.0,
        "leaves": x.counts.leaves,
        "nodes": x.counts.nodes,
        "visits": x.counts.visits,
        "principal": list(tree.solution(lambda node: x.choice.get(node, 0))),
    }
    if not wanted:
        return {"result": result}
    mover = "max" if goal == "max" else "min"
    players = ["chance" if tree.is_chance(n) else mover for n in range(tree.n_nodes)]
    p = [
        tree.probability[n] if n and tree.is_chance(tree.shape.parent[n]) else None
        for n in range(tree.n_nodes)
    ]
    return {
        "kind": "chance",
        "nodes": _nodes(tree.shape, tree.names, players, p),
        "steps": _steps_with_ranges(tree, steps, Conditions(tree, *x.in_values((low, high)))),
        "result": result,
    }


def _estimates(tree: PlainChanceTree, error: float, low: float, high: float) -> list[Range]:
    """Return what a heuristic says that is off by a share of each node's value, as gains within what leaves can be."""
    gains = [tree.sign * value for value in tree.true_values()]
    return [(max(low, gain - error * abs(gain)), min(high, gain + error * abs(gain))) for gain in gains]


def _steps_with_ranges(
    tree: PlainChanceTree, steps: Sequence[ChanceStep], conditions: Conditions
) -> list[TraceData]:
    changes = _Changes()
    touched, cut, solved = {0}, set[int](), set[int]()
    chosen: dict[int, int] = {}
    order = 0

    def show(*nodes: int) -> None:
        for node in nodes:
            if node in cut:
                status: str | None = "dead" if node in touched else "pruned"
            elif node in solved:
                status = "solved"
            else:
                status = "visited" if node in touched else None
            changes.set("status", node, status)

    for step in steps:
        changes.begin(step.event, step.node, step.text, step.place)
        for node, (low, high) in step.ranges.items():
            changes.set("range", node, range_text((low, high)))
            if low == high:
                solved.add(node)
            else:
                solved.discard(node)
            if tree.is_leaf(node) and node not in changes.fields.get("order", {}):
                order += 1
                changes.set("order", node, order)
        touched.update((step.node, *step.ranges))
        show(0, step.node, *step.ranges)
        for node in step.pruned:
            below = range(node, tree.shape.end[node])
            cut.update(below)
            show(*below)
            changes.set("cut", node, step.text)
        if step.open is not None:
            changes.open([[s.node, s.status, _state_text(tree, s)] for s in step.open])
        for node, child in step.chosen.items():
            if chosen.get(node) != child:
                changes.set("chosen", node, child)
        chosen = step.chosen
        changes.steps[-1]["why"] = conditions.of(step)
        counts = step.counts
        changes.steps[-1]["counts"] = [counts.leaves, counts.nodes, counts.visits]
    return changes.steps


def _state_text(tree: PlainChanceTree, state: Any) -> str:
    if state.value is not None:
        return short_number(state.value)
    return "" if state.range is None or not tree.is_chance(state.node) else range_text(state.range)
