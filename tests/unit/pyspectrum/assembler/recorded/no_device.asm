	ORG #8000
second	ret
