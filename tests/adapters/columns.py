"""In the style of a solver on the command line: a line of columns in, the line again and a score for each column out."""
import sys
import time

for line in sys.stdin:
    played = line.strip()
    if len(sys.argv) > 1 and len(played) < 6:
        time.sleep(60)  # without its book it cannot answer so early
    heights = [played.count(str(column)) for column in range(1, 8)]
    scores = [-1000 if height == 6 else -abs(column - 3) - height for column, height in enumerate(heights)]
    print("Loading opening book failed, searching without", file=sys.stdout)
    print(played, *scores)
