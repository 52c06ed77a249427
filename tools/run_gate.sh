#!/usr/bin/env bash
# Run the gate. Isolated (-I): no file of the folder one is in, and no variable of Python, can take the place of a module.
set -euo pipefail
bin="${RUNNER_TEMP:?}/outperform-gate/bin"
[ -d "$bin" ] || bin="$RUNNER_TEMP/outperform-gate/Scripts" # Windows
exec "$bin/python" -I -X utf8 -m outperform.cli.action
