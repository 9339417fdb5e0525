"""Writes entries as fast as it can and says so after each commit, until it is killed."""

import sys

from luza.journal import Journal, Position

journal = Journal.open(sys.argv[1])
if journal.current() is None:
    with journal.transaction() as work:
        work.begin_match('{"type":"match","game":"free","players":["a","b"]}', None, "boot", 0.0, 0.0)
number = journal.seq
while True:
    number += 1
    with journal.transaction() as work:
        work.append(f'{{"t":{number},"type":"rest"}}')
        work.place(Position("e6", 1, number))
        work.event(work.next_seq(), "t/event/shot", b"%d" % number)
        work.snapshot(number, "t/state", b"%d" % number)
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()
