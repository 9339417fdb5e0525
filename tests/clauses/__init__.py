"""Tests of the catalogue of clauses."""
