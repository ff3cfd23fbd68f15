"""In the style of a class contest: one line with the width, the height, the number of players and its own turn, then the others'
columns from 0. Its output behind `>` is for its author.
"""
width, height, players, turn = map(int, input().split())
heights = [0] * width
while True:
    if turn == 2:
        heights[int(input())] += 1
    turn = 2
    column = heights.index(min(heights))
    heights[column] += 1
    print("> heights", heights)
    print(column)
