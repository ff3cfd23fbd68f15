# Gomoku by the protocol of Piskvork: takes the first free cell.
import sys
size, taken = 15, set()


def move():
    cell = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    taken.add(cell)
    print("%d,%d" % cell)


for line in sys.stdin:
    words = line.split()
    if words[0] == "START":
        size = int(words[1])
        print("OK")
    elif words[0] == "TURN":
        taken.add(tuple(map(int, words[1].split(","))))
    if words[0] != "START":
        move()
