"""A UCI engine that plays Connect Four as a variant, with Fairy-Stockfish's words: `cfour`, `P@d1`. It knows as many variants, says
which it plays, and sends a second move to ponder on.
"""
import sys

variant, heights = "chess", [0] * 7
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("id name Variant Engine\nid author several authors\n")
        print("option name Debug Log File type string default ")
        print("option name Threads type spin default 1 min 1 max 512")
        print("option name UCI_Variant type combo default chess", *("var variant-%d" % i for i in range(130)), "var cfour")
        print("option name Hash type spin default 16 min 1 max 1024\nuciok", flush=True)
    elif words[:2] == ["setoption", "name"]:
        if words[2] == "UCI_Variant" and words[4] == "cfour":
            variant = words[4]
            print("info string variant cfour files 7 ranks 6 pocket 21 template fairy startpos 7/7/7/7/7/7[PPPppp] w - - 0 1")
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        assert words[1] == "startpos"
        heights = [0] * 7
        for move in words[3:] if variant == "cfour" else []:
            column = "abcdefg".index(move[2])
            heights[column] += 1
            assert move == "P@%s%d" % (move[2], heights[column]), move
    elif words[:1] == ["go"]:
        assert words[1] == "movetime"
        if variant != "cfour":  # it plays the game that it knows
            print("bestmove e2e4", flush=True)
            continue
        column = next(c for c in (3, 2, 4, 1, 5, 0, 6) if heights[c] < 6)
        move = "P@%s%d" % ("abcdefg"[column], heights[column] + 1)
        print("info depth 3 seldepth 5 multipv 1 score mate 99999999999999999999 nodes 77 nps 7700 time 1 pv " + move)
        print("bestmove " + move + " ponder P@a1", flush=True)
    elif words == ["quit"]:
        break
