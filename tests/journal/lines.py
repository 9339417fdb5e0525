"""Lines of a table log that the tests share."""

HEADER = '{"type":"match","format":1,"game":"free","players":["Анна","Boris"],"first_breaker":0,"club":"x"}'
