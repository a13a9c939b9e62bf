"""The leaves below one node, evaluated together.

At a node whose children are leaves the bound that ends its search does not change on the way.  So all of them can be
compared with it at once, without a branch per leaf that nobody can predict: the leaf that ends the search is the lowest
bit of a mask, and where none does, the best of all is what counts.  Leaves to the right of that leaf are compared too,
but neither counted nor marked: value, counts and line are those of a search from leaf to leaf.

A row is compared in blocks, of 4 leaves if there are no more and else of 8, by vector instructions: LLVM does not make
them of a loop over so few leaves.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from gametree._compile import Wholes32, chosen_by_type, register_jitable, trailing_zeros
from gametree.generate.lazy import HashedArrays, LazyArrays, NonuniformArrays
from gametree.search.log import (
    LEAVES,
    NODES,
    VISITS,
    Log,
    Marks,
    class_of,
    clear_pv,
    count,
    record_leaf,
)
from gametree.search.view import (
    Node,
    View,
    first_child,
    identity,
    is_a,
    leaf_row,
    negamax_value,
    past_children,
)

NARROW, WIDE = 4, 8
"""Leaves in a block."""


def _spread(builder: Any, value: Any, lanes: int) -> Any:
    """Return a vector with this value in all lanes."""
    none = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
    one = builder.insert_element(none, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, none, ir.Constant(ir.VectorType(ir.IntType(32), lanes), None))


def _first(builder: Any, n: Any, lanes: int) -> Any:
    """Return a mask of the first n lanes."""
    places = ir.Constant(ir.VectorType(n.type, lanes), list(range(lanes)))
    return builder.icmp_signed("<", places, _spread(builder, n, lanes))


def _call(builder: Any, name: str, returned: Any, *arguments: Any, fastmath: tuple[str, ...] = ()) -> Any:
    """Call one of LLVM's own functions on vectors."""
    kind = ir.FunctionType(returned, [argument.type for argument in arguments])
    return builder.call(
        cgutils.get_or_insert_function(builder.module, kind, name), arguments, fastmath=fastmath
    )


def _gains(builder: Any, values: Any, first: Any, n: Any, signs: Any, lanes: int) -> tuple[Any, Any]:
    """Return the values of n leaves, signs flipped by `signs`, and a mask of them; all others are minus infinity."""
    mask = _first(builder, n, lanes)
    worst = ir.Constant(ir.IntType(64), int(np.float64(-np.inf).view(np.int64)))
    kept = _spread(builder, builder.bitcast(builder.xor(worst, signs), ir.DoubleType()), lanes)
    # Before LLVM 15 an address has the type of what is loaded from it.
    address = builder.bitcast(builder.gep(values, [first]), kept.type.as_pointer())
    aligned = ir.Constant(ir.IntType(32), 8)
    # Nothing is read where the mask is not set: it may lie beyond the end of the array.
    static = _call(builder, f"llvm.masked.load.v{lanes}f64.p0", kept.type, address, aligned, mask, kept)
    bits = builder.bitcast(static, ir.VectorType(ir.IntType(64), lanes))
    return builder.bitcast(builder.xor(bits, _spread(builder, signs, lanes)), static.type), mask


def _comparing(lanes: int) -> Any:
    """Make a function that compares up to `lanes` leaves with a bound at once."""

    @intrinsic
    def compared(typing_context: Any, values: Any, first: Any, n: Any, signs: Any, bound: Any) -> Any:
        """Return the best of n leaves, and a mask of those that are no less than the bound.

        `signs` is what the sign bits of the values are flipped with.
        """

        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values, first, n, signs, bound = arguments
            gains, mask = _gains(builder, values, first, n, signs, lanes)
            passing = builder.fcmp_ordered(">=", gains, _spread(builder, bound, lanes))
            passing = builder.bitcast(builder.and_(passing, mask), ir.IntType(lanes))
            # No gain is NaN: so LLVM may take the maxima in any order.
            name, any_order = f"llvm.vector.reduce.fmax.v{lanes}f64", ("nnan", "nsz")
            best = _call(builder, name, bound.type, gains, fastmath=any_order)
            both = [best, builder.zext(passing, ir.IntType(64))]
            return context.make_tuple(builder, signature.return_type, both)

        returned = types.Tuple((types.float64, types.int64))
        return returned(values, types.int64, types.int64, types.int64, types.float64), lower

    return compared


