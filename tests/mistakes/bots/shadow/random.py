"""The author's own file has the name of a module of Python."""
import random

first = random.choice("abc")
