"""Which format a league's table has: the columns say it."""

from outperform.core import InputError, LeagueTable
from outperform.data.leagues.amlb import amlb_records, is_amlb
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.join import league_of
from outperform.data.leagues.long import long_records, of_metric
from outperform.data.leagues.openml import is_openml, openml_records
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import roles_of
from outperform.data.leagues.sheet import LeagueSheet
from outperform.data.leagues.weka import is_weka, weka_records
from outperform.data.leagues.wide import ONE_DATASET, first_names, looks_turned, turned, wide_records

_TOOLS = ((is_weka, weka_records), (is_openml, openml_records), (is_amlb, amlb_records))


def table_of_sheet(sheet: LeagueSheet, asked: LeagueAsked) -> LeagueTable:
    """Make the table of a league from columns."""
    return league_of(records_of(sheet, asked), asked)


def records_of(sheet: LeagueSheet, asked: LeagueAsked) -> LeagueRecords:
    """Read columns by their format."""
    for knows, read in _TOOLS:
        if knows(list(sheet.columns)):
            return read(sheet, asked)
    return _results_table(sheet, asked)


def _results_table(sheet: LeagueSheet, asked: LeagueAsked) -> LeagueRecords:
    roles = roles_of(sheet.columns)
    if {"dataset", "learner"} <= roles.keys():
        return long_records(sheet, roles, asked)
    if "learner" in roles:
        if {"fold", "repeat", "score"} & roles.keys():
            raise InputError(sheet.origin, f"has a column {roles['learner']}, but no column dataset; {ONE_DATASET}")
        return _wide(turned(sheet, roles["learner"]), asked)
    if "dataset" not in roles and looks_turned(sheet):
        return _wide(turned(sheet, first_names(sheet)), asked)
    return _wide(sheet, asked)


def _wide(sheet: LeagueSheet, asked: LeagueAsked) -> LeagueRecords:
    roles = roles_of(sheet.columns)
    if "metric" not in roles:
        return wide_records(sheet, roles, asked)
    sheet, roles, metric = of_metric(sheet, roles, asked.metric)
    kept = sheet.without(roles["metric"]) if "metric" in roles else sheet
    named = LeagueAsked(metric or asked.metric, asked.higher_is_better, asked.missing, asked.learners)
    return wide_records(kept, roles, named)
