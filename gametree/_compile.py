"""How this package compiles its kernels: one decorator, and pointers to array data.

Kernels are compiled once, kept on disk, and release the GIL.  They receive the data of arrays as plain pointers, because a
recursive call that hands on whole arrays costs more than the node that it searches.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _fingerprint_of_sources() -> str:
    """Return a hash of all modules of the package: what compiled code may depend on."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


FINGERPRINT = _fingerprint_of_sources()


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` with numba: cached on disk, without the GIL, with IEEE arithmetic.

    Numba takes a cached kernel for current as long as the file of that one function is unchanged, although the kernel contains
    inlined code of other modules.  So the cache is stamped with a hash of the whole package instead.
    """
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    dispatcher._cache._cache_file._source_stamp = FINGERPRINT
    return dispatcher


@intrinsic
def pointer(typing_context: Any, array: Any) -> Any:
    """Return a pointer to the first element of a contiguous array (the caller keeps the array alive)."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return struct.data

    return types.CPointer(array.dtype)(array), lower


@intrinsic
def bits_of(typing_context: Any, number: Any) -> Any:
    """Return the bit pattern of a float64 as an int64."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), lower


@intrinsic
def float_of(typing_context: Any, bits: Any) -> Any:
    """Return the float64 that has this bit pattern: the inverse of `bits_of`."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), lower
