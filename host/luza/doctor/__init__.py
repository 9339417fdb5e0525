"""The walk round a table that has been wired: what each sensor does, what is wrong, which numbers fit.

Without clock or I/O: what the board says goes in with its time, what to show and to propose comes out.
"""

from luza.doctor.report import Report, html, lines
from luza.doctor.shown import Bar, DoctorView
from luza.doctor.walk import Walk

__all__ = ["Bar", "DoctorView", "Report", "Walk", "html", "lines"]
