"""Evaluations of fixed systems on items: tables and the logs of evaluation tools."""
