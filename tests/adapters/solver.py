"""In the style of Pascal Pons' solver: a position a line. It repeats it with the score of the side to move, the number of nodes
and the time; with `analyze`, with a score for each column; with `best` it writes a sentence.
"""
import sys

VALUES = (3, 4, 5, 7, 5, 4, 3)
for line in sys.stdin:
    played = [int(digit) - 1 for digit in line.strip()]
    if any(column not in range(7) for column in played) or any(played.count(column) > 6 for column in range(7)):
        print("Line: Invalid move", line.strip(), file=sys.stderr)
        print()
        continue
    mine = sum(VALUES[column] for column in played[len(played) % 2::2]) - sum(VALUES[column] for column in played[1 - len(played) % 2::2])
    scores = [-1000 if played.count(column) == 6 else VALUES[column] - 5 for column in range(7)]
    if sys.argv[1:] == ["analyze"]:
        print(line.strip(), *scores)
    elif sys.argv[1:] == ["best"]:
        print("Searched 7 columns in 1 ms.\nBest column:", scores.index(max(scores)) + 1)
    elif sys.argv[1:] == ["large"]:
        print(2**32 + 4)
    else:
        print(line.strip(), mine, 4711, 12)
