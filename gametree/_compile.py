"""How this package compiles its kernels: one decorator, and pointers to array data.

Kernels are compiled once, kept on disk, and release the GIL.  They receive the data of arrays as plain
pointers, because a recursive call that hands on whole arrays costs more than the node that it searches.
"""

import contextlib
import hashlib
import os
import pickle
import re
import sys
import uuid
import warnings
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.core.serialize import dumps
from numba.extending import intrinsic
from numpy.typing import NDArray

PACKAGE = Path(__file__).parent

Reals = NDArray[np.float64]
Wholes = NDArray[np.int64]
Wholes32 = NDArray[np.int32]
Flags = NDArray[np.bool_]
"""Arrays that kernels take: such an array, or a pointer to its data where they hand it on to themselves (`pointer`)."""

_CHECKSUM = hashlib.sha256().digest_size

tells = True
"""Whether it is told on a terminal what is being compiled."""

_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t].*\n|\n)*", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)


def _package_of(file: Path) -> Path:
    """Return the folder of the outermost package that a file belongs to."""
    folder = file.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


@cache
def _modules(package: Path) -> dict[str, Path]:
    """Return the file of every module of a package, by the module's name."""
    top = str(package.parent)
    files = [
        Path(folder, name) for folder, _, names in os.walk(package) for name in names if name.endswith(".py")
    ]
    return {
        str(file)[len(top) + 1 : -3].replace(os.sep, ".").removesuffix(".__init__"): file for file in files
    }


@cache
def _imports(file: Path) -> frozenset[Path]:
    """Return the files of this package and of its own that a file imports by name, wherever the import stands.

    What is imported for annotations alone is in no kernel.
    """
    found = set()
    modules = _modules(PACKAGE) | _modules(_package_of(file))
    text = _FOR_TYPES.sub("", file.read_text(encoding="utf-8"))
    for source, names, plain in _IMPORT.findall(text):
        for name in re.findall(r"\w+", re.sub(r"#.*| as \w+", "", names)) or [""]:
            # What is imported from a package is one of its modules, or stands in the package's own file.
            found.add(modules.get(f"{source}.{name}") or modules.get(source or plain))
    return frozenset(file for file in found if file)


@cache
def fingerprint(*files: Path) -> str:
    """Return a hash of all that kernels of some files may contain: numba's version, the files, and all they import.

    What a kernel calls is compiled into it, and so are the constants that it names; all of that comes from
    imports, or from imports of those.
    """
    reached, waiting = set(files), list(files)
    while waiting:
        new = _imports(waiting.pop()) - reached
        reached |= new
        waiting.extend(new)
    digest = hashlib.sha256(numba.__version__.encode())
    for part in sorted(reached):
        digest.update(part.read_bytes())
    return digest.hexdigest()[:16]


class KernelFiles:
    """Compiled kernels on disk, one file per function and signature.

    Numba's own files take a kernel for current as long as the file of that one function is unchanged,
    although it contains inlined code of other modules; and their index can mix up signatures when two
    processes compile at the same time.  Here the name of a file says what is in it (function, state of the
    sources, signature), files are moved into place when they are complete, and each begins with a checksum: a
    damaged file counts as missing.  A kernel that can't be saved works all the same.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = KernelFiles(folder, "module.function-12", "state")
    ...     files.save("signature", "machine code")
    ...     files.load("signature"), files.load("another")
    ('machine code', None)
    """

    def __init__(self, folder: str, function: str, state: str):
        self._folder = Path(folder)
        self._function = function
        self._state = state

    def _path(self, key: Any) -> Path:
        signature = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return self._folder / f"{self._function}.{self._state}.{signature}.nbc"

    def load(self, key: Any) -> Any:
        """Return what was saved for a signature, or None: also if the file can't be read or is damaged."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            content = b""
        checksum, data = content[:_CHECKSUM], content[_CHECKSUM:]
        if checksum == hashlib.sha256(data).digest():
            return pickle.loads(data)
        _tell(f"compiling {self._function.rpartition('-')[0].rpartition('.')[2]} ...")
        return None

    def save(self, key: Any, data: Any) -> None:
        """Save a compiled kernel, and remove those that other states of the sources have left."""
        _tell("")
        path = self._path(key)
        aside = path.with_suffix(f".{uuid.uuid4().hex}")
        content = dumps(data)
        try:
            aside.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(aside, path)
            for old in self._folder.glob(f"{self._function}.*.nbc"):
                if f".{self._state}." not in old.name:
                    old.unlink(missing_ok=True)
        except OSError as error:
            _not_kept(f"{self._folder}: {error.strerror}")
            with contextlib.suppress(OSError):
                aside.unlink(missing_ok=True)

    def flush(self) -> None:
        """Remove all that was saved for this function."""
        for path in self._folder.glob(f"{self._function}.*.nbc"):
            path.unlink(missing_ok=True)


def _tell(text: str) -> None:
    """Show on a terminal, in a line that the next one takes the place of, what there is to wait for."""
    if tells and sys.stderr is not None and sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@cache
def _not_kept(why: str) -> None:
    """Warn, once per reason, that kernels will be compiled anew by the next process."""
    warnings.warn(
        f"compiled kernels can't be kept on disk ({why}): every process compiles them anew", stacklevel=2
    )


def compiled(function: Callable[..., Any], *given: Callable[..., Any]) -> Any:
    """Compile `function` with numba when it is first called: cached on disk, without the GIL, with IEEE arithmetic.

    `given` are functions that it calls although its file does not import them.  With ``NUMBA_DISABLE_JIT=1`` nothing
    is compiled, and all of it runs as plain Python: slowly, with the same results.
    """
    if numba.config.DISABLE_JIT:
        function.py_func = function  # type: ignore[attr-defined]
        return function
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        dispatcher = numba.njit(cache=True, **options)(function)
    except (
        RuntimeError
    ):  # neither beside the sources nor in the home folder is a place where this user may write
        _not_kept("no folder for them can be written to; NUMBA_CACHE_DIR names another")
        return numba.njit(**options)(function)
    kept = dispatcher._cache
    state = fingerprint(*(Path(each.__code__.co_filename) for each in (function, *given)))
    kept._cache_file = KernelFiles(kept.cache_path, kept._impl.filename_base, state)
    return dispatcher


def register_jitable(*function: Callable[..., Any], **options: Any) -> Any:
    """Do what numba's own does, for functions that nothing but kernels calls: without a way in for other languages."""
    made = extending.register_jitable(no_cfunc_wrapper=True, **options)
    return made(*function) if function else made


