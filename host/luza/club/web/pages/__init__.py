"""The club's pages: what the hall, its staff and its guests see in a browser."""
