"""The cases: what is felt at each sort of sensor, and what it is (case.py says how they are written)."""

from luza_link import messages as m

from tests.firmware.case import (
    CUE,
    DOUBT,
    GREY,
    HOUSE,
    OBJECT,
    POCKET,
    PYRAMID,
    RAIL,
    SLATE,
    WHITE,
    YELLOW,
    Case,
    over_line,
    train,
)

POCKET_CASES = (
    *(
        Case(f"a ball of {length} ms", ((POCKET + 4, 500, length),), ((500 + length, m.POCKET, 4, 0),))
        for length in (9, 15, 17, 60, 230, 299)
    ),
    Case("a crumb", ((POCKET, 500, 7),), ()),
    Case(
        "longer than any ball by a little, in a shot: perhaps one",
        ((POCKET, 500, 350),),
        ((850, m.POCKET, 0, DOUBT),),
    ),
    Case("a hand during the shot", ((POCKET, 500, 400),), ()),
    Case(
        "chatter at both ends is one ball",
        ((POCKET, 500, 1), (POCKET, 501.5, 40), (POCKET, 542, 1)),
        ((543, m.POCKET, 0, 0),),
    ),
    *(
        Case(
            f"hit again after {after} ms it is one ball",
            ((POCKET + 1, 500, 30), (POCKET + 1, 500 + after, 25)),
            ((530, m.POCKET, 1, 0),),
        )
        for after in (40, 120, 300)
    ),
    Case(
        "two balls 400 ms apart",
        ((POCKET + 1, 500, 30), (POCKET + 1, 900, 60)),
        ((530, m.POCKET, 1, 0), (960, m.POCKET, 1, 0)),
    ),
    Case(
        "two balls at once in two pockets",
        ((POCKET + 1, 500, 30), (POCKET + 5, 505, 20)),
        ((525, m.POCKET, 5, 0), (530, m.POCKET, 1, 0)),
    ),
    Case("a rattle that comes back", train(POCKET + 2, 500, 30, 5, 8), ()),
    Case(
        "a rattle that falls at last",
        (*train(POCKET + 2, 500, 30, 5, 8), (POCKET + 2, 760, 70)),
        ((830, m.POCKET, 2, 0),),
    ),
    Case(
        "a lamp that flickers at 100 Hz",
        train(POCKET + 3, 500, 10, 5, 200),
        ((745, m.HEALTH, 3, m.HEALTH_NOISY), (4495, m.HEALTH, 3, m.HEALTH_OK)),
    ),
    Case(
        "a ball under a lamp that flickers is doubtful",
        (*train(POCKET + 3, 500, 10, 5, 50), (POCKET + 3, 1000, 40)),
        ((745, m.HEALTH, 3, m.HEALTH_NOISY), (1040, m.POCKET, 3, DOUBT), (2995, m.HEALTH, 3, m.HEALTH_OK)),
    ),
    Case(
        "something lies in the beam, and is taken away",
        ((POCKET + 5, 500, 4000), (POCKET + 5, 5000, 30)),
        ((2500, m.HEALTH, 5, m.HEALTH_BLOCKED), (4500, m.HEALTH, 5, m.HEALTH_OK), (5030, m.POCKET, 5, 0)),
    ),
    Case(
        "a ball lies in the beam at the start, is taken out, and the next one counts",
        ((POCKET + 2, 4000, 50),),
        ((2000, m.HEALTH, 2, m.HEALTH_BLOCKED), (3000, m.HEALTH, 2, m.HEALTH_OK), (4050, m.POCKET, 2, 0)),
        levels=1 << 2,
    ),
    Case(
        "a hand takes balls out between shots",
        ((POCKET, 500, 90), (POCKET, 1100, 150), (POCKET, 1500, 80), (POCKET, 2200, 700), (POCKET, 3100, 60)),
        (),
        still=True,
    ),
    Case(
        "a ball falls by itself between shots",
        ((POCKET + 1, 500, 100),),
        ((600, m.POCKET, 1, 0),),
        still=True,
    ),
    Case(
        "white and yellow balls",
        ((POCKET, 500, 40), (POCKET + 1, 700, 17)),
        ((540, m.POCKET, 0, OBJECT), (717, m.POCKET, 1, CUE)),
        balls=((0, 500, 40, WHITE), (1, 700, 17, YELLOW)),
    ),
    Case(
        "a kind that cannot be told",
        ((POCKET, 500, 40), (POCKET + 1, 700, 40)),
        ((540, m.POCKET, 0, 0), (740, m.POCKET, 1, 0)),
        balls=((0, 500, 40, GREY), (1, 700, 9, WHITE), (1, 711, 14, YELLOW), (1, 727, 9, WHITE)),
    ),
    Case(
        "two balls close together, of both kinds, break the beam once: one, and perhaps another",
        ((POCKET + 1, 700, 40),),
        ((740, m.POCKET, 1, 0), (740, m.POCKET, 1, DOUBT)),
        balls=((1, 700, 19, WHITE), (1, 721, 19, YELLOW)),
    ),
    Case(
        "a ball of the other kind right behind the first is no ball thrown back",
        ((POCKET + 1, 700, 40), (POCKET + 1, 850, 30)),
        ((740, m.POCKET, 1, OBJECT), (880, m.POCKET, 1, CUE)),
        balls=((1, 700, 40, WHITE), (1, 850, 30, YELLOW)),
    ),
    Case(
        "no ball's colour between shots is doubtful",
        ((POCKET, 500, 40),),
        ((540, m.POCKET, 0, DOUBT),),
        balls=((0, 500, 40, GREY),),
        still=True,
    ),
)

