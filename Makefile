# The same two commands, for hands that type make; they need nothing but Python.
.PHONY: up test full
up:
	python3 manage.py up
test:
	python3 manage.py test
full:
	python3 manage.py test --full
