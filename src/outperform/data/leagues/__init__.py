"""Tables of leagues: the scores of many learners on many data sets, from files, frames and dicts.

``wide`` and ``long`` read results tables, ``weka``, ``openml`` and ``amlb`` the result files of these tools; each
returns ``LeagueRecords``, and ``join`` makes the ``LeagueTable``. ``directions`` knows which direction of a metric is
better.
"""
