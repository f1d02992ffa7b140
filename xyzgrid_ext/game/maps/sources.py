"""Finds the map modules that have changed on disk, and runs them again.

    world.town ── imports ──► world.legends ──► world.colours          all of `world`
         │                          └─ changed on disk: run again
         └─ imports what was run again: run again after it

Only modules of the same package are followed. Installed packages are not, and neither are modules
with typeclasses or other database models, because their objects are in memory. A module that fails
keeps its former state.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import marshal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import module_from_spec, resolve_name, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from weakref import WeakKeyDictionary

from django.db.models import Model

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.foreign.code import compile_module, foreign_code, run_findings
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.base.process import announce
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.loaded import Digests, LoadedMap

_LARGE = 50_000  # bytes
_INSTALLED = {"site-packages", "dist-packages"}  # folders


@dataclass(frozen=True)
class _Run:
    """The sources of a module, and what its run did.

    `digest` is that of its file, `needs` has the modules that it imports, and `findings` are about
    what it changed in the process.
    """

    digest: str
    needs: dict[str, ModuleType]
    findings: tuple[Finding, ...] = ()


class Sources:
    """Imports map modules, and imports them anew when their files have changed."""

    def __init__(self) -> None:
        self._runs: WeakKeyDictionary[ModuleType, _Run] = WeakKeyDictionary()

    def module(self, reference: str) -> ModuleType:
        """Return a module as it is on disk; the one in memory if no file has changed.

        Another thread waits while the game's thread runs it.

        Raises:
            Exception: whatever an author's module raises; the one in memory then stays.
        """
        self._compile(reference)
        return call_in_game_thread(self._module, reference)

    def _compile(self, reference: str) -> None:
        """Compile a large module that has changed, before the game's thread runs it."""
        module = sys.modules.get(reference)
        run = None if module is None else self._runs.get(module)
        file = None if module is None else _file(module)
        if run is None or file is None or not file.is_file():
            return
        data = file.read_bytes()
        if len(data) > _LARGE and digest_bytes(data) != run.digest:
            _code_of(data, str(file))

    def _module(self, reference: str) -> ModuleType:
        if reference not in sys.modules:
            importlib.invalidate_caches()  # its file may be younger than the last look into there
            with foreign_code(f"the import of {reference}", announce) as run:
                module = importlib.import_module(reference)
            root = _root(module)
            if module not in self._runs:
                self._note(module, root, run_findings(reference, run))
            return module
        before = dict(sys.modules)
        try:
            self._refresh(reference, _root(sys.modules[reference]), set())
        except BaseException:
            for name, module in before.items():
                if sys.modules.get(name) is not module:
                    _put(name, module)
            raise
        return sys.modules[reference]

    def digests(self, reference: str) -> Digests:
        """Return the digests of a module's file and of those it imports; empty without a file."""
        module = sys.modules.get(reference)
        if module is None or _file(module) is None:
            return ()
        return tuple(sorted((path, run.digest) for path, run in self._runs_of(module).items()))

    def findings(self, reference: str) -> tuple[Finding, ...]:
        """Return findings about what a module, or one that it imports, changed in this process."""
        module = sys.modules.get(reference)
        runs = {} if module is None else self._runs_of(module)
        return tuple(finding for run in runs.values() for finding in run.findings)

    def _runs_of(self, module: ModuleType) -> dict[str, _Run]:
        """Return the runs of a module and of the modules that it imports, by their files."""
        runs: dict[str, _Run] = {}
        left = [module]
        while left:
            needed = left.pop()
            run, file = self._runs.get(needed), _file(needed)
            if run is not None and file is not None and str(file) not in runs:
                runs[str(file)] = run
                left.extend(run.needs.values())
        return runs

    def _note(self, module: ModuleType, root: Path, findings: tuple[Finding, ...] = ()) -> _Run:
        """Record the sources of a module, as far as its present file tells them."""
        run = self._runs.get(module)
        if run is None:
            needs = {name: sys.modules[name] for name in _needs(module, root)}
            run = self._runs[module] = _Run(file_digest(_file(module)), needs, findings)
            for needed in needs.values():
                self._note(needed, root)
        return run

    def _refresh(self, name: str, root: Path, done: set[str]) -> None:
        """Run a module again if its file has changed, or if one that it imports was run again."""
        module = sys.modules[name]
        if name in done or _file(module) is None:
            return
        done.add(name)  # two modules may import each other
        run = self._note(module, root)
        for needed in run.needs:
            if needed in sys.modules:
                self._refresh(needed, root, done)
        stale = any(sys.modules.get(needed) is not as_run for needed, as_run in run.needs.items())
        if stale or file_digest(_file(module)) != run.digest:
            self._run_again(module, root, done)

    def _run_again(self, module: ModuleType, root: Path, done: set[str]) -> None:
        file, name = _file(module), module.__name__
        assert file is not None
        data = file.read_bytes()
        code = _code_of(data, str(file))
        for needed in _imports(data, module):  # also those that it did not import before
            if needed not in done and _is_followed(sys.modules.get(needed), root):
                self._refresh(needed, root, done)
        folders = getattr(module, "__path__", None)
        spec = spec_from_file_location(name, file, submodule_search_locations=folders)
        assert spec is not None
        fresh = module_from_spec(spec)
        _put(name, fresh)
        # not by the loader: it takes a compiled file of the same second and size for the same
        with foreign_code(f"the import of {name}", announce) as run:
            exec(code, vars(fresh))
        needs = {needed: sys.modules[needed] for needed in _needs(fresh, root)}
        self._runs[fresh] = _Run(digest_bytes(data), needs, run_findings(name, run))


