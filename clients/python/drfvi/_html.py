"""Findings as HTML for notebooks: the table of the program's page, with its figure as dots
and intervals in the rows."""

from html import escape

import numpy as np

_STYLE = "text-align:{};padding:2px 8px;white-space:nowrap"
_INK, _GREY = "#882255", "#888888"


def page(estimator):
    """Return the HTML of a fitted estimator."""
    lead, notes = ("".join(f"<p>{escape(line)}</p>" for line in lines) for lines in (estimator._lead(), estimator._notes()))
    headers, rows = estimator._rows()
    return f"<div>{lead}{table(headers, rows) if rows else ''}{notes}</div>"


def table(headers, rows):
    """Return a table. A row has a name, its depth, a value with an interval or None, whether it
    is found, and the texts of the other columns."""
    drawn = [x for r in rows if r[2] is not None for x in (r[2], *(r[3] if r[3] is not None else ())) if np.isfinite(x)]
    low, high = min([0, *drawn]), max([1e-9, *drawn])

    def at(x):
        return f"{4 + 112 * (min(max(x, low), high) - low) / (high - low):.1f}"

    def dot(value, interval, found):
        if value is None:
            return ""
        line = ""
        if interval is not None:
            line = f'<line x1="{at(interval[0])}" x2="{at(interval[1])}" y1="8" y2="8" stroke="{_INK}"/>'
        return (
            f'<svg width="120" height="16" role="img" aria-label="{value:.3f}"><line x1="{at(0)}" x2="{at(0)}" y1="0" y2="16" stroke="{_GREY}"/>'
            f'{line}<circle cx="{at(value)}" cy="8" r="3" stroke="{_INK}" fill="{_INK if found else "white"}"/></svg>'
        )

    def cell(text, tag="td", side="right"):
        return f'<{tag} style="{_STYLE.format(side)}">{text}</{tag}>'

    name, *others = headers
    head = cell(escape(name), "th", "left") + cell("", "th") + "".join(cell(escape(h), "th") for h in others)
    body = "".join(
        "<tr>" + cell("&ensp;" * (2 * depth) + escape(n), "th", "left") + cell(dot(value, interval, found)) + "".join(cell(escape(t)) for t in texts) + "</tr>"
        for n, depth, value, interval, found, texts in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def percent(share):
    """Write a share as the program does."""
    size = abs(100 * share)
    text = f"{100 * share:.{0 if size >= 9.95 else 1 if size >= 0.995 else 2}f}"
    return f"{text if float(text) else 0} %"


def p_text(p):
    """Write a p-value as the program's tables do."""
    return "" if np.isnan(p) else "< 0.0001" if p < 1e-4 else f"{p:.{4 if p < 0.01 else 3}f}" if p < 0.9995 else "1"


def span(interval, established=True):
    """Write an interval: in parentheses and from "up to" where nothing is established."""
    low, high = interval
    text = f"{low:.3f} to {high:.3f}" if established and low >= 0.0005 else f"up to {high:.3f}"
    if established and low >= 0.0005 and f"{low:.3f}" == f"{high:.3f}":
        text = "above 0.999" if 0.9995 < low and high <= 1 else f"about {high:.3f}"
    return text if established else f"({text})"


def nothing(found):
    """Return whether the inputs may explain nothing at all."""
    interval = found.get("explained_share_interval")
    return not found.get("established", interval is None or interval[0] > 0)


def divided(found):
    """Return whether there are shares to read: something is explained, and enough for the test of all
    inputs together."""
    return not nothing(found) and not found.get("undivided")


def bases(found):
    """Say what the shares of a table are shares of."""
    if nothing(found) or found.get("undivided"):
        return "alone: the input's own share of all variation."
    return f"importance: of the {percent(found['explained_share'])}; alone: of all variation."


def explained(found):
    """Say what the inputs explain, as the program does."""
    share, interval, p = (found.get(k) for k in ("explained_share", "explained_share_interval", "explained_p"))
    if share is None:
        return []
    of = f"{'joint ' if len(found['targets']) > 1 else ''}distribution"
    text = f"the inputs explain {percent(share)} of the variation of the {of}" if share > 0 else f"forests predict the {of} no better with the inputs than without"
    if interval:
        low, high = (percent(end) for end in interval)
        if nothing(found) or share <= 0:
            low = "up"
        elif found.get("undivided") or interval[0] <= 0 or low == "0 %":
            low = "above 0, up"
        ends = f"about {high}" if low == high else f"{low.removesuffix(' %')} to {high}"
        text += f" ({100 * found['level']:g} %: {ends})"
    p = [] if p is None else [f"p {'= ' if p >= 1e-4 else ''}{p_text(p)}"]
    if nothing(found) and not p:
        return [f"T{text[1:]}, which may be chance: nothing was tested." if share > 0 else f"F{text[1:]}: nothing was tested. With nothing explained, there are no shares to report."]
    if nothing(found):
        parts = [f"No significant effect: {text}", *["which may be chance"] * (share > 0), *p]
        return [f"{', '.join(parts)}. With nothing explained, there are no shares to report."]
    if found.get("undivided"):
        return [f"An effect is found{''.join(f' ({v})' for v in p)}, but how much is explained is too uncertain to divide it among the inputs: {text}."]
    return [f"{', '.join(['T' + text[1:], *p])}."]
