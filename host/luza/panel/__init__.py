"""The referee's panel: who may act, what can be done now, what a tap means, and why a verdict is what it is.

`types` are the requests and answers; the pages are `luza.web.panel`. Nothing here speaks HTTP.
"""
