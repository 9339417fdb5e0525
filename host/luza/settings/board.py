"""The settings of where facts come from: the boards under the table, and the Pi's own pins."""

from typing import Annotated, Literal

from luza.settings.kinds import FilePath, Section, form, key

Pattern = Annotated[
    str,
    form(
        "путь в /dev, можно с * и ?",
        "a path under /dev, * and ? allowed",
        pattern=r"^/dev/[^\x00\s]{1,200}$",
    ),
]
Device = Annotated[
    str,
    form(
        "путь в /dev без * и ?",
        "a path under /dev without * and ?",
        pattern=r"^/dev/[^\x00\s*?\[\]]{1,200}$",
    ),
]


class Board(Section, frozen=True):
    """[board]"""

    kind: Annotated[
        Literal["serial", "gpio", "simulated", "none"],
        key(
            "serial: плата под столом; gpio: датчики на выводах самой Raspberry Pi, см. [gpio]; "
            "simulated: та же прошивка без платы; none: стол без датчиков, ведёт маркёр",
            "serial: the board under the table; gpio: sensors on the Raspberry Pi's own pins, see [gpio]; "
            "simulated: the same firmware without a board; none: a table without sensors, kept by the marker",
        ),
    ] = "serial"
    port: Annotated[
        Pattern,
        key(
            "Последовательный порт платы; если под шаблон подходит несколько, берётся тот, чья плата ответит",
            "The board's serial port; if several fit the pattern, the one whose board answers is taken",
        ),
    ] = "/dev/luza-table*"
    uid: Annotated[
        Annotated[
            str,
            form(
                "до 32 шестнадцатеричных цифр или пусто",
                "up to 32 hexadecimal digits, or empty",
                pattern=r"^([0-9a-f]{2}){0,16}$",
            ),
        ],
        key(
            "Номер платы (luza doctor его называет); пусто: подойдёт любая",
            "The board's number (luza doctor tells it); empty: any board will do",
        ),
    ] = ""
    more: Annotated[
        tuple[Device, ...],
        key(
            "Порты других плат того же стола, каждый по своему имени; "
            "у каждой платы свои датчики, факты сводятся по времени",
            "The ports of further boards of the same table, each by its own name; "
            "each board has sensors of its own, and their facts are merged by time",
            max_length=3,
        ),
    ] = ()
    wait_s: Annotated[
        float,
        key(
            "Сколько секунд факт одной платы ждёт, не расскажет ли другая о более раннем",
            "For how many seconds a fact of one board waits for an earlier one of another",
            ge=0.0,
            le=5.0,
        ),
    ] = 1.2


class Gpio(Section, frozen=True):
    """[gpio]"""

    pins: Annotated[
        FilePath | None,
        key(
            "Файл: какой датчик на каком выводе GPIO (как hardware/pins.toml, без [link]). "
            'С kind = "serial" эти датчики работают вместе с платой; без этого ключа их нет',
            "The file that says which sensor is on which GPIO pin (like hardware/pins.toml, without [link]). "
            'With kind = "serial" these sensors work beside the board; without this key there are none',
        ),
    ] = None