def chosen_by_type(choose: Callable[..., Any]) -> Any:
    """Make a function that kernels can call of one that chooses, by the numba types of the arguments, what they call.

    >>> @chosen_by_type
    ... def size(given):
    ...     return (lambda given: len(given)) if isinstance(given, types.Array) else (lambda given: 1)
    >>> sizes = numba.njit(lambda array, number: (size(array), size(number)))
    >>> sizes(np.zeros(5), 7)
    (5, 1)
    """
    chosen: dict[Any, Any] = {}

    @wraps(choose)
    def function(*arguments: Any) -> Any:
        """Where nothing is compiled (``NUMBA_DISABLE_JIT=1``), ask when called."""
        kinds = tuple(map(_kind, arguments))
        if kinds not in chosen:
            chosen[kinds] = choose(*map(numba.typeof, arguments))
        return chosen[kinds](*arguments)

    extending.overload(function, strict=False, jit_options={"no_cfunc_wrapper": True})(choose)
    return function


def _kind(given: Any) -> Any:
    return (type(given), *map(_kind, given)) if isinstance(given, tuple) else type(given)


def _as_pointers(given: Any) -> Any:
    """Return the numba type that `pointer` turns a numba type into."""
    if isinstance(given, types.Array):
        # A truth value takes a byte in memory, and numba reads through pointers without turning it into a bit.
        return types.CPointer(types.uint8 if given.dtype == types.boolean else given.dtype)
    if isinstance(given, types.BaseNamedTuple):
        return types.BaseTuple.from_types(tuple(map(_as_pointers, given.types)), given.instance_class)
    return given


@intrinsic
def pointer(typing_context: Any, arrays: Any) -> Any:
    """Return a pointer to the first element of a contiguous array (the caller keeps the array alive).

    Of a named tuple, return the same named tuple with every array, also in named tuples within, replaced by
    such a pointer; what else it holds stays as it is.  Only inside compiled code.

    >>> import numpy as np
    >>> first = numba.njit(lambda array: pointer(array)[0])
    >>> int(first(np.array([7, 8])))
    7
    """

    def turned(context: Any, builder: Any, given: Any, value: Any) -> Any:
        if isinstance(given, types.Array):
            return cgutils.create_struct_proxy(given)(context, builder, value=value).data
        if isinstance(given, types.BaseNamedTuple):
            fields = zip(given.types, cgutils.unpack_tuple(builder, value, len(given)), strict=True)
            return context.make_tuple(
                builder, _as_pointers(given), [turned(context, builder, *field) for field in fields]
            )
        return value

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return turned(context, builder, signature.args[0], arguments[0])

    return _as_pointers(arrays)(arrays), lower


@intrinsic
def variable(typing_context: Any, value: Any) -> Any:
    """Return a pointer to a variable of the function that calls this, with this value at first.

    What takes an array of one number to change it takes this as well; written out in its caller, it works on a register.

    >>> def add(total, number):
    ...     total[0] += number
    >>> jitted = numba.njit(add)
    >>> @numba.njit
    ... def five():
    ...     total = variable(2)
    ...     jitted(total, 3)
    ...     return total[0]
    >>> five()
    5
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.alloca_once_value(builder, arguments[0])

    return types.CPointer(value)(value), lower


@intrinsic
def bits_of(typing_context: Any, number: Any) -> Any:
    """Return the bit pattern of a float64 as an int64.

    >>> bits = numba.njit(lambda number: bits_of(number))
    >>> hex(bits(1.0))
    '0x3ff0000000000000'
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), lower


@intrinsic
def trailing_zeros(typing_context: Any, bits: Any) -> Any:
    """Return the place of the lowest bit that is set in an int64 other than 0.

    >>> lowest = numba.njit(lambda bits: trailing_zeros(bits))
    >>> lowest(0b101000)
    3
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), lower


@intrinsic
def float_of(typing_context: Any, bits: Any) -> Any:
    """Return the float64 that has this bit pattern: the inverse of `bits_of`.

    >>> number = numba.njit(lambda bits: float_of(bits))
    >>> number(0x3FF0000000000000)
    1.0
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), lower


if numba.config.DISABLE_JIT:  # an array of one dimension then serves as a pointer

    def pointer(given: Any) -> Any:
        if isinstance(given, np.ndarray):
            return given.reshape(-1)
        return given._make(map(pointer, given)) if hasattr(given, "_make") else given

    variable = lambda value: np.array([value])  # noqa: E731
    bits_of = lambda number: np.float64(number).view(np.int64)  # noqa: E731
    float_of = lambda bits: np.int64(bits).view(np.float64)  # noqa: E731
