"""A bot that answers as it is told: WORD=TEXT, where TEXT stands for its answer to the line that
begins with WORD. {move} is a legal move, {column} its number from 1, {moves} all that there are.
flush=no leaves what it prints in the buffer, end=no leaves out the ends of lines."""
import sys

answers = {"ugi": "id name Answers\nfeature legal\nugiok", "isready": "readyok",
           "go": "bestmove {move}", "flush": "yes", "end": "yes"}
answers.update(word.split("=", 1) for word in sys.argv[1:])
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "legal":
        moves = words[1:]
    if words[0] == "quit":
        break
    text = answers.get(words[0], "")
    if text and moves:
        text = text.replace("{move}", moves[-1]).replace("{moves}", " ".join(moves))
        text = text.replace("{MOVE}", moves[-1].upper())
        text = text.replace("{column}", str(ord(moves[-1][0]) - ord("a") + 1))
    if text:
        text = text.replace("\\n", "\n")
        print(text, end="\n" if answers["end"] == "yes" else "", flush=answers["flush"] == "yes")
