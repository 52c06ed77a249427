"""Options about what to measure: sources, procedures, sizes of a study; for ``outperform lab``."""

from outperform.cli.options.option import Option, number_option, typed_option


def _repeated(flags: str, about: str) -> Option:
    return typed_option(flags, about, metavar="NAME", action="append")


STUDYING_OPTIONS = {
    "study": typed_option("file", "the study", metavar="FILE.toml"),
    "kept": typed_option("file", "a study, FILE.toml, or its results file, FILE.db", metavar="FILE"),
    "certified": typed_option(
        "test", "a test or procedure, or your own test, file.py:ClassName (that file is run)", metavar="TEST", nargs="?"
    ),
    "calibrated": typed_option("learner", "a short name, or a scikit-learn class with parameters", metavar="LEARNER"),
    "paper": typed_option("name", "the paper; see 'outperform list papers'", metavar="NAME", nargs="?"),
    "table": typed_option("--table", "only this table", metavar="N", apart=True),
    "figure": typed_option("--figure", "only this figure", metavar="N", apart=True),
    "section": typed_option(
        "--section", "only the numbers in the text of this section, such as 4.1", metavar="N", apart=True
    ),
    "pages": typed_option(
        "--all", "write a page per paper there; with NAME, of that paper only", metavar="FOLDER", apart=True
    ),
    "over": typed_option(
        "--over",
        "the parameter of the source that changes, and its values; both ends are included",
        required=True,
        metavar="NAME=FROM:TO:STEP",
    ),
    "source": typed_option(
        "--source",
        "where data sets come from, with parameters if needed: 'task-one(n=1000)'; see 'outperform list sources'",
        required=True,
        metavar="NAME",
    ),
    "sources": _repeated(
        "--source",
        "a source with two equivalent blocks of columns, such as symmetric; may be repeated (default: seven sources for"
        " classification, five for regression)",
    ),
    "procedures": _repeated(
        "--procedure",
        "see 'outperform list procedures'; or 'DESIGN + TEST', where TEST may be your own, file.py:NAME (that file is"
        " run); for a source of leagues or items a test alone; may be repeated",
    ),
    "tests": _repeated(
        "--test",
        "a test, beside or instead of procedures: by name, or your own, file.py:NAME, where NAME is a function"
        " p = f(differences, n_train, n_test); may be repeated",
    ),
    "design_of_tests": typed_option(
        "--design", "how to split for --test (default: kfold(repeats=10)); not for leagues or items", metavar="NAME"
    ),
    "certified_design": typed_option(
        "--design", "how to split for the test (default: as its procedure does)", metavar="NAME"
    ),
    "pair": _repeated("--learner --system", "given twice: two learners (default: those of the source)"),
    "sets": number_option("--datasets", "number of data sets to draw (default 1000)", int, metavar="N", default=1000),
    "sets_per_case": number_option(
        "--datasets",
        "data sets per case where learners are fitted (default 200); 10 times as many where none is, and 5 times as"
        " many sets of items",
        int,
        metavar="N",
        default=200,
    ),
    "sets_per_source": number_option(
        "--datasets", "data sets per source (default 1000)", int, metavar="N", default=1000
    ),
    "repetitions": number_option(
        "--repetitions",
        "repetitions per data set, each with new random splits; 2 or more measure replicability (default 1)",
        int,
        metavar="N",
        default=1,
    ),
    "lab_folds": number_option("--folds", "folds per repeat (default 10)", int, metavar="K", default=10),
    "levels": number_option("--level", "significance level; may be repeated ({levels})", metavar="P", action="append"),
}
