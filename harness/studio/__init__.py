"""The studio: a page where a drawing becomes a puzzle, is solved by hand, and by a Spectrum.

The server (`server`) listens on loopback alone. Long work runs in processes of its own, so that the page
never waits for the wrong thing: `analysis` says what a drawing is as a puzzle, `requests` answers single questions.
The Spectrum runs in the page (`harness/spectrum/in_page.py` has what it is made of). All of them use the commands' own
solver, formats and drawings; the page in ``static/`` draws and asks, and knows no rule of crosswords.
"""
