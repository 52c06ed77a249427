"""Files and results of other tools: one file per format."""
