"""The GitHub Action: ``python -m outperform.cli.action`` runs ``outperform evals`` as a gate.

Its inputs are variables. It writes the verdict in Markdown to the file GITHUB_STEP_SUMMARY, the outputs to
GITHUB_OUTPUT, the answer to the log, and why the gate is closed as annotations. It exits with 0 where the gate is open,
1 where it is closed, 2 for wrong input and 3 for an error of ours.
"""

import argparse
import io
import os
import secrets
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from outperform.cli.action_inputs import ActionInputs
from outperform.cli.main import main
from outperform.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outperform.comparison import Comparison
    from outperform.core import GateOutcome

WRONG, BROKEN = 2, 3  # exit codes: wrong input; an error of ours, which must not look like a closed gate
LARGEST = 1_000_000  # bytes of a summary; GitHub shows none above 1 MiB
ANNOTATIONS = 10  # GitHub shows no more of a step


@dataclass
class Gate:
    """One run of the action: what it found, to be told at the end."""

    inputs: ActionInputs
    environ: Mapping[str, str]
    outputs: dict[str, str] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    summary: str = ""

    def run(self) -> int:
        """Judge, write everything, and return the exit code."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = self._judge()
        printed = f"{out.getvalue()}{err.getvalue()}"
        if code >= WRONG:
            self._refused(err.getvalue())
        self._write("GITHUB_STEP_SUMMARY", _cut(self.summary))
        self._write("GITHUB_OUTPUT", "".join(_output(*each) for each in self.outputs.items()))
        _log(printed)
        for reason in self.reasons[:ANNOTATIONS]:
            title = "Release gate failed" if code == 1 else "outperform: nothing was judged"
            print(annotation(title, reason))
        return code

    def _judge(self) -> int:
        """Run the command line; what it prints is kept."""
        from outperform.core import InputError

        try:
            with chdir(self._folder()):
                return main(self.inputs.words(), self._gated)
        except SystemExit as stop:  # of argparse
            return stop.code if isinstance(stop.code, int) and stop.code else WRONG
        except InputError as error:
            print(f"outperform: {error}", file=sys.stderr)
            return WRONG
        except Exception:
            traceback.print_exc()
            return BROKEN

    def _folder(self) -> Path:
        from outperform.core import InputError

        folder = Path(self.inputs.working_directory or ".")
        if not folder.is_dir():
            raise InputError("working-directory", f"there is no folder {str(folder)!r}")
        return folder

    def _gated(self, arguments: argparse.Namespace) -> "GateOutcome | None":
        """Judge, keep the JSON, the summary and the outputs, and print the answer."""
        from outperform.cli import judging
        from outperform.report.gate import gate_summary
        from outperform.words.gate import reasons_of

        self._check_json(arguments.files)
        comparison = judging.judge_typed(arguments)
        outcome = comparison.gate
        assert outcome is not None, "the action always passes --require"
        path = self._json()
        path.write_text(comparison.to_json() + "\n", encoding="utf-8")
        self.reasons = reasons_of(outcome)
        self.outputs = _outputs(comparison, path, passed=outcome.met)
        self.summary = gate_summary(comparison, arguments.line)
        return judging.print_answer(comparison, arguments)

    def _check_json(self, files: "Sequence[str]") -> None:
        """Refuse a file of the JSON that cannot be written, or that is read."""
        from outperform.cli.verdicts import check_apart, check_writable

        if self.inputs.json:
            check_writable("json", Path(self.inputs.json))
            for file in files:
                check_apart(
                    "json", self.inputs.json, {"files": file if Path(file).exists() else file.partition("=")[2]}
                )

    def _json(self) -> Path:
        """Return the file of the JSON: the one asked for, or a new one in the folder of the job."""
        if self.inputs.json:
            return Path(self.inputs.json).resolve()
        handle, name = tempfile.mkstemp(".json", "outperform-evals-", self.environ.get("RUNNER_TEMP") or None)
        os.close(handle)
        return Path(name)

    def _refused(self, said: str) -> None:
        """Keep why nothing was judged."""
        from outperform.report.gate import refused_summary

        lines = [line for line in said.splitlines() if line.strip()]
        problem = lines[-1].removeprefix("outperform: ") if lines else "outperform ended without a word"
        self.reasons, self.summary = [problem], refused_summary(problem)
        self.outputs = {"passed": "false", "decision": "", "p": "", "json": ""}

    def _write(self, variable: str, text: str) -> None:
        """Append to a file that GitHub names; without one, or where it cannot be written, the gate stays what it is."""
        path = self.environ.get(variable)
        if not path:
            return
        try:
            with Path(path).open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            print(annotation(f"{variable} cannot be written", str(error), kind="warning"))


def annotation(title: str, message: str, kind: str = "error") -> str:
    """Return a command of GitHub's log that shows a message beside the job; no letter of it is read as a command.

    Examples
    --------
    >>> annotation("a: b", "50% of c")
    '::error title=a%3A b::50%25 of c'
    """
    return f"::{kind} title={_escaped(title, ':,')}::{_escaped(visible(message))}"


def _escaped(text: str, more: str = "") -> str:
    for letter in f"%\r\n{more}":
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def _log(text: str) -> None:
    """Print what the command printed; names from files in it cannot be commands of GitHub's log."""
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}\n{text.rstrip()}\n::{token}::", flush=True)


def _outputs(comparison: "Comparison", path: Path, *, passed: bool) -> dict[str, str]:
    """Return what later steps may read; of several pairs, in their order and with commas between."""
    pvalues = ["" if each.pvalue_adjusted is None else repr(float(each.pvalue_adjusted)) for each in comparison]
    return {
        "passed": str(passed).lower(),
        "decision": ",".join(each.decision.value for each in comparison),
        "p": ",".join(pvalues),
        "json": str(path),
    }


def _output(name: str, value: str) -> str:
    """Write an output so that no value can begin another one."""
    end = f"end_{secrets.token_hex(16)}"
    return f"{name}<<{end}\n{value}\n{end}\n"


def _cut(text: str) -> str:
    """Return as many whole lines as GitHub shows."""
    whole = text.encode()
    if len(whole) <= LARGEST:
        return text
    kept = whole[:LARGEST].decode(errors="ignore").rpartition("\n")[0]
    return f"{kept}\n\nThe rest is too long for a summary: see the log and the JSON.\n"


if __name__ == "__main__":
    sys.exit(Gate(ActionInputs.of(os.environ), os.environ).run())
