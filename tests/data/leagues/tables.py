"""Small tables of results for tests, and how they are read."""

from outperform.data import read_league

WIDE = "dataset,nb,tree\niris,0.95,0.93\nwine,0.97,0.9\nglass,0.5,0.7\n"


def written(folder, text, name="table.csv"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(folder, text, name="table.csv", **options):
    return read_league(written(folder, text, name), **options)


def kinds(table):
    return {note.kind for note in table.notes}


def note_of(table, kind):
    (found,) = [note for note in table.notes if note.kind is kind]
    return found


def cells(table):
    """Mean scores by data set, as they are judged: higher is better."""
    pairs = zip(table.datasets, table.scores, strict=True)
    return {
        name: scores.values.reshape(len(table.learners), -1).mean(axis=1).round(9).tolist() for name, scores in pairs
    }
