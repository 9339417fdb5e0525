"""A requirement as the search for worlds asks it: its functions' answers in tables, made once.

A ball's deeds are looked up by `own | driven << 5`, both sets of deeds (see `marks`).
"""

from functools import lru_cache

from luza.evidence.marks import CROSSED, CUSHIONS, Requirement

_SETS = (CROSSED | CUSHIONS) + 1
_BOTH = _SETS * _SETS


class Needs:
    """What a requirement asks of a ball that does something.

    `met[deed][own | driven << 5]`: does that complete the stroke? `may[own | driven << 5]`: the deeds, as a
    set, that do not. `flush[own]`: would touching a flush ball, and `flush_bits`: which deeds bear on that.
    `matter[deed]`: the bits of `own | driven << 5` that bear on a deed. `leaves[deed]`: the mark that doing
    it leaves on a ball (one for all cushions, where balls alone are counted). `drives`: do other balls' deeds
    bear on any? `pooled`: are they as good as the ball's own?
    """

    def __init__(self, requirement: Requirement) -> None:
        deeds, flush = requirement.deeds, requirement.flush
        self.tally = requirement.tally
        self.met = tuple(
            bytes(deeds is not None and deeds(n % _SETS, n // _SETS, deed) is not None for n in range(_BOTH))
            for deed in range(5)
        )
        self.may = bytes(sum(1 << deed for deed in range(5) if not self.met[deed][n]) for n in range(_BOTH))
        self.flush = bytes(flush is not None and flush(own) for own in range(_SETS))
        self.flush_bits = sum(bit for bit in (1, 2, 4, 8, 16) if self.flush[bit])
        counts_alone = requirement.tally is not None and deeds is None
        self.leaves = (1, 1, 1, 1, 0) if counts_alone else (1, 2, 4, 8, 16)
        self.matter = tuple(_matter(table) for table in self.met)
        self.drives = any(bits >= _SETS for bits in self.matter)
        self.pooled = self.drives and all(
            table[n] == table[(n // _SETS | n % _SETS) * _SETS] for table in self.met for n in range(_BOTH)
        )

    def possible(self, deed: int) -> bool:
        """May doing this ever complete the stroke?"""
        return self.tally is not None or bool(self.met[deed][-1])


def _matter(table: bytes) -> int:
    """The bits that change an answer."""
    bits = (1 << k for k in range(_BOTH.bit_length() - 1))
    return sum(bit for bit in bits if any(table[n] != table[n | bit] for n in range(_BOTH)))


@lru_cache
def needs_of(requirement: Requirement) -> Needs:
    """The tables of a requirement."""
    return Needs(requirement)
