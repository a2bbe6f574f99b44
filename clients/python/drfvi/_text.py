"""Findings as text, for print and consoles."""

import textwrap


def brief(name):
    """Return a name to look at: one line of at most 40 letters."""
    name = "".join(c if c.isprintable() or c == "\u200d" else repr(c)[1:-1] for c in name)
    return f"{name[:19]}…{name[-20:]}" if len(name) > 40 else name


def summary(estimator):
    """Return what a fitted estimator has found: the lines and the table of its HTML."""
    lead, notes = ([fill(line) for line in lines] for lines in (estimator._lead(), estimator._notes()))
    headers, rows = estimator._rows()
    return "\n".join([*lead, *(["", *table(headers, rows)] if rows else []), *([""] if notes else []), *notes])


def fill(line):
    """Return a line as a paragraph, in which a number keeps its %."""
    return textwrap.fill(line.replace(" %", "\u00a0%"), 80).replace("\u00a0", " ")


def table(headers, rows):
    """Return the lines of a table, of rows as those of HTML: names to the left, values to the right."""
    cells = [headers, *(["  " * depth + brief(name), *map(brief, texts)] for name, depth, _, _, _, texts in rows)]
    columns = []
    for k, column in enumerate(zip(*cells)):
        if k > 0 and any(text.endswith(")") for text in column[1:]):  # which stand to the right of the others
            column = [text if text.endswith(")") else f"{text} " for text in column]
        width = max(map(len, column))
        columns.append([text.ljust(width) if k == 0 or headers[k] == "moves" else text.rjust(width) for text in column])
    return ["  ".join(row).rstrip() for row in zip(*columns)]
