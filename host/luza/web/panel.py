"""The panel over HTTP: `/panel` and what is below it. Requests are `luza.panel.asked`, answers
`luza.panel.shown` and `luza.panel.papers`; all JSON.

| request | body | answer |
| --- | --- | --- |
| `GET /panel` | | the page (`templates/panel.html`); a pairing's code comes as `/panel#pair=<token>` |
| `GET /panel/state` | | `PanelAnswer` with `panel`; who is signed in gets `you` and `csrf` too |
| `POST /panel/signin` | `SignIn` | `PanelAnswer`; sets the cookie |
| `POST /panel/pair` | `Pair` | `PanelAnswer`; sets the cookie |
| `POST /panel/signout` | `{}` | `PanelAnswer`; the cookie is void |
| `POST /panel/seat` | `Seat` | `PanelAnswer` |
| `POST /panel/act` | `Act` | `PanelAnswer` |
| `GET /panel/undo?steps=n` | | `TakingBack` with up to n steps |
| `GET /panel/why/<n>` | | `WhyView` of stroke n |
| `GET /panel/history`, `?match=<name>` | | `HistoryView` |
| `GET /panel/matches` | | list of `MatchLine` |
| `GET /panel/start` | | `StartForm` |
| `GET /panel/rules/<game>` | | `RulesView` |
| `GET /panel/export/<name>.tlog`, `.csv` | | a file |
| `GET /panel/protocol/<name>?lang=ru` | | a page to be printed |
| `POST /panel/keys` | `NewKey` | `PanelAnswer` (manager) |
| `POST /panel/pairing` | `NewPairing` | `Pairing` (manager) |

Every `POST` carries `content-type: application/json` and, but for `signin` and `pair`, the header
`x-luza-csrf` with the `csrf` of the last answer. The cookie is `luza_panel`, HttpOnly, SameSite=Strict.

Status: 200 done (or `repeated`); 400 cannot be read; 401 not signed in (any more); 403 not allowed, or the
`csrf` is missing; 404 no such stroke or match; 409 refused, with `words`, and `panel` as it is now; 413 too
large; 429 locked after wrong tries, `retry_s` says for how long; 503 the journal cannot be written. A request
whose answer was lost is sent again as it was, with the same `id`: it is done once, and answered `repeated`.

Whoever is signed in also gets `event: panel` on `/events`: the payload is `PanelState`, whole, after every
change; a `rev` below the one shown is dropped. Who only looks reads `GET /panel/state` after `event: state`.
"""
