"""Tables: a package is a table, each of its public modules one row bound to one constant."""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any


@cache
def names(package: str) -> tuple[str, ...]:
    """Returns the row names of a table, sorted, without importing any row."""
    folder = Path(str(sys.modules[package].__file__ if package in sys.modules
                      else import_module(package).__file__)).parent
    found = (path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
    return tuple(sorted(stem.replace("_", "-") for stem in found))


@cache
def row(package: str, name: str, constant: str) -> Any:
    """Returns one row of a table, importing that one module; None where there is none."""
    if name not in names(package):
        return None
    return getattr(import_module(f"{package}.{name.replace('-', '_')}"), constant)


@cache
def rows(package: str, constant: str) -> MappingProxyType[str, Any]:
    """Returns the whole table by row name, sorted."""
    return MappingProxyType({name: row(package, name, constant) for name in names(package)})
