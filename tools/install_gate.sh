#!/usr/bin/env bash
# Install outperform from the folder of the action into an environment of its own, so that the job's packages stay as
# they are. A second gate of the same job uses the same environment.
set -euo pipefail
gate="${RUNNER_TEMP:?}/outperform-gate"
made="$GITHUB_ACTION_PATH[${GATE_EXTRAS:-}]"
if [ -f "$gate/made-of" ] && [ "$(cat "$gate/made-of")" = "$made" ]; then
  exit 0
fi
"${GATE_PYTHON:-python3}" -m venv --clear "$gate"
bin="$gate/bin"
[ -d "$bin" ] || bin="$gate/Scripts" # Windows
PIP_DISABLE_PIP_VERSION_CHECK=1 "$bin/python" -m pip install --quiet "$made"
printf '%s' "$made" >"$gate/made-of"
