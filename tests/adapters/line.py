"""In the style of a class protocol: `go!` or the other's column in, its own column out. It keeps a board of its own."""
import sys

heights = [0] * 7
for line in sys.stdin:
    if line.strip() != "go!":
        heights[int(line)] += 1
    column = min(c for c in range(7) if heights[c] < 6)
    heights[column] += 1
    print("I play", column, "now")
    print(column)
