"""Where each sensor goes on a 12-foot table: the dimensions, and the dimensioned drawing.

Table: bed of 3550 x 1775 mm, balls of 68 mm, corner pockets of 72 to 73 mm, middle pockets of 82 to 83 mm.
"""

from hardware.design import beams
from hardware.design.paper import INK, LIGHT, SOFT, WOOD, Paper
from hardware.design.words import Language, word

BED_MM = (3550.0, 1775.0)
BALL_MM = 68.0
CORNER_MM, MIDDLE_MM = (72.0, 73.0), (82.0, 83.0)
BEAM_BELOW_MM = beams.BEAM_BELOW_BED_M * 1e3
NET_BELOW_MM = BEAM_BELOW_MM + BALL_MM / 2 + 40.0
"""The top of the highest ball in a full net: clear of the beam with a ball's bounce to spare."""
THROAT_MM = beams.PATH_POCKET_M * 1e3
LINE_APART_MM, LINE_HEIGHT_MM = 20.0, BALL_MM / 2
RAIL_PART = 0.5
"""A disc sits in the middle of its rail."""


def line_clear_mm() -> float:
    """What is left at each side between a centre-line tube and the edge of the narrowest middle mouth."""
    tube_outside = beams.TUBE_BORE_MM + 2.0
    return MIDDLE_MM[0] / 2 - LINE_APART_MM / 2 - tube_outside / 2


def drawing(language: Language) -> str:
    """Plan, pocket and centre line on one sheet."""
    paper = Paper(0.01, 17)
    _plan(paper, language)
    _pocket(paper, language, (320.0, -1350.0), 5.0)
    _line(paper, language, (2950.0, -1450.0), 8.0)
    return paper.save()


def _plan(paper: Paper, language: Language) -> None:
    long, wide = BED_MM
    paper.text((long / 2, wide + 620), word("plan_title", language), "center", size=22)
    paper.box((-130, -130), (long + 130, wide + 130), WOOD, "#efe4cf")
    paper.box((0, 0), (long, wide), INK, "#dcebdc")
    for x in (0.0, long / 2, long):
        for y in (0.0, wide):
            middle = x == long / 2
            paper.circle((x, y), 60, INK, "#333333")
            if middle:
                paper.line((x - 75, y), (x + 75, y), color=LIGHT, width=2.5)
            else:
                lean = 55 if (x == 0) == (y == 0) else -55
                paper.line((x - 55, y + lean), (x + 55, y - lean), color=LIGHT, width=2.5)
    for side in (-1, 1):
        x = long / 2 + side * LINE_APART_MM / 2
        paper.line((x, 60), (x, wide - 60), color=LIGHT, width=0.8, dashes="--")
    for at in (
        (0, wide / 2),
        (long, wide / 2),
        (long / 4, 0),
        (3 * long / 4, 0),
        (long / 4, wide),
        (3 * long / 4, wide),
    ):
        x = at[0] + (-65 if at[0] == 0 else 65 if at[0] == long else 0)
        y = at[1] + (-65 if at[1] == 0 else 65 if at[1] == wide else 0)
        paper.circle((x, y), 32, WOOD, "#f1c40f")
    paper.circle((long / 2 + 250, wide / 2 - 250), 32, WOOD, "#f1c40f")
    paper.text((long / 2 + 310, wide / 2 - 250), word("slate_disc", language), size=16)
    paper.box((long / 2 - 680, wide / 2 - 60), (long / 2 - 440, wide / 2 + 60), SOFT, "#ffffff")
    paper.text((long / 2 - 560, wide / 2 + 130), word("box", language), "center", SOFT, 16)
    paper.text((long / 8, wide / 2), word("house", language), "center", SOFT)
    paper.text((7 * long / 8, wide / 2), word("pyramid", language), "center", SOFT)
    paper.dimension((0, wide), (long, wide), f"{long:g}", 420, 70)
    paper.dimension((0, wide), (long / 4, wide), f"{long / 4:g}", 230, 70)
    paper.dimension((long / 2, wide), (3 * long / 4, wide), f"{long / 4:g}", 230, 70)
    paper.dimension((long, 0), (long, wide), f"{wide:g}", 420, 50)
    paper.dimension((0, 0), (0, wide / 2), f"{wide / 2:g}", -300, -50)
    paper.circle((60, -330), 32, WOOD, "#f1c40f")
    paper.text((130, -330), word("disc", language), size=16)
    paper.line((1750, -330), (1870, -330), color=LIGHT, width=2.5)
    paper.text((1920, -330), word("beam_mark", language), size=16)


