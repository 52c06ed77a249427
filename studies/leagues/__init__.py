"""Leagues: error rates and power of their tests, and whether both kinds of p_flip foretell another league."""
