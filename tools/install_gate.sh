#!/usr/bin/env bash
# Install outperform from the folder of the action into an environment of its own, so that the job's packages stay as
# they are. A second gate of the same job uses the same environment. Isolated (-I), as in run_gate.sh: a file venv.py or
# json.py of the folder one is in, which is that of the job, is not run.
set -euo pipefail
gate="${RUNNER_TEMP:?}/outperform-gate"
made="$GITHUB_ACTION_PATH[${GATE_EXTRAS:-}]"
if [ -f "$gate/made-of" ] && [ "$(cat "$gate/made-of")" = "$made" ]; then
  exit 0
fi
"${GATE_PYTHON:-python3}" -I -m venv --clear "$gate"
bin="$gate/bin"
[ -d "$bin" ] || bin="$gate/Scripts" # Windows
PIP_DISABLE_PIP_VERSION_CHECK=1 "$bin/python" -I -m pip install --quiet "$made"
printf '%s' "$made" >"$gate/made-of"