CUSHION_CASES = (
    Case(
        "a knock and its echoes",
        ((RAIL + 2, 500, 12), (RAIL + 0, 502.5, 8), (RAIL + 3, 504, 7), (RAIL + 1, 506, 3)),
        ((500, m.CUSHION, 2, 0),),
    ),
    Case(
        "an echo of a weak knock comes when that has ended",
        ((RAIL + 2, 500, 4), (RAIL + 0, 505, 0.4)),
        ((500, m.CUSHION, 2, 0),),
    ),
    Case(
        "two true contacts 15 ms apart",
        ((RAIL + 2, 500, 11), (RAIL + 5, 515, 8), (RAIL + 0, 503, 6)),
        ((500, m.CUSHION, 2, 0), (515, m.CUSHION, 5, 0)),
    ),
    Case(
        "a corner: both rails, the second a little weaker",
        ((RAIL + 0, 500, 14), (RAIL + 2, 505, 13)),
        ((500, m.CUSHION, 0, 0), (505, m.CUSHION, 2, 0)),
    ),
    Case(
        "a weak contact, then a strong one elsewhere",
        ((RAIL + 0, 500, 3), (RAIL + 5, 504, 12)),
        ((500, m.CUSHION, 0, 0), (504, m.CUSHION, 5, 0)),
    ),
    Case(
        "two rails at the same moment",
        ((RAIL + 0, 500, 9), (RAIL + 5, 500.2, 8.5)),
        ((500, m.CUSHION, 0, 0), (500.2, m.CUSHION, 5, 0)),
    ),
    Case(
        "nearly as strong, and over with the other: it may be an echo",
        ((RAIL + 0, 500, 12), (RAIL + 2, 502, 10)),
        ((500, m.CUSHION, 0, 0), (502, m.CUSHION, 2, DOUBT)),
    ),
    Case(
        "a knock on the slate reaches all",
        (*((RAIL + rail, 500 + rail / 10, 6) for rail in range(6)), (SLATE, 500.2, 2)),
        (),
    ),
    Case("static is no knock", ((RAIL + 1, 500, 0.1),), ()),
    Case(
        "chatter is one knock",
        ((RAIL + 1, 500, 2), (RAIL + 1, 502.5, 4), (RAIL + 1, 507, 1)),
        ((500, m.CUSHION, 1, 0),),
    ),
    Case(
        "somebody leans on the rail",
        ((RAIL + 1, 500, 900), (RAIL + 1, 2000, 8)),
        (
            (600, m.HEALTH, RAIL + 1, m.HEALTH_BLOCKED),
            (1400, m.HEALTH, RAIL + 1, m.HEALTH_OK),
            (2000, m.CUSHION, 1, 0),
        ),
    ),
)

