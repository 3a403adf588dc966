"""Files, read once for all tests of this folder."""

import pytest

from eikrepo import examples
from eikrepo.ifc.export import export
from eikrepo.ifc.importing import read_ifc

MODEL = "00000000-0000-4000-8000-000000000000"


def text_of(records):
    return "".join(export(list(records)).text)


@pytest.fixture(scope="session")
def house_text():
    return text_of(examples.build("one-storey-house"))


@pytest.fixture(scope="session")
def house_file(house_text, tmp_path_factory):
    path = tmp_path_factory.mktemp("ifc") / "house.ifc"
    path.write_text(house_text, encoding="ascii")
    return path


@pytest.fixture(scope="session")
def office_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("ifc") / "office.ifc"
    path.write_text(text_of(examples.build("two-storey-office")), encoding="ascii")
    return path


@pytest.fixture
def take_in(tmp_path):
    """Reads the text of a file as records and report."""
    def read(text, **said):
        path = tmp_path / "file.ifc"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("ascii"))
        return read_ifc(path, MODEL, **said)
    return read
