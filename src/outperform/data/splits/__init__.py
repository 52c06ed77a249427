"""Scores of the splits of one data set: from tables, arrays and the results of other tools."""