def _pocket(paper: Paper, language: Language, at: tuple[float, float], zoom: float) -> None:
    def p(x: float, y: float) -> tuple[float, float]:
        return (at[0] + x * zoom, at[1] + y * zoom)

    half = THROAT_MM / 2
    paper.text(p(60, 85), word("pocket_title", language), "center", size=22)
    paper.box(p(-105, -45), p(0, 0), SOFT, "#d5d8dc")
    paper.text(p(-102, -12), word("bed", language), size=16)
    paper.circle(p(-20, BALL_MM / 2), BALL_MM / 2 * zoom, SOFT, None, "--")
    paper.line(p(0, -45), p(0, -215), color=SOFT)
    paper.line(p(THROAT_MM, 0), p(THROAT_MM, -215), color=SOFT)
    paper.text(p(half, 30), word("mouth", language).format(corner="72–73", middle="82–83"), "left", SOFT, 16)
    paper.circle(p(half, -BEAM_BELOW_MM), BALL_MM / 2 * zoom, SOFT, "#fbfbfb")
    paper.text(p(half, -BEAM_BELOW_MM + 18), word("ball", language), "center", SOFT, 15)
    paper.line(p(0, -BEAM_BELOW_MM), p(THROAT_MM, -BEAM_BELOW_MM), color=LIGHT, width=2.0, dashes="--")
    paper.text(p(THROAT_MM + 12, -BEAM_BELOW_MM - 14), word("beam_axis", language), color=LIGHT, size=16)
    paper.box(p(THROAT_MM, -BEAM_BELOW_MM - 6), p(THROAT_MM + 8, -BEAM_BELOW_MM + 6), INK, "#f1c40f")
    paper.text(p(THROAT_MM + 12, -BEAM_BELOW_MM + 2), word("colour", language), size=16)
    paper.circle(p(half, -NET_BELOW_MM - BALL_MM / 2), BALL_MM / 2 * zoom, SOFT, None, "--")
    paper.dimension(p(0, 0), p(0, -BEAM_BELOW_MM), f"{BEAM_BELOW_MM:g}", -120 * zoom, -40)
    paper.dimension(p(THROAT_MM, 0), p(THROAT_MM, -NET_BELOW_MM), f"{NET_BELOW_MM:g}", 195 * zoom, 30)
    paper.text(p(THROAT_MM + 12, -NET_BELOW_MM - 12), word("net", language), size=16)
    paper.dimension(p(0, -215), p(THROAT_MM, -215), f"{THROAT_MM:g}", -12 * zoom, -55)


def _line(paper: Paper, language: Language, at: tuple[float, float], zoom: float) -> None:
    def p(x: float, y: float) -> tuple[float, float]:
        return (at[0] + x * zoom, at[1] + y * zoom)

    mouth = MIDDLE_MM[0] / 2
    paper.text(p(0, 68), word("line_title", language), "center", size=22)
    paper.line(p(-100, -35), p(100, -35), color=INK)
    for side in (-1, 1):
        paper.box(p(side * mouth, -35), p(side * (mouth + 45), 15), WOOD, "#efe4cf")
        paper.circle(
            p(side * LINE_APART_MM / 2, LINE_HEIGHT_MM - 35),
            (beams.TUBE_BORE_MM / 2 + 1) * zoom,
            INK,
            "#ffffff",
        )
        paper.circle(
            p(side * LINE_APART_MM / 2, LINE_HEIGHT_MM - 35), beams.TUBE_BORE_MM / 2 * zoom, INK, "#333333"
        )
    paper.circle(p(0, BALL_MM / 2 - 35), BALL_MM / 2 * zoom, SOFT, None, "--")
    paper.line(p(0, -45), p(0, 42), color=SOFT, dashes="-.", width=0.8)
    paper.text(p(0, 48), word("line_axis", language), "center", SOFT, 16)
    paper.text(p(-6, LINE_HEIGHT_MM - 35 + 13), word("receiver", language), "right", LIGHT, 16)
    paper.text(p(6, LINE_HEIGHT_MM - 35 + 13), word("emitter", language), "left", LIGHT, 16)
    paper.dimension(p(-10, -35), p(10, -35), f"{LINE_APART_MM:g}", -14 * zoom, -55)
    paper.dimension(p(-mouth, -35), p(mouth, -35), "82–83", -32 * zoom, -55)
    paper.dimension(p(90, -35), p(90, LINE_HEIGHT_MM - 35), f"{LINE_HEIGHT_MM:g}", 18 * zoom, 30)
    said = word("tube", language).format(bore=f"{beams.TUBE_BORE_MM:g}", long=f"{beams.TUBE_LONG_MM:g}")
    paper.text(p(0, -88), said, "center", SOFT, 16)
    paper.text(p(0, -102), word("antiparallel", language), "center", SOFT, 16)
