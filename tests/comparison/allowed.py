"""A learner that is imported by its name."""

from sklearn.dummy import DummyClassifier


class Constant(DummyClassifier):
    """Always one class."""
