import random

print(random.choice("abc"))
