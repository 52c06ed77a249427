"""Bouckaert & Frank (2004): how often a test says the same on another random partition."""
