"""What the club's server hears of its tables: the live picture, and events on their way into the history."""
