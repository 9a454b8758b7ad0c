"""What is wrong with a puzzle, and what would mend it.

* `typos`: which single wrong number would explain numbers that cannot be, `elimination` the line logic behind it;
* `repair`: the smallest change of a picture that leaves its puzzle one solution;
* `report`: all of it put together.
"""
