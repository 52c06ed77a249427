"""Studies that stand behind what the package claims of itself."""
