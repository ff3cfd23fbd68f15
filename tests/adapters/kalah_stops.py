# Kalah: plays its first pit that is not empty, and ends when a store has more than half of the seeds. kalah_stops.py SEAT
import sys
board, turn, seat = [[4] * 6 + [0], [4] * 6 + [0]], 0, int(sys.argv[1]) - 1


def sow(side, pit):
    """Returns the side that moves next."""
    seeds, board[side][pit], at, i = board[side][pit], 0, side, pit
    while seeds:
        i += 1
        if i == 7 or i == 6 and at != side:
            at, i = 1 - at, 0
        board[at][i] += 1
        seeds -= 1
    if at == side and i < 6 and board[side][i] == 1 and board[1 - side][5 - i]:
        board[side][6] += board[1 - side][5 - i] + 1
        board[side][i] = board[1 - side][5 - i] = 0
    if max(board[0][6], board[1][6]) > 24:
        print("the game is decided")
        sys.exit()
    return side if at == side and i == 6 else 1 - side


def mine():
    global turn
    while turn == seat and any(board[seat][:6]):
        pit = next(i for i in range(6) if board[seat][i])
        print("abcdef"[pit], flush=True)
        turn = sow(seat, pit)


mine()
for line in sys.stdin:
    turn = sow(turn, "abcdef".index(line.strip()))
    mine()
