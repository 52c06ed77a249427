"""Margins: how often a system that is worse by the margin passes as not worse, where losses are rare and large."""
