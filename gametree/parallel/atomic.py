"""A lock for compiled code that runs in several threads, and a way to let others run meanwhile."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, register_jitable

from gametree._compile import Wholes


@intrinsic
def exchange(typing_context: Any, array: Any, value: Any) -> Any:
    """Put an int64 into the first place of an int64 array and return what was there, in one step.

    No reads and writes of memory, by the compiler or by the processor, move across it.
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return builder.atomic_rmw("xchg", struct.data, arguments[1], "seq_cst")

    return types.int64(array, types.int64), lower


@intrinsic
def let_others_run(typing_context: Any) -> Any:
    """Give the processor to another thread, if one waits for it."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.IntType(32), []), "sched_yield"
        )
        return builder.sext(builder.call(function, []), ir.IntType(64))

    return types.int64(), lower


@register_jitable
def acquire(lock: Wholes) -> None:
    """Wait until the lock is free, and take it."""
    tries = 0
    while exchange(lock, 1) == 1:
        tries += 1
        if tries & 63 == 0:
            let_others_run()


@register_jitable
def release(lock: Wholes) -> None:
    """Set the lock free."""
    exchange(lock, 0)
