"""Signing in and out, and the manager's page of PINs."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from luza.club.web.pages.forms import Form, NotDone, read
from luza.club.web.pages.site import Site, label
from luza.club.web.pages.staff import RIGHTS, Person, Role, from_here
from luza.errors import LuzaError

ROLES: tuple[Role, ...] = tuple(RIGHTS)


class Doors:
    """`/signin`, `/signout`, `/staff`."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._staff = site.parts.staff

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            self._site.shows("/signin", self._form),
            Route("/signin", self._sign_in, methods=["POST"]),
            Route("/signout", self._sign_out, methods=["POST"]),
            self._site.shows("/staff", self._page),
            self._site.acts("/staff/pin", "manage", self._pin),
        ]

    async def _form(self, request: Request) -> Response:
        back = _local(request.query_params.get("back", "/"))
        return self._site.page(request, "signin.html", roles=ROLES, back=back)

    async def _sign_in(self, request: Request) -> Response:
        try:
            from_here(request)
            form = await read(request, None, label)
            role = _role(form)
            session = await self._staff.sign_in(
                request, role, form.text("pin", 40), form.text("name", 40, default="")
            )
        except LuzaError as problem:
            return self._site.refused(request, problem)
        response = RedirectResponse(_local(form.whole("back")), 303)
        self._staff.welcome(request, response, session)
        return response

    async def _sign_out(self, request: Request) -> Response:
        try:
            from_here(request)
        except NotDone as problem:
            return self._site.refused(request, problem)
        response = RedirectResponse("/", 303)
        self._staff.sign_out(request, response)
        return response

    async def _page(self, request: Request) -> Response:
        if self._staff.who(request) is None:
            return RedirectResponse("/signin?back=/staff", 303)
        return self._site.page(request, "staff.html", roles=ROLES, done=request.query_params.get("done", ""))

    async def _pin(self, request: Request, person: Person, form: Form) -> str:
        role = _role(form)
        pin = form.text("pin", 40)
        if pin != form.text("again", 40):
            raise NotDone("pins_differ")
        await self._staff.change(role, pin)
        return f"/staff?done={role}"


def _role(form: Form) -> Role:
    wanted = form.choice("role", ROLES)
    return next(role for role in ROLES if role == wanted)


def _local(address: str) -> str:
    """An address of ours, whatever was asked for: nobody is sent elsewhere."""
    parts = urlsplit(address)
    inside = not parts.scheme and not parts.netloc and parts.path.startswith("/") and "\\" not in address
    return address if inside and not address.startswith("//") and address.isprintable() else "/"
