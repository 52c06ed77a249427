"""Progress of fits: the line on standard error, and whether it is wanted."""

from outperform.words.progress import LeagueProgress as LeagueProgress
from outperform.words.progress import Progress as Progress
from outperform.words.progress import wanted as wanted
