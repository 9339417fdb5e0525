"""What a key may hold, in words: made from its bounds, so that the words cannot differ from the check."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from luza.messages import Words
from luza.settings.model import Settings
from luza.settings.problems import toml


class Key(msgspec.Struct, frozen=True):
    """One key of the settings: `type` is as annotated, `about` what it means, `allowed` what it may hold."""

    section: str
    name: str
    type: Any
    default: Any
    about: Words
    allowed: Words

    @property
    def path(self) -> str:
        """`section.name`, as `luza config explain` takes it."""
        return f"{self.section}.{self.name}"


class Section(msgspec.Struct, frozen=True):
    """One section of the settings and its keys by name, in the order of the file."""

    name: str
    type: type[msgspec.Struct]
    about: Words
    keys: dict[str, Key]


def _about(annotated: Any) -> Words:
    metas = [meta for meta in get_args(annotated)[1:] if meta.description]
    return Words(ru=metas[-1].extra["ru"], en=metas[-1].description)


def _range(metas: list[Any]) -> tuple[str, str]:
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    if low is None or high is None:
        return "", ""
    return f" от {low} до {high}", f" from {low} to {high}"


def allowed(annotated: Any) -> Words:
    """What a value of this annotation may be, as the end of a sentence."""
    bare, *metas = get_args(annotated) if get_origin(annotated) is Annotated else (annotated,)
    words = next((meta.extra["form"] for meta in metas if meta.extra and "form" in meta.extra), None)
    if words is not None:
        return Words(ru=words[0], en=words[1])
    if get_origin(bare) in (Union, types.UnionType):
        inner = allowed(next(kind for kind in get_args(bare) if kind is not type(None)))
        return Words(ru=f"{inner.ru} (или без этого ключа)", en=f"{inner.en} (or leave the key out)")
    if get_origin(bare) is Literal:
        choices = ", ".join(toml(choice) for choice in get_args(bare))
        return Words(ru=f"одно из: {choices}", en=f"one of: {choices}")
    if get_origin(bare) is tuple:
        return _allowed_list(get_args(bare)[0], metas)
    low_high = _range(metas)
    if bare is bool:
        return Words(ru="true или false", en="true or false")
    if bare is int:
        return Words(ru=f"целое число{low_high[0]}", en=f"a whole number{low_high[1]}")
    if bare is str:
        return Words(ru="текст", en="text")
    return Words(ru=f"число{low_high[0]}", en=f"a number{low_high[1]}")


def _allowed_list(item: Any, metas: list[Any]) -> Words:
    inner = allowed(item)
    low = next((meta.min_length for meta in metas if meta.min_length is not None), 0)
    high = next((meta.max_length for meta in metas if meta.max_length is not None), None)
    if high is not None:
        count = (f"список, где значений от {low} до {high}", f"a list of {low} to {high} values")
    else:
        count = ("непустой список", "a list that is not empty") if low else ("список", "a list")
    return Words(ru=f"{count[0]}, каждое: {inner.ru}", en=f"{count[1]}, each {inner.en}")


def _keys(section: str, struct: type[msgspec.Struct]) -> Iterator[Key]:
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        annotated = hints[field.name]
        yield Key(
            section=section,
            name=field.name,
            type=annotated,
            default=field.default,
            about=_about(annotated),
            allowed=allowed(annotated),
        )


def sections_of(settings: type[msgspec.Struct]) -> dict[str, Section]:
    """The sections of a settings class by name, in the order of the file."""
    found: dict[str, Section] = {}
    for name, annotated in get_type_hints(settings, include_extras=True).items():
        struct = get_args(annotated)[0]
        keys = {key.name: key for key in _keys(name, struct)}
        found[name] = Section(name=name, type=struct, about=_about(annotated), keys=keys)
    return found


SECTIONS: dict[str, Section] = sections_of(Settings)
"""Every section by name, in the order of the file."""
