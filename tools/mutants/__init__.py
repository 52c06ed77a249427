"""Small changes to the code, each of which some test should notice: ``make mutants``."""
