"""What decides at each step of a search with chance nodes, in words with its numbers: for explorers.

Like all that `companion.explanations.trace_data` imports, this module needs nothing but Python itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.chance.recorder import range_text, short_number

if TYPE_CHECKING:
    from gametree.chance.recorder import ChanceStep, OpenState, Range
    from gametree.nodes import StoredChanceTree

MOST_TERMS = 5
"""Children whose numbers are written one by one."""


class Conditions:
    """What is known of the nodes of a tree so far; `of` is asked step after step.

    `low` and `high` are the least and the greatest value that leaves can have.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> conditions = Conditions(tree, 0, 20)
    >>> for step in gt.chance.trace(tree, "star1", low=0, high=20)[:5]:
    ...     print(conditions.of(step))
    any value of A matters
    any value of B matters
    0.5 × 4 counts in B
    0.5 × 4 + 0.5 × [0, 20] = [2, 12]
    0.5 × 16 counts in B
    """

    def __init__(self, tree: StoredChanceTree, low: float, high: float) -> None:
        self.tree, self.low, self.high = tree, low, high
        self.known: dict[int, Range] = {}
        self.counted: dict[int, int] = {}  # node -> children of which something is known
        self.enough: dict[int, float] = {}  # decision node -> a bound of it that was enough to end its search
        self.dropped: set[int] = set()
        self.opened: tuple[OpenState, ...] = ()

    def of(self, step: ChanceStep) -> str:
        """Return what decides at the next step."""
        for node in step.ranges:
            if node not in self.known:
                self.counted[self._parent(node)] = self.counted.get(self._parent(node), 0) + 1
        self.known.update(step.ranges)
        if step.pruned:
            words = self._cut(step)
        elif step.open is not None:
            words = self._on_open(step)
        elif step.event == "enter":
            words = self._entered(step)
        elif step.event == "leaf":
            words = self._leaf(step.node)
        elif step.event == "expand":
            words = self._expanded(step.node)
        else:
            words = self._computed(step)
        self.dropped.update(step.pruned)
        self.opened = step.open or ()
        return words

    # -- nodes and numbers ---------------------------------------------------------------------------------------------

    def _name(self, node: int) -> str:
        return str(self.tree.names[node])

    def _parent(self, node: int) -> int:
        return int(self.tree.shape.parent[node])

    def _with_range(self, node: int) -> str:
        known = self.known.get(node)
        return f"{self._name(node)} {range_text(known)}" if known else self._name(node)

    def _at_best(self, bounds: Range) -> float:
        return bounds[1] if self.tree.sign > 0 else bounds[0]

    def _at_worst(self, bounds: Range) -> float:
        return bounds[0] if self.tree.sign > 0 else bounds[1]

    def _no_better(self, one: float, other: float) -> bool:
        return self.tree.sign * one <= self.tree.sign * other

    @property
    def _at_most(self) -> str:
        return "at most" if self.tree.sign > 0 else "at least"

    @property
    def _at_least(self) -> str:
        return "at least" if self.tree.sign > 0 else "at most"

    # -- recursive searches --------------------------------------------------------------------------------------------

    def _entered(self, step: ChanceStep) -> str:
        node, name = step.node, self._name(step.node)
        if step.ranges:  # AOC*
            whole = self.known[node] == (self.low, self.high)
            return "no leaf is worth less or more" if whole else "the heuristic says so"
        if step.window is not None:
            low, high = step.window
            if low >= high:
                return f"whatever {name} is worth settles {self._name(self._parent(node))}"
            ends = [f"more than {short_number(low)}"] * (low > self.low)
            ends += [f"less than {short_number(high)}"] * (high < self.high)
            return (
                f"{name} matters only if it is worth {' and '.join(ends)}"
                if ends
                else f"any value of {name} matters"
            )
        children = self.tree.children(node)
        few, more = children[:MOST_TERMS], len(children) > MOST_TERMS
        if self.tree.is_chance(node):
            terms = [f"{self._chance_of(child)} × {self._name(child)}" for child in few]
            return f"{name} is {' + '.join([*terms, *['…'] * more])}"
        return f"{name} is the best of its children, {', '.join([*map(self._name, few), *['…'] * more])}"

    def _leaf(self, node: int) -> str:
        parent = self._parent(node)
        if parent < 0:
            return ""
        if self.tree.is_chance(parent):
            return f"{self._term(node)} counts in {self._name(parent)}"
        return self._best(parent)

    def _computed(self, step: ChanceStep) -> str:
        """Return what the range or the value of a node follows from, and what is still to be decided."""
        node = step.node
        if self.tree.is_leaf(node):
            return ""
        words = self._sum(node) if self.tree.is_chance(node) else self._best(node)
        if step.event == "solved":
            return words
        return "; ".join([words, *self._open_questions(node, step.window)])

    def _open_questions(self, node: int, window: Range | None) -> list[str]:
        if window is not None:
            low, high = self.known[node]
            more = [f"it may be more than {short_number(window[0])}"] * (self.low < window[0] < high)
            less = [f"it may be less than {short_number(window[1])}"] * (low < window[1] < self.high)
            return more + less
        rival = self._rival(node)
        if rival is None or self._no_better(
            self._at_best(self.known[node]), self._at_worst(self.known[rival])
        ):
            return []
        return [f"against {self._with_range(rival)} that decides nothing yet"]

    def _rival(self, node: int) -> int | None:
        """Return the best of the siblings that compete with a node below a decision."""
        parent = self._parent(node)
        if parent < 0 or self.tree.is_chance(parent):
            return None
        rivals = [
            s for s in self.tree.children(parent) if s != node and s in self.known and s not in self.dropped
        ]
        return max(rivals, key=lambda s: self.tree.sign * self._at_worst(self.known[s]), default=None)

    def _chance_of(self, child: int) -> str:
        return f"{float(self.tree.probability[child]):.3g}"

    def _term(self, child: int) -> str:
        return f"{self._chance_of(child)} × {range_text(self.known[child])}"

    def _known_children(self, node: int) -> tuple[list[int], str]:
        """Return the children of which something is known; of many, in words instead how many they are."""
        children = self.tree.children(node)
        if len(children) > MOST_TERMS:
            return [], f"{self.counted[node]} of {len(children)} children are known"
        return [child for child in children if child in self.known], ""

    def _sum(self, node: int) -> str:
        """Return the range of a chance node as the sum that it is."""
        known, words = self._known_children(node)
        if words:
            return f"{words}: {range_text(self.known[node])}"
        p = self.tree.probability
        rest = sum(float(p[child]) for child in self.tree.children(node) if child not in self.known)
        total = tuple(
            sum(float(p[child]) * self.known[child][end] for child in known) + rest * limit
            for end, limit in enumerate((self.low, self.high))
        )
        terms = [self._term(child) for child in known]
        if rest:
            terms.append(f"{rest:.3g} × {range_text((self.low, self.high))}")
        close = all(abs(one - other) < 1e-9 for one, other in zip(total, self.known[node], strict=True))
        return " + ".join(terms) + (f" = {range_text(self.known[node])}" if close else "")

    def _best(self, node: int) -> str:
        """Return the children among which a decision node has its best."""
        known, words = self._known_children(node)
        so_far = " so far" if len(known) < len(self.tree.children(node)) else ""
        return words or f"the best{so_far} of {', '.join(map(self._with_range, known))}"

    # -- what is cut off -----------------------------------------------------------------------------------------------

    def _cut(self, step: ChanceStep) -> str:
        if step.window is None:
            beaten = [self._beaten(node, step) for node in step.pruned[:MOST_TERMS]]
            more = len(step.pruned) - MOST_TERMS
            return "; ".join(beaten + [f"and {more} more"] * (more > 0))
        node, name = step.node, self._name(step.node)
        at_hand, enough = self._at_worst(step.window), self._at_best(step.window)
        if self.tree.is_chance(node):
            best, worst = self._at_best(self.known[node]), self._at_worst(self.known[node])
            if self._no_better(best, at_hand):
                return f"{name} is worth {self._at_most} {short_number(best)}, {short_number(at_hand)} is at hand: cut"
        else:
            best_child = step.chosen[node]
            worst = (
                self.enough[best_child]
                if best_child in self.enough
                else self._at_worst(self.known[best_child])
            )
            self.enough[node] = worst
        return (
            f"{name} is worth {self._at_least} {short_number(worst)}, {short_number(enough)} is enough: cut"
        )

    def _beaten(self, node: int, step: ChanceStep) -> str:
        """Return in words that a node is cut off, and by which sibling's range if the ranges seen so far tell."""
        name = self._name(node)
        rival = (
            step.open[0].node if step.open else self._rival(node)
        )  # of two on OPEN the better is left in front
        if rival is not None and node in self.known:
            best, worst = self._at_best(self.known[node]), self._at_worst(self.known[rival])
            if self._no_better(best, worst):
                return (
                    f"{name} is worth {self._at_most} {short_number(best)}, "
                    f"{self._name(rival)} {self._at_least} {short_number(worst)}: cut"
                )
        return f"{name} cut"

    # -- alpha-cutoff and AOC* -----------------------------------------------------------------------------------------

    def _on_open(self, step: ChanceStep) -> str:
        """Return why a case of Table 1 puts what it does to the front of OPEN."""
        assert step.open is not None
        if step.operator is None:
            return "OPEN holds the states that are left to work on, the first to be taken next"
        node, front = step.node, step.open[0].node
        name, first, parent = self._name(node), self._name(front), self._parent(node)
        if step.operator == 4:
            return f"{name} is a decision: its child {first} comes first"
        if step.operator == 1:
            return f"nothing is known of {name} yet: its child {first} comes first"
        if step.operator == 5:
            return self._sum(parent)
        rivals = [state.node for state in self.opened[1:2] if self._parent(state.node) == parent != -1]
        if rivals:
            undecided = f"{self._with_range(node)} and {self._with_range(rivals[0])} decide nothing yet"
            return f"{undecided}: {first} is next"
        if self._parent(front) == parent:
            return f"{self._with_range(node)} needs a rival: its sibling {first} comes first"
        if step.operator == 3:
            return f"{name} alone is left: {self._with_range(parent)}"
        return f"{self._with_range(node)} has no rival: its child {first} is next"

    def _expanded(self, node: int) -> str:
        path = [node]
        while path[-1]:
            path.append(self._parent(path[-1]))
        if node == 0:
            return "nothing else is known yet"
        return f"what looks best, {' → '.join(map(self._name, reversed(path)))}, is not SOLVED"