SLATE_CASES = (
    Case(
        "the first contact alone",
        ((SLATE, 23, 2), (SLATE, 600, 2), (SLATE, 900, 1)),
        ((23, m.CONTACT, 0, 0),),
        touch=False,
    ),
    Case(
        "a contact is a fact for as long as nothing is between the stroke and it",
        ((SLATE, 2990, 2),),
        ((2990, m.CONTACT, 0, 0),),
        touch=False,
    ),
    Case(
        "rail first: the next knock may be a second contact",
        ((RAIL, 400, 9), (SLATE, 401.5, 1), (SLATE, 700, 2), (SLATE, 900, 2)),
        ((400, m.CONTACT, 0, DOUBT), (400, m.CUSHION, 0, 0)),
        touch=False,
    ),
    Case(
        "a contact just before a cushion",
        ((SLATE, 400, 2), (RAIL, 400.7, 9)),
        ((400, m.CONTACT, 0, 0), (400.7, m.CUSHION, 0, 0)),
        touch=False,
    ),
    Case(
        "a ball frozen to the struck one, then a contact: that one is a fact",
        ((SLATE, 3.2, 2), (SLATE, 90, 1)),
        ((90, m.CONTACT, 0, 0),),
        touch=False,
    ),
    Case(
        "a ball frozen to the struck one, then a cushion",
        ((SLATE, 3.2, 2), (RAIL + 4, 300, 9), (SLATE, 800, 2), (RAIL + 1, 900, 9)),
        ((300, m.CONTACT, 0, DOUBT), (300, m.CUSHION, 4, 0), (900, m.CUSHION, 1, 0)),
        touch=False,
    ),
    Case(
        "a ball frozen to the struck one falls",
        ((SLATE, 3.2, 2), (POCKET + 3, 300, 40), (SLATE, 500, 2)),
        ((340, m.CONTACT, 0, DOUBT), (340, m.POCKET, 3, 0)),
        touch=False,
    ),
    Case(
        "a ball over the line before any knock",
        (*over_line(500, 1.0), (SLATE, 800, 2)),
        ((500, m.CONTACT, 0, DOUBT), (500, m.CENTRE_LINE, 1, 0)),
        touch=False,
    ),
    Case(
        "what is doubtful itself leaves the contact in doubt",
        ((HOUSE, 500, 160), (PYRAMID, 520, 110), (SLATE, 900, 2)),
        ((575, m.CONTACT, 0, DOUBT), (575, m.CENTRE_LINE, 0, DOUBT)),
        touch=False,
    ),
    Case(
        "nothing after the stroke",
        ((SLATE, 3200, 2), (RAIL, 3400, 9)),
        ((3000, m.CONTACT, 0, DOUBT), (3400, m.CUSHION, 0, 0)),
        touch=False,
    ),
    Case(
        "nothing at all: the doubt is told long before the rest",
        (),
        ((1500, m.CONTACT, 0, DOUBT), (5003, m.REST, 0, 0)),
        touch=False,
        limits={"slate": {"contact_doubt_ms": 1500}},
    ),
    Case("a soft tap between shots is no stroke", ((SLATE, 500, 0.25),), (), still=True),
    Case(
        "chalk put on the rail is no stroke",
        ((RAIL + 3, 500, 6), (SLATE, 501, 1)),
        ((500, m.CUSHION, 3, DOUBT),),
        still=True,
    ),
    Case(
        "a knock on the floor is no stroke",
        (*((RAIL + rail, 500 + rail / 10, 6) for rail in range(5)), (SLATE, 499.9, 2)),
        (),
        still=True,
    ),
    Case(
        "a comparator that stays on",
        ((SLATE, 500, 3000),),
        ((600, m.HEALTH, 14, m.HEALTH_BLOCKED), (3500, m.HEALTH, 14, m.HEALTH_OK)),
    ),
    Case(
        "without that piezo the first fact opens and quiet ends the shot",
        ((RAIL, 500, 9),),
        ((500, m.CUSHION, 0, 0), (5509, m.REST, 0, 0)),
        still=True,
        without=("slate",),
    ),
)