def _rising(lanes: int) -> Any:
    """Make a function that goes through up to `lanes` leaves at once, and counts those that are better than all before."""

    @intrinsic
    def rises(
        typing_context: Any, values: Any, first: Any, n: Any, signs: Any, so_far: Any, equal: Any
    ) -> Any:
        """Return the best so far after n more leaves, and how many of them were better than what was before them.

        With `equal`, those that were just as good are among them.
        """

        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values, first, n, signs, so_far, equal = arguments
            gains, mask = _gains(builder, values, first, n, signs, lanes)
            # The best up to each leaf: of two, of four, of all.
            start = _spread(builder, so_far, lanes)
            highest, shift = _greater(builder, gains, start), 1
            while shift < lanes:
                highest = _greater(builder, highest, _shifted(builder, start, highest, shift))
                shift *= 2
            before = _shifted(builder, start, highest, 1)
            ties = builder.and_(builder.fcmp_ordered("==", gains, before), _spread(builder, equal, lanes))
            rising = builder.or_(builder.fcmp_ordered(">", gains, before), ties)
            count = builder.ctpop(builder.bitcast(builder.and_(rising, mask), ir.IntType(lanes)))
            best = builder.extract_element(highest, ir.Constant(ir.IntType(32), lanes - 1))
            both = [best, builder.zext(count, ir.IntType(64))]
            return context.make_tuple(builder, signature.return_type, both)

        returned = types.Tuple((types.float64, types.int64))
        given = values, types.int64, types.int64, types.int64, types.float64, types.boolean
        return returned(*given), lower

    return rises


