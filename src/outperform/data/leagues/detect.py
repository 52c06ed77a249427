"""Which format a league's table has: the columns say it."""

from dataclasses import replace

from outperform.core import InputError, LeagueTable
from outperform.data.formats.amlb import amlb_records, is_amlb
from outperform.data.formats.openml_evaluations import is_openml, openml_records
from outperform.data.formats.weka import weka_records
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.join import league_of
from outperform.data.leagues.long import long_records, of_metric
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import roles_of
from outperform.data.leagues.spreads import count_columns, has_spreads
from outperform.data.leagues.wide import first_names, looks_turned, turned, wide_records
from outperform.data.shape import TableKind, check_kind, splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.table_files import is_weka

_TOOLS = ((is_weka, weka_records), (is_openml, openml_records), (is_amlb, amlb_records))


def table_of_sheet(sheet: Sheet, asked: LeagueAsked) -> LeagueTable:
    """Make the table of a league from columns."""
    return league_of(records_of(sheet, asked), asked)


def records_of(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    """Read columns by their format."""
    for knows, read in _TOOLS:
        if knows(list(sheet.columns)):
            return read(sheet, asked)
    return _results_table(sheet, asked)


def _results_table(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    check_kind(sheet.columns, TableKind.LEAGUE, sheet.origin)
    counted = set(count_columns(sheet, [*sheet.columns]).values()) if has_spreads(sheet) else set()
    roles = {role: name for role, name in roles_of(sheet.columns).items() if name not in counted}
    if {"dataset", "learner"} <= roles.keys():
        return long_records(sheet, roles, asked)
    if "learner" in roles:
        if {"fold", "repeat", "score"} & roles.keys():
            raise InputError(
                sheet.origin, f"has a column {roles['learner']}, but no column dataset; {splits_elsewhere()}"
            )
        return _wide(turned(sheet, roles["learner"]), asked)
    if "dataset" not in roles and looks_turned(sheet):
        return _wide(turned(sheet, first_names(sheet)), asked)
    return _wide(sheet, asked)


def _wide(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    counted = set(count_columns(sheet, [*sheet.columns]).values()) if has_spreads(sheet) else set()
    roles = {role: name for role, name in roles_of(sheet.columns).items() if name not in counted}
    if "metric" not in roles:
        return wide_records(sheet, roles, asked)
    sheet, roles, metric = of_metric(sheet, roles, asked.metric)
    kept = sheet.without(roles["metric"]) if "metric" in roles else sheet
    named = replace(asked, metric=metric or asked.metric)
    return wide_records(kept, roles, named)
