"""The club's server over HTTP: the API, the stream of events, the pages."""