@lru_cache(1)
def _code_of(data: bytes, file: str) -> CodeType:
    """Compile a module; a large one in another process, if a game runs."""
    # to compile the map of some thousand rooms takes a tenth of a second, to load it a hundredth
    dumped = (
        run_in_process(compile_module, data, file)
        if len(data) > _LARGE
        else compile_module(data, file)
    )
    code: CodeType = marshal.loads(dumped)
    return code


def file_digest(file: Path | None) -> str:
    """Return a digest of a file's contents; empty if it cannot be read."""
    try:
        return digest_bytes(file.read_bytes()) if file is not None and file.is_file() else ""
    except (OSError, ValueError):  # a ValueError is what a name with a NUL gives
        return ""


def is_current(digests: Digests) -> bool:
    """Whether all these files are as their digests say; False for an empty list."""
    return bool(digests) and all(file_digest(Path(path)) == digest for path, digest in digests)


def unchanged_maps(maps: Mapping[str, LoadedMap]) -> dict[str, LoadedMap]:
    """Return those maps whose files have not changed since; the files are read for this."""
    return {key: map_ for key, map_ in maps.items() if is_current(map_.digests)}


def digest_bytes(data: bytes) -> str:
    """Return the digest of a file with these contents."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _put(name: str, module: ModuleType) -> None:
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, module)


def _file(module: ModuleType) -> Path | None:
    """Return the source file of a module; None if it was not run from a file."""
    spec = getattr(module, "__spec__", None)
    file = getattr(module, "__file__", None)
    return Path(file) if spec is not None and file and file.endswith(".py") else None


def _root(module: ModuleType) -> Path:
    """Return the folder of a module's package, or its own folder."""
    file = _file(module)
    depth = module.__name__.count(".")
    return Path() if file is None else file.parents[max(0, depth - 1)]


def _needs(module: ModuleType, root: Path) -> Iterator[str]:
    file = _file(module)
    if file is None:
        return
    try:
        names = list(_imports(file.read_bytes(), module))
    except (OSError, SyntaxError, ValueError):
        return  # it has changed since it was run, and is run again anyway
    yield from (name for name in names if _is_followed(sys.modules.get(name), root))


def _imports(data: bytes, module: ModuleType) -> Iterator[str]:
    """Yield all names that a source may import; `from a import b` also gives `a.b`."""
    if b"import" not in data:  # so are most maps, which need not be parsed to learn it
        return
    for node in ast.walk(ast.parse(data)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = resolve_name("." * node.level + base, module.__package__ or "")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _is_followed(module: ModuleType | None, root: Path) -> bool:
    file = _file(module) if module is not None else None
    if module is None or file is None or hasattr(module, "__path__"):
        return False
    if not file.is_relative_to(root) or _INSTALLED & set(file.parts):
        return False
    # by `type`: what is lazy would wake up if it were asked for its class
    classes = (value for value in vars(module).values() if issubclass(type(value), type))
    return not any(issubclass(c, Model) and c.__module__ == module.__name__ for c in classes)


sources = Sources()
"""All map modules that this process has imported."""
