This is a step.
All of this is free text.

: rows (more text)
2 1
	1

:columns
2
1

1
: end
3 3
