def answer(*lines):
    print(*lines, sep="\n", flush=True)

input()
answer("id name TwoLines", "feature legal", "ugiok")
input()
answer("readyok")
while True:
    line = input()
    if line == "uginewgame":
        input()
        answer("readyok")
    elif line.startswith("go"):
        line = input()
        answer("bestmove a")
