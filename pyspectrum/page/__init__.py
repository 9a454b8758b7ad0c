"""A whole Spectrum in a page: its scripts, which need no build step, and what writes a page with a program in it."""

from pyspectrum.page.write import Page, write_page

__all__ = ["Page", "write_page"]
