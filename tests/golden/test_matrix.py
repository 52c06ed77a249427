"""Every table of the corpus with every verb: it is answered, or refused with the command that answers."""

import pytest
from tests.golden.corpus import VERBS, command, source_of, tables, write_corpus
from tests.golden.test_answers import answered

EITHER = {  # tables that may be two things: the verb that is typed decides
    "splits_scores_only.csv": ("evals",),  # rows may be splits or items
    "league_error.csv": ("evals",),  # a problem may be a data set or an item
    "league_first_column.csv": ("evals",),
}
OTHERS = {"scores": "", "predictions": "--truth other", "evals": "", "league": "--metric accuracy"}
REFUSED = {  # by their own verb too: cells are missing, or the other system is in another file
    "splits_gap.csv": "row 18 is 'NA'",
    "predictions_gap.csv": "row 5 is missing",
    "predictions_new.csv": "learner",
    "predictions_old.csv": "learner",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("matrix")
    write_corpus(made)
    return made


def cells():
    for name, home in tables().items():
        for verb in VERBS.values():
            if verb != home and verb not in EITHER.get(source_of(name), ()):
                yield pytest.param(name, home, verb, id=f"{verb}-{name}")


@pytest.mark.parametrize(("name", "home", "verb"), list(cells()))
def test_another_verb_names_the_one_that_answers(name, home, verb, folder, monkeypatch):
    monkeypatch.chdir(folder)
    code, out, err = answered(command(verb, name, OTHERS[verb]))
    assert (code, out) == (2, ""), out
    assert " ".join(["outperform", *command(home, name, "")]) in err, err


@pytest.mark.parametrize("name", tables())
def test_the_verb_of_a_table_answers(name, folder, monkeypatch):
    monkeypatch.chdir(folder)
    code, out, err = answered(command(tables()[name], name))
    if name in REFUSED:
        assert (code, out) == (2, "")
        assert REFUSED[name] in err
    else:
        assert (code, bool(out)) == (0, True), err
