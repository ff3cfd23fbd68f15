"""In the style of a platform whose lines have tags: MOVE:3 is a move, PLAY: asks for one."""
import sys

heights = [0] * 7
for line in sys.stdin:
    tag, _, data = line.strip().partition(":")
    if tag == "MOVE":
        heights[int(data)] += 1
    elif tag == "PLAY":
        column = max(c for c in range(7) if heights[c] < 6)
        heights[column] += 1
        print("thinking of", column)
        print("MOVE:%d" % column)
