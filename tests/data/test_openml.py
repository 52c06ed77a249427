"""OpenML: what scikit-learn fetches becomes a Dataset, what it cannot fetch one line. The network is played here."""

import hashlib
import io
import json
import socket
from urllib.error import HTTPError, URLError

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import NoteKind
from outperform.data import load

ARFF = """@relation toy
@attribute size real
@attribute colour {red, blue}
@attribute class {a, b}
@data
1,red,a
2.5,blue,b
?,red,a
"""


def feature(index, name, kind, *, is_target=False):
    flags = {"is_target": str(is_target).lower(), "is_ignore": "false", "is_row_identifier": "false"}
    return {"index": str(index), "name": name, "data_type": kind, "number_of_missing_values": "0", **flags}


FEATURES = [
    feature(0, "size", "numeric"),
    feature(1, "colour", "nominal"),
    feature(2, "class", "nominal", is_target=True),
]


class Server:
    """Answers as www.openml.org does, for the set 61 that is called toy."""

    def __init__(self, arff=ARFF, **description):
        self.arff = arff
        self.description = {
            "id": "61",
            "name": "toy",
            "description": "A toy.",
            "version": "1",
            "status": "active",
            "format": "ARFF",
            "file_id": "61",
            "url": "https://www.openml.org/data/v1/download/61/toy.arff",
            "md5_checksum": hashlib.md5(arff.encode()).hexdigest(),
            **description,
        }
        self.features = FEATURES

    def __call__(self, request):
        url = request.full_url
        if "/list/data_name/toy/" in url:
            listed = [{"did": 61, "version": version, "status": "active"} for version in (1, 2)]
            return Answer({"data": {"dataset": listed}})
        if "/features/61" in url:
            return Answer({"data_features": {"feature": self.features}})
        if "/qualities/61" in url:
            return Answer({"data_qualities": {"quality": [{"name": "NumberOfInstances", "value": "3.0"}]}})
        if "/download/" in url:
            return Answer(self.arff)
        if url.endswith("/data/61"):
            return Answer({"data_set_description": self.description})
        raise HTTPError(url, 412, "no such set", {}, io.BytesIO())


class Answer(io.BytesIO):
    def __init__(self, content):
        super().__init__((content if isinstance(content, str) else json.dumps(content)).encode())

    def info(self):
        return {}


@pytest.fixture
def connect(tmp_path, monkeypatch):
    """Put a cache into an empty folder and a function in place of the network."""
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(tmp_path))
    return lambda answer: monkeypatch.setattr("sklearn.datasets._openml.urlopen", answer)


def raising(error):
    def answer(request):
        raise error if isinstance(error, Exception) else HTTPError(request.full_url, *error, {}, io.BytesIO())

    return answer


def test_by_id_and_then_from_the_cache(connect):
    connect(Server())
    first = load("openml:61")
    connect(raising(URLError("offline")))
    again = load("openml:61")
    assert (first.name, first.origin, first.notes) == ("toy", "openml:61", ())
    assert first.kinds == ("numeric", "nominal")
    np.testing.assert_array_equal(first.rows["size"], [1, 2.5, np.nan])
    assert first.target.tolist() == ["a", "b", "a"]
    assert again.fingerprint == first.fingerprint


def test_by_name_the_warnings_of_openml_become_notes(connect):
    connect(Server())
    dataset = load("openml:Toy")
    assert dataset.origin == "openml:61"
    (note,) = dataset.notes[:1]
    assert note.kind is NoteKind.OPENML
    assert note["message"].startswith("Multiple active versions of the dataset matching the name toy exist.")
    assert "\n" not in note["message"]


def test_another_target_and_columns_to_drop(connect):
    connect(Server())
    dataset = load("openml:61", target="colour", drop=["class"])
    assert dataset.target.tolist() == ["red", "blue", "red"]
    np.testing.assert_array_equal(dataset.rows, [[1], [2.5], [np.nan]])


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (URLError("Name or service not known"), "(Name or service not known)"),
        (URLError(socket.gaierror(-2, "Name or service not known")), "([Errno -2] Name or service not known)"),
        (TimeoutError("timed out"), "(timed out)"),
        (ConnectionResetError(104, "Connection reset by peer"), "([Errno 104] Connection reset by peer)"),
    ],
)
def test_offline_is_one_line_without_waiting(connect, monkeypatch, error, reason):
    connect(raising(error))
    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("it waited"))
    with refused("openml:61", "OpenML", reason, "cache"):
        load("openml:61")


@pytest.mark.parametrize(
    ("source", "fact"),
    [
        ("openml:", "openml:61"),
        ("openml:7", "Dataset with data_id 7 not found."),
        ("openml:no such/thing", "No active dataset no%20such%2fthing found."),
        ("openml:0", "The 'data_id' parameter of fetch_openml must be an int in the range [1, inf)"),
    ],
)
def test_unknown_sets(connect, source, fact):
    connect(Server())
    with refused(source, fact):
        load(source)


def test_a_server_in_trouble(connect):
    connect(raising((503, "Service Unavailable")))
    with refused("openml:61", "503 Service Unavailable"):
        load("openml:61")


def test_a_file_that_was_changed_on_the_way(connect):
    connect(Server(md5_checksum="0"))
    with refused("openml:61", "md5 checksum"):
        load("openml:61")


def test_a_sparse_set_is_refused(connect):
    sparse = ARFF[: ARFF.index("1,red")] + "{0 1}\n{0 2, 1 blue, 2 b}\n{}\n"
    connect(Server(sparse, format="Sparse_ARFF"))
    with refused("openml:61", "sparse"):
        load("openml:61")


def test_an_answer_that_lacks_something(connect):
    server = Server()
    del server.description["status"]
    connect(server)
    with refused("openml:61", "'status'"):
        load("openml:61")


def test_a_set_without_a_target_asks_for_one(connect):
    server = Server()
    server.features = [dict(feature, is_target="false") for feature in FEATURES]
    connect(server)
    with refused("target", "target=", "toy has size, colour, class"):
        load("openml:61")


def test_the_time_limit_for_connections_is_put_back(connect):
    limits = []

    def answer(_request):
        limits.append(socket.getdefaulttimeout())
        raise URLError("offline")

    connect(answer)
    before = socket.getdefaulttimeout()
    with refused("openml:61", "offline"):
        load("openml:61")
    assert set(limits) == {30.0}
    assert socket.getdefaulttimeout() == before
