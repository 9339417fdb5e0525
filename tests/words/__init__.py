"""Tests of the words for people, in both languages."""