def _greater(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", a, b), a, b)


def _shifted(builder: Any, before: Any, vector: Any, shift: int) -> Any:
    """Return a vector moved on by some lanes, with the last ones of another before it."""
    lanes = vector.type.count
    places = [lanes - shift + lane for lane in range(lanes)]
    return builder.shuffle_vector(before, vector, ir.Constant(ir.VectorType(ir.IntType(32), lanes), places))


_compare_narrow, _compare_wide = _comparing(NARROW), _comparing(WIDE)
_rises_narrow, _rises_wide = _rising(NARROW), _rising(WIDE)


@register_jitable
def best_in_row(view: View, log: Log, level: int, p: Node, bound: float) -> float:
    """Evaluate the leaves below p, which has no other children, up to the first that is no less than the bound.

    Returns the best of them for the player to move at p; they are counted.
    """
    best, _, _ = _evaluate(view, log, level, p, bound)
    return best


@register_jitable
def reach_in_row(view: View, log: Log, level: int, p: Node, bound: float) -> float:
    """Do what `best_in_row` does for those who need not know by how much the bound is passed.

    If it is, something no less than the bound is returned: with rows of up to 8 leaves there is no branch at all.
    """
    _, reached, _ = _evaluate(view, log, level, p, bound)
    return reached


@register_jitable
def value_in_row(
    view: View, log: Log, level: int, p: Node, alpha: float, beta: float, or_equal: bool = False
) -> float:
    """Do what a search does that enters a leaf again which is better than those before it, or just as good.

    It ends at a leaf that is no less than beta, and what it returns is written down if it is more than alpha.
    """
    m, _, n = _evaluate(view, log, level, p, beta)
    # The first leaf, better than nothing, is entered once.
    count_again(log, _rises(view, level, p, n, or_equal) - 1)
    record_leaf(log, level, m > alpha)
    return m


@register_jitable
def _evaluate(view: View, log: Log, level: int, p: Node, bound: float) -> tuple[float, float, int]:
    """Return what `best_in_row` does, what `reach_in_row` does, and how many leaves were evaluated; count them."""
    width = past_children(view, level, p) - first_child(view, level, p)
    best, reached, n = _best(view, level, p, width, bound)
    clear_pv(log, level + 1)
    count_row(view, log, level + 1, first_child(view, level, p), n, width)
    return best, reached, n


@chosen_by_type
def _best(view: View, level: int, p: Node, width: int, bound: float) -> Any:
    """Return what `_evaluate` does: what nobody asks for is not computed, because all of it is written out there."""
    if is_a(view, LazyArrays):
        # Written one by one just before: a vector that spans several such writes would wait until all are in the cache.
        def as_written(view: View, level: int, p: Node, width: int, bound: float) -> tuple[float, float, int]:
            values, first = leaf_row(view, level, p)
            best = -np.inf
            for k in range(width):
                best = max(best, -values[first + k] if level & 1 else values[first + k])
                if best >= bound:
                    return best, best, k + 1
            return best, best, width

        return as_written

    if is_a(view, HashedArrays, NonuniformArrays) or config.DISABLE_JIT:
        # A value costs more than a branch: none is computed that is not needed.
        def one_by_one(view: View, level: int, p: Node, width: int, bound: float) -> tuple[float, float, int]:
            first = first_child(view, level, p)
            best = -np.inf
            for k in range(width):
                best = max(best, -negamax_value(view, level + 1, first + k))
                if best >= bound:
                    return best, best, k + 1
            return best, best, width

        return one_by_one

    def in_blocks(view: View, level: int, p: Node, width: int, bound: float) -> tuple[float, float, int]:
        values, first = leaf_row(view, level, p)
        signs = np.int64(level & 1) << np.int64(63)
        before = 0
        if width <= NARROW:
            reached, passing = _compare_narrow(values, first, width, signs, bound)
        else:
            reached, passing = _compare_wide(values, first, width, signs, bound)
            while passing == 0 and before + WIDE < width:
                before += WIDE
                more, passing = _compare_wide(values, first + before, width - before, signs, bound)
                reached = max(reached, more)
        # The first that passes, or the last of the row.
        last = before + min(trailing_zeros(passing | np.int64(1 << WIDE)), width - before - 1)
        if passing == 0:
            return reached, reached, last + 1
        # It is the best so far: all before it are less than the bound.
        return -values[first + last] if level & 1 else values[first + last], reached, last + 1

    return in_blocks


@chosen_by_type
def _rises(view: View, level: int, p: Node, n: int, or_equal: bool) -> Any:
    """Return how many of the first n leaves below p are better than all before them, or, if wanted, just as good."""
    if is_a(view, HashedArrays, NonuniformArrays) or config.DISABLE_JIT:

        def one_by_one(view: View, level: int, p: Node, n: int, or_equal: bool) -> int:
            first = first_child(view, level, p)
            rises, so_far = 0, -np.inf
            for k in range(n):
                gain = -negamax_value(view, level + 1, first + k)
                rises += gain > so_far or (or_equal and gain == so_far)
                so_far = max(so_far, gain)
            return rises

        return one_by_one

    def in_blocks(view: View, level: int, p: Node, n: int, or_equal: bool) -> int:
        values, first = leaf_row(view, level, p)
        signs = np.int64(level & 1) << np.int64(63)
        so_far = -np.inf
        if n <= NARROW:
            return _rises_narrow(values, first, n, signs, so_far, or_equal)[1]
        rises = 0
        for done in range(0, n, WIDE):
            so_far, more = _rises_wide(values, first + done, n - done, signs, so_far, or_equal)
            rises += more
        return rises

    return in_blocks


@register_jitable
def entered_of_row(marks: Wholes32, stamp: int, first: int, width: int) -> int:
    """Return how many of `width` sibling leaves, the first of which is node `first`, are marked as entered."""
    if marks[first] != stamp:
        return 0
    return -marks[first + 1] if width > 1 else 1


@chosen_by_type
def count_row(view: View, log: Log, level: int, node: Node, n: int, width: int) -> Any:
    """Count one entry of each of the first n of `width` sibling leaves, beginning with `node`."""
    if class_of(log, "seen") is None:

        def once(view: View, log: Any, level: int, node: Node, n: int, width: int) -> None:
            log.counts[VISITS] += n
            log.counts[LEAVES] += n

        return once

    if class_of(log, "seen") is Marks:

        def again(view: View, log: Any, level: int, node: Node, n: int, width: int) -> None:
            # The leaves of a row are entered from the left: it is enough to keep how many, in the marks of the first two.
            # As a negative number: no stamp is one.
            marks, own = log.seen.marks, identity(view, level, node)
            known = entered_of_row(marks, log.seen.stamp, own, width)
            marks[own] = log.seen.stamp
            if width > 1:
                marks[own + 1] = -max(n, known)
            new = max(n - known, 0)
            log.counts[VISITS] += n
            log.counts[NODES] += new
            log.counts[LEAVES] += new

        return again

    def remembered(view: View, log: Any, level: int, node: Node, n: int, width: int) -> None:
        for k in range(n):
            count(view, log, level, node + k)

    return remembered


@chosen_by_type
def count_again(log: Log, n: int) -> Any:
    """Count one more entry of each of n leaves that have been entered before."""

    def visits(log: Any, n: int) -> None:
        log.counts[VISITS] += n

    def evaluations(log: Any, n: int) -> None:
        log.counts[VISITS] += n
        log.counts[LEAVES] += n

    return evaluations if class_of(log, "seen") is None else visits
