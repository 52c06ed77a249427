"""What the tests of all verbs share."""

import pytest

from outperform.cli.main import main


@pytest.fixture
def run(capsys):
    """Run a command as a user would; give exit code, standard output, standard error."""

    def call(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        return code, out, err

    return call