LINE_CASES = (
    *(
        Case(
            f"over the line at {v} m/s, {'to the pyramid' if up else 'to the house'}",
            over_line(1500, v, up),
            ((1500, m.CENTRE_LINE, 1 if up else -1, 0),),
        )
        for v in (0.1, 1.0, 7.0)
        for up in (True, False)
    ),
    Case("a touch of one beam", ((HOUSE, 500, 200),), ()),
    Case("into both and back, not as far as the line", ((HOUSE, 500, 85), (PYRAMID, 520, 40)), ()),
    Case(
        "into both and back, perhaps over the line",
        ((HOUSE, 500, 160), (PYRAMID, 520, 110)),
        ((575, m.CENTRE_LINE, 0, DOUBT),),
    ),
    Case(
        "there and back",
        (*over_line(500, 1.0, True), *over_line(1500, 0.5, False)),
        ((500, m.CENTRE_LINE, 1, 0), (1500, m.CENTRE_LINE, -1, 0)),
    ),
    Case("into a middle pocket, or taken up", ((HOUSE, 500, 80), (PYRAMID, 502, 78.5)), ()),
    Case(
        "chatter in both beams",
        ((HOUSE, 500, 0.3), (HOUSE, 500.5, 67.5), (PYRAMID, 520, 0.2), (PYRAMID, 520.3, 67.7)),
        ((544, m.CENTRE_LINE, 1, 0),),
    ),
    Case(
        "a second ball on the first one's heels",
        ((HOUSE, 500, 100), (PYRAMID, 520, 100)),
        ((560, m.CENTRE_LINE, 1, 0), (620, m.CENTRE_LINE, 1, DOUBT)),
    ),
    Case(
        "a ball stops on the line and leaves it in the next shot",
        ((HOUSE, 500, 6000), (PYRAMID, 520, 6020)),
        (
            (3500, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3500, m.HEALTH, PYRAMID, m.HEALTH_BLOCKED),
            (6500, m.CENTRE_LINE, 1, DOUBT),
            (6540, m.HEALTH, HOUSE, m.HEALTH_OK),
            (6540, m.HEALTH, PYRAMID, m.HEALTH_OK),
        ),
    ),
    Case(
        "a ball lies on the centre line at the start and leaves for the pyramid",
        (),
        (
            (3000, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3000, m.HEALTH, PYRAMID, m.HEALTH_BLOCKED),
            (3000, m.CENTRE_LINE, 1, DOUBT),
            (3040, m.HEALTH, HOUSE, m.HEALTH_OK),
            (3040, m.HEALTH, PYRAMID, m.HEALTH_OK),
        ),
        levels=3 << HOUSE,
    ),
    Case(
        "a ball stands before the line at the start and rolls over it",
        ((PYRAMID, 3000, 200),),
        (
            (3000, m.HEALTH, HOUSE, m.HEALTH_BLOCKED),
            (3050, m.CENTRE_LINE, 1, DOUBT),  # of a beam that was blocked just before
            (3150, m.HEALTH, HOUSE, m.HEALTH_OK),
        ),
        levels=1 << HOUSE,
    ),
)

CASES = POCKET_CASES + CUSHION_CASES + SLATE_CASES + LINE_CASES
