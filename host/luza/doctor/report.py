"""The paper at the end: who checked which table, what each step gave, what was changed, and the verdict."""

from html import escape

import msgspec

from luza.doctor.shown import DoctorView
from luza.locale import say
from luza.messages import Words


class Report(msgspec.Struct, frozen=True):
    """A walk's end and what stands around it. `at`: the moment, as it is to be printed."""

    view: DoctorView
    at: str
    uid: str
    firmware: str
    revision_before: int
    revision_after: int
    faulty: tuple[Words, ...] = ()

    def facts(self) -> list[tuple[Words, str]]:
        """The head of the paper."""
        return [
            (say("doctor.report.at"), self.at),
            (say("doctor.report.uid"), self.uid),
            (say("doctor.report.firmware"), self.firmware),
            (say("doctor.report.before"), str(self.revision_before)),
            (say("doctor.report.after"), str(self.revision_after)),
        ]


def lines(report: Report, lang: str) -> list[str]:
    """The report as text."""

    def _(words: Words) -> str:
        return words.ru if lang == "ru" else words.en

    view = report.view
    out = [_(view.title), ""]
    out += [f"{_(what)}: {value}" for what, value in report.facts()]
    out += ["", _(say("doctor.report.steps"))]
    for row in view.rows:
        mark = "+" if row.outcome == "fine" else "!"
        out.append(f"  {mark} {_(row.asked)}: {_(row.said)} ({row.felt}/{row.wanted})")
    if report.faulty:
        out += ["", f"{_(say('doctor.report.faulty'))}: " + ", ".join(map(_, report.faulty))]
    out += ["", _(say("doctor.report.changes"))]
    if not view.changes:
        out.append("  " + _(say("doctor.report.no_changes")))
    out += [f"  {one.place}: {one.before} -> {one.after} ({_(one.why)})" for one in view.changes]
    out += [f"  ! {_(one)}" for one in view.findings]
    return [*out, "", _(view.verdict)]


STYLE = (
    "<style>body{font:15px/1.4 sans-serif;max-width:48em;margin:2em auto;padding:0 1em;color:#111}"
    "table{border-collapse:collapse;width:100%;margin:.5em 0}td,th{border-bottom:1px solid #bbb;"
    "padding:.25em .5em;text-align:left;vertical-align:top}h1{font-size:1.5em}h2{font-size:1.1em}"
    ".verdict{font-weight:bold;border:2px solid #111;padding:.6em}</style>"
)


def html(report: Report, lang: str, style: str = STYLE) -> str:
    """The report as one page, to be printed or kept; with its own `style` it needs nothing from elsewhere."""

    def _(words: Words) -> str:
        return escape(words.ru if lang == "ru" else words.en)

    def cells(*values: str) -> str:
        return "<tr>" + "".join(f"<td>{value}</td>" for value in values) + "</tr>"

    view = report.view
    facts = "".join(f"<tr><th>{_(what)}</th><td>{escape(value)}</td></tr>" for what, value in report.facts())
    rows = "".join(
        cells("✓" if row.outcome == "fine" else "✗", _(row.asked), _(row.said), f"{row.felt}/{row.wanted}")
        for row in view.rows
    )
    changes = "".join(
        cells(escape(one.place), str(one.before), str(one.after), _(one.why)) for one in view.changes
    )
    changes = f"<table>{changes}</table>" if changes else f"<p>{_(say('doctor.report.no_changes'))}</p>"
    wrong = [
        *map(_, view.findings),
        *(f"{_(say('doctor.report.faulty'))}: {_(one)}" for one in report.faulty),
    ]
    findings = "".join(f"<li>{one}</li>" for one in wrong)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{_(view.title)}</title>'
        f"{style}"
        f"<h1>{_(view.title)}</h1><table>{facts}</table><h2>{_(say('doctor.report.steps'))}</h2>"
        f"<table>{rows}</table><h2>{_(say('doctor.report.changes'))}</h2>{changes}<ul>{findings}</ul>"
        f'<p class="verdict">{_(view.verdict)}</p><p>{_(say("doctor.report.signed"))}</p></html>\n'
    )
