"""The key functions of rules and geometry: pure, and safe on whatever a folder may hold."""

import importlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eikrepo
from eikrepo.model.category import category_names
from eikrepo.model.record import Record
from tests.model.strategies import JSON

TOP = Path(eikrepo.__file__).parent
MEMBERS = ("name", "mark", "number", "discipline", "levelId", "buildingId", "elevation", "order",
           "isStorey", "email", "ifc", "properties", "classifications", "start", "end", "through",
           "boundary", "path", "at", "on", "flights", "baseOffset", "offset", "typeId", "size")


def key_functions():
    """Yields every module-level key function of the two layers."""
    for package in ("geometry", "rules"):
        for path in sorted((TOP / package).glob("*.py")):
            module = importlib.import_module(f"eikrepo.{package}.{path.stem}")
            for name, found in vars(module).items():
                if name.startswith("by_") and found.__module__ == module.__name__:
                    yield pytest.param(found, id=f"{path.stem}.{name}")


@pytest.mark.parametrize("keys", list(key_functions()))
@given(st.sampled_from([*category_names(), "nothing"]),
       st.dictionaries(st.sampled_from(MEMBERS), st.one_of(JSON, st.floats())))
def test_keys_of_any_record_can_stand_in_an_index(keys, category, data):
    one = Record("one", category, {"id": "one", "category": category, **data})
    assert len(dict.fromkeys(keys(one))) == len(dict.fromkeys(keys(one)))
