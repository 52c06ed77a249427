"""Run the command line as ``python -m outperform``."""

import sys

from outperform.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
