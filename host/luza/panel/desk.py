"""The desk: takes what panels ask for, one after the other, and has the controller do it, once or not at all.

It knows what each recent state meant, who sits in the marker's seat, and which panels listen.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import msgspec

from luza.controller import Clocks, Controller
from luza.controller.acts import Acts
from luza.controller.bus import Post, Subscription
from luza.controller.keeper import Step
from luza.controller.timing import rfc3339
from luza.errors import Refused
from luza.locale import say
from luza.messages import Words
from luza.panel.asked import Act, Action, Enter
from luza.panel.deeds import Deed, deed
from luza.panel.keys import Keys, Session
from luza.panel.meaning import Moment, moment, same
from luza.panel.safe import Safe
from luza.panel.seat import Seat, nickname, who
from luza.panel.shown import PanelAnswer, PanelState, You
from luza.panel.state import panel_state, stamped
from luza.panel.whys import full, no

STATES_KEPT = 512
"""How many states back an action may have been made; an older one is stale."""
TOPIC = "panel"


class Desk:
    """The panels of one table. Everything here is called in the controller's thread.

    `referee_only`: entries and actions that need a referee (`adjust`, `score`, …).
    """

    def __init__(
        self,
        controller: Controller,
        safe: Safe,
        clocks: Clocks,
        referee_only: frozenset[str] = frozenset(),
    ) -> None:
        self.controller = controller
        self.clocks = clocks
        self.keys = Keys(safe)
        self.seat = Seat(safe)
        self._referee_only = referee_only
        self._moments: dict[int, Moment] = {}
        self._listening: dict[Subscription, Session] = {}
        self._state: PanelState | None = None
        self._payload: tuple[PanelState, bytes] | None = None
        self._due = False
        self._seq = 0
        controller.on_step(self.changed)
        # A controller's start makes a version of the state of its own: what pages saw before it still stands.
        self._moments[controller.rev - 1] = self._moment()
        self._remember()

    # -- what panels see ------------------------------------------------------------------------------

    def state(self) -> PanelState:
        """The state now; made once, whoever asks."""
        seat = self.seat.view(self.clocks.wall())
        if self._state is None or self._state.seat != seat:
            controller, play = self.controller, self.controller.play
            t = 0.0 if play is None else play.time.now()
            self._seq += 1
            self._state = stamped(
                panel_state(play, t, controller.snapshots, seat),
                session=controller.session,
                seq=self._seq,
                rev=controller.rev,
                at=rfc3339(self.clocks.wall()),
            )
        return self._state

    def answer(
        self,
        session: Session | None,
        code: str = "ok",
        words: Words | None = None,
        *,
        status: Literal["ok", "repeated", "refused"] = "ok",
        id: str | None = None,
        retry_s: float | None = None,
    ) -> PanelAnswer:
        """An answer with the state as it is now."""
        return PanelAnswer(
            status=status,
            code=code,
            words=words,
            you=None if session is None else self.you(session),
            csrf=None if session is None else self.keys.csrf(session),
            panel=self.state(),
            id=id,
            retry_s=retry_s,
        )

    def refusal(self, session: Session | None, refused: Refused, *, id: str | None = None) -> PanelAnswer:
        """An answer that nothing was done, and why."""
        return self.answer(session, refused.code, full(refused), status="refused", id=id)

    def you(self, session: Session) -> You:
        """Who the panel is signed in as."""
        return You(
            device=nickname(session.device),
            role=session.role,
            name=session.name,
            until=rfc3339(session.until),
            seat=self.seat.is_of(session),
            lost_to=self.seat.lost_to(session.device),
        )

    @asynccontextmanager
    async def subscribe(self, session: Session) -> AsyncIterator[AsyncIterator[tuple[str, bytes]]]:
        """What displays hear, and the panel's state after each change, until the session ends."""
        async with self.controller.subscribe() as subscription:
            self._listening[subscription] = session
            self.seat.came(session.device, self.clocks.boottime())
            self.changed()  # and the new one hears the state first of all
            try:
                yield subscription
            finally:
                self._listening.pop(subscription, None)
                self.seat.went(session.device, self.clocks.boottime())
                self.changed()

    # -- what panels do -------------------------------------------------------------------------------

    async def act(self, session: Session, asked: Act) -> PanelAnswer:
        """Does the action, once. Raises BadEntry for an entry that cannot be read, and JournalError."""
        self.seat.heard(session.device, self.clocks.boottime())
        self.controller.catch_up()
        command = f"panel:{asked.id}"
        earlier = self.controller.recall(command)
        refused: Refused | None = None
        if earlier is None:
            try:
                self._may(session, asked.action)
            except Refused as no_entry:
                return self.refusal(session, no_entry, id=asked.id)

            def done(acts: Acts, step: Step) -> None:
                nonlocal refused
                try:
                    self._deed(session, asked)(acts, step)
                except Refused as problem:
                    refused = problem
                    raise

            response = self.controller.perform(command, done, session.source)
            # The displays first: what is answered here has to be put together yet.
            await asyncio.sleep(0)
        else:
            response = earlier
        again = earlier is not None or response.status == "duplicate"
        if response.status == "error" or (again and response.code != "done"):
            return self.refusal(session, refused or Refused(response.detail, response.code), id=asked.id)
        status: Literal["ok", "repeated"] = "repeated" if again else "ok"
        return self.answer(session, status, status=status, id=asked.id)

    def _may(self, session: Session, action: Action) -> None:
        """Raises No where this panel may not act, or not so. An empty seat is taken by acting."""
        if not session.may("referee") and self._referee_only & _names(action):
            raise no("not_allowed", role=say("panel.role.referee"))
        boottime, wall = self.clocks.boottime(), self.clocks.wall()
        if not self.seat.is_of(session):
            sitting = self.seat.sitting
            if sitting is not None and not self.seat.empty(boottime, wall):
                raise no("taken", who=who(sitting))
            self.take_seat(session)

    def _deed(self, session: Session, asked: Act) -> Deed:
        """What is to be done; raises Refused where it was made against a state in which it meant another."""
        play = self.controller.play
        if asked.expected_rev != self.controller.rev:
            then = self._moments.get(asked.expected_rev)
            if then is None or not same(asked.action, then, self._moment()):
                raise no("stale")
        table = None if play is None else play.table
        return deed(asked.action, table, session.source, self.controller.header)

    # -- the seat and the sessions --------------------------------------------------------------------

    def take_seat(self, session: Session) -> None:
        """Sits down in the marker's seat; raises No where that is not allowed."""
        self.seat.take(session, self.clocks.boottime(), self.clocks.wall())
        self.changed()

    def sit_if_free(self, session: Session) -> None:
        """Whoever signs in and finds the seat free has it."""
        if self.seat.empty(self.clocks.boottime(), self.clocks.wall()):
            self.take_seat(session)

    def leave_seat(self, session: Session) -> None:
        """Gets up."""
        self.seat.leave(session.device)
        self.changed()

    def sign_out(self, session: Session) -> None:
        """The session is over, on this panel and wherever its cookie went."""
        self.keys.sign_out(session, self.clocks.wall())
        self.leave_seat(session)

    def moment_of(self, wall: float) -> str:
        """A time of the wall clock as payloads carry it."""
        return rfc3339(wall)

    # -- telling --------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something that panels show may have changed: they hear of it when what is being done is done."""
        self._state = None
        self._remember()
        if not self._listening or self._due:
            return
        self._due = True
        asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._due = False
        wall = self.clocks.wall()
        for subscription, session in list(self._listening.items()):
            if self.keys.good(session, wall):
                subscription.put(self._post())
            else:
                subscription.close()

    def _post(self) -> Post:
        state = self.state()
        if self._payload is None or self._payload[0] is not state:
            self._payload = (state, msgspec.json.encode(state))
        return Post(state.seq, TOPIC, self._payload[1], retain=True)

    def _remember(self) -> None:
        rev = self.controller.rev
        self._moments[rev] = self._moment()
        while len(self._moments) > STATES_KEPT:
            del self._moments[next(iter(self._moments))]

    def _moment(self) -> Moment:
        play = self.controller.play
        return moment(None, None) if play is None else moment(play.name, play.table)


def _names(action: Action) -> set[str]:
    """What an action is called where somebody lists what needs a referee."""
    names = {str(action.__struct_config__.tag)}
    if isinstance(action, Enter):
        names.add(str(action.entry.get("type")))
    return names
