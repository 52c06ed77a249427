"""What the tests of all verbs share."""

import shutil
from pathlib import Path

import pytest

from outperform.cli.main import main


@pytest.fixture
def run(capsys):
    """Run a command as a user would; return exit code, standard output, standard error."""

    def call(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def refusal(run):
    """Run a command that must be refused: exit code 2, nothing on standard output, one line on standard error."""

    def call(*arguments):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("outperform: ")
        assert err.count("\n") == 1, f"an error is one line: {err}"
        return err

    return call


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """Work in a folder that has the files of the examples in the help."""
    folder = Path(__file__).parents[2] / "examples"
    for name in ("scores.csv", "predictions.csv", "probabilities.csv", "evals.csv", "results.csv", "league_splits.csv"):
        shutil.copy(folder / name, tmp_path / name)
    log = Path(__file__).parents[1] / "data" / "evals" / "files" / "inspect" / "mmlu-summary-choices.eval"
    for name in ("run1.eval", "run2.eval"):
        shutil.copy(log, tmp_path / name)
    rows = [f"{number % 7},{'ab'[number % 3 == 0]},{'no' if number % 7 > 3 else 'yes'}" for number in range(90)]
    (tmp_path / "credit.csv").write_text("\n".join(["income,kind,class", *rows]))
    sold = [f"2024-{1 + day // 28:02d}-{1 + day % 28:02d},{day % 5},{day % 7 + 0.5}" for day in range(84)]
    (tmp_path / "sales.csv").write_text("\n".join(["date,size,price", *sold]))
    for name, every in (("a", 5), ("b", 3)):  # predictions of one system each
        said = [f"{row},{'yn'[row % 2]},{'yn'[row % 2 ^ (row % every == 0)]}" for row in range(60)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,label,prediction", *said]))
    models = "from sklearn.ensemble import HistGradientBoostingClassifier\nfrom sklearn.pipeline import make_pipeline\n"
    models += "from sklearn.preprocessing import OrdinalEncoder\n\ndef make_model():\n"
    models += "    return make_pipeline(OrdinalEncoder(), HistGradientBoostingClassifier(max_iter=5))\n"
    (tmp_path / "models.py").write_text(models)
    (tmp_path / "mine.py").write_text("def f(differences, n_train, n_test):\n    return 0.5\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path
