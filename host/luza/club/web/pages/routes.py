"""All pages of the club, put together: their routes, and the files they load."""

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Route

from luza import web
from luza.club.web.app import Pages
from luza.club.web.pages.doors import Doors
from luza.club.web.pages.hall import HallPages
from luza.club.web.pages.papers import Papers
from luza.club.web.pages.people import PeoplePages
from luza.club.web.pages.site import Parts, Site
from luza.club.web.pages.staff import Staff, first_start
from luza.club.web.pages.time import TimePages
from luza.club.web.pages.tournament import TournamentPages
from luza.messages import Words
from luza.panel.safe import Safe
from luza.web.assets import Assets

if TYPE_CHECKING:
    from luza.club.service import ClubService


class ClubPages:
    """The pages of one server, to be handed to `ClubService`; `keys` is the file with the staff's PINs.

    Raises SafeError where that file is damaged or cannot be written.
    """

    def __init__(self, keys: Path) -> None:
        self._staff = Staff(Safe(keys))
        self._pins = self._staff.first_pins()

    def first_start(self, address: str) -> Words | None:
        """What the console shows once: the PINs that were made just now; None where there are older ones."""
        return first_start(self._pins, address) if self._pins else None

    def __call__(self, service: "ClubService") -> Pages:
        """The pages of a service."""
        assets = Assets(Path(web.__file__).parent / "static")
        parts = Parts(
            settings=service.settings,
            store=service.store,
            hall=service.hall,
            time=service.time,
            tournaments=service.tournaments.tournaments,
            staff=self._staff,
            messenger=service.messenger,
            orders=service.orders,
            changed=service.tournaments.changed,
            now=service.now,
        )
        site = Site(parts, assets)
        return Pages(routes(site, assets), assets.build, site.missing)


def routes(site: Site, assets: Assets) -> list[BaseRoute]:
    """The routes beside the API and the stream of events."""

    async def icon(request: object) -> RedirectResponse:
        return RedirectResponse(assets.url("img/icon.svg"))

    return [
        Route("/static/{build}/{name:path}", assets.respond),
        Route("/favicon.ico", icon),
        *Doors(site).routes(),
        *HallPages(site).routes(),
        *PeoplePages(site).routes(),
        *TimePages(site).routes(),
        *Papers(site, assets.url).routes(),
        *TournamentPages(site).routes(),
    ]
