#!/usr/bin/env python3
"""Which mistakes draw.py finds in a small text, kind by kind, and what it leaves alone."""
import collections
import itertools
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../lib"), os.path.join(HERE, "../mutants")]
from checks import check, folder, say  # noqa: E402
import changes  # noqa: E402
import draw  # noqa: E402

# A text; (kind, line as it becomes) of each mistake that it allows, all of them for the kinds named.
TEXT = r'''
#define LIMIT (a < 3 ? 1 : 2)
#define TWO_LINES(x) \
	((x) == 1 && (x) < 2)
#include "a/b+c.h"
enum colour { RED, GREEN, BLUE = 7 };
struct pot { int full, empty; const char *name; char *tail; int left; };
static_assert(1 < 2, "1 < 2");
static const struct row table[] = {
	{.name = "a < b && c", .size = 4},
};
/* if (a < b) return 1; */
static int pot_count(struct pot *p, const char *text, int n)
{
	int rest = 9; // n == 1 && n < 2
	assert(n < 100);
	if (n <= p->full && text != NULL)
		rest = n - 1;
	while (n > rest + 4)
		n--;
	pot_fill(p, text, rest);
	log_line(p, text);
	free(p);
	if (pot_open(text) == -1)
		return 0;
	for (int i = 0; i < n; i++)
		pot_print("a, b == c", p);
	char *copy = text;
	p->name = "1 + 1 == 2";
	pot_long(p->empty,
		text);
	if (p->left == 'a' ||
		rest)
		(void)pot_fill(p, text, RED);
	return -rest;
}

static void pot_clear(struct pot *p)
{
	p->full += 2;
	switch (p->left) {
	case 1:
		break;
	}
#if LIMIT > 3 && 1
	unsigned char room[64];
#endif
	p->tail = (char *)&(struct pot){.left = 5};
}
'''
WANTED = {
    "comparison": [
        "if (n < p->full && text != NULL)", "if (n <= p->full && text == NULL)", "while (n >= rest + 4)",
        "if (pot_open(text) != -1)", "for (int i = 0; i <= n; i++)", "if (p->left != 'a' ||"],
    "bound": [
        "if (n <= p->full + 1 && text != NULL)", "while (n > rest + 4 + 1)", "for (int i = 0; i < n - 1; i++)"],
    "sign": [
        "rest = n + 1;", "while (n > rest - 4)", "n++;", "if (pot_open(text) == 1)", "for (int i = 0; i < n; i--)",
        "return rest;", "p->full -= 2;"],
    "and-or": ["if (n <= p->full || text != NULL)", "if (p->left == 'a' &&"],
    "condition": [
        "if (false)", "if (true)", "if (!(n <= p->full && text != NULL))", "if (true && text != NULL)",
        "if (n <= p->full && true)", "while (false)", "while (!(n > rest + 4))", "if (false)", "if (true)",
        "if (!(pot_open(text) == -1))", "if (true ? false : p->left == 'a' ||", "if (true ? true : p->left == 'a' ||",
        "rest ? false : true)", "if (false ||", "false)"],
    "call": [";", ";", "while (false) pot_long(p->empty,", ";"],
    "assignment": [";", ";", ";", ";", ";"],
    "arguments": [
        "pot_fill(text, p, rest);", "pot_fill(p, rest, text);", "pot_print(p, \"a, b == c\");",
        "(void)pot_fill(text, p, RED);", "(void)pot_fill(p, RED, text);"],
    "constant": [
        "{.name = \"a < b && c\", .size = 5},", "{.name = \"a < b && c\", .size = 3},",
        "int rest = 10; // n == 1 && n < 2", "int rest = 8; // n == 1 && n < 2", "rest = n - 2;", "rest = n - 0;",
        "while (n > rest + 5)", "while (n > rest + 3)", "return 1;",
        "for (int i = 1; i < n; i++)", "(void)pot_fill(p, text, BLUE);", "(void)pot_fill(p, text, GREEN);",
        "p->full += 3;", "p->full += 1;", "case 2:", "case 0:",
        "p->tail = (char *)&(struct pot){.left = 6};", "p->tail = (char *)&(struct pot){.left = 4};"],
    "field": [
        "if (n <= p->empty && text != NULL)", "if (n <= p->left && text != NULL)", "pot_long(p->full,",
        "pot_long(p->left,", "if (p->empty == 'a' ||", "if (p->full == 'a' ||", "p->empty += 2;", "p->left += 2;",
        "switch (p->empty) {", "switch (p->full) {"],
    "error": ["if (pot_open(text) == -1, false)"],
}
RETURNS = [
    "return -1; pot_fill(p, text, rest);", "return 0; p->name = \"1 + 1 == 2\";",
    "return; p->full += 2;", "return; switch (p->left) {"]
NEVER = ["return 0; rest = n - 1;", "return 0; n--;", "return 0; case 1:", "return 0; char *copy = text;",
         "return 0; free(p);", "continue;",
         "return 0; log_line(p, text);"]  # they would belong to a condition or to none, or change a log

found = collections.defaultdict(list)
for change in changes.changes_of(TEXT):
    found[change.kind].append(change.new_line.strip())
for kind, wanted in WANTED.items():
    check(f"a small text allows {len(wanted)} mistakes of the kind {kind}", sorted(wanted), sorted(found[kind]))
check("a function may return early before a statement that is not part of another", [],
      [line for line in RETURNS if line not in found["return"]] + [line for line in NEVER if line in found["return"]])
check("each kind has a meaning and is tried", set(changes.KINDS), set(found))
check("the line and the function of a mistake are told", [(35, "pot_count"), (40, "pot_clear")],
      sorted((change.line, change.function) for change in changes.changes_of(TEXT)
             if change.kind == "sign" and change.new_line.strip() in ("return rest;", "p->full -= 2;")))
check("a mistake changes its line alone", [1] * len(changes.changes_of(TEXT)),
      [sum(a != b for a, b in zip(TEXT.split("\n"), change.text(TEXT).split("\n"), strict=True))
       for change in changes.changes_of(TEXT)])

os.chdir(folder())
with open("one.c", "w") as file:
    file.write(TEXT)
with open("two.c", "w") as file:
    file.write("\n\nint two(int a)\n{\n\ta = a + 1;\n\ta = a + 1;\n\treturn a + a + a + a + a + a + a + a + a;\n}\n")


def drawn(places, seed, count):
    return [(d.file, d.change.line, d.change.kind, d.id) for d in itertools.islice(draw.draws(places, seed), count)]


everywhere = {"one.c": range(1, TEXT.count("\n") + 1), "two.c": range(1, 9)}
check("a seed draws the same mistakes again", drawn(everywhere, "7", 50), drawn(everywhere, "7", 50))
say("another seed draws others", drawn(everywhere, "7", 50) != drawn(everywhere, "8", 50))
check("only lines that are asked for are drawn, and none of a log", {("one.c", 21), ("two.c", 7)},
      {(file, line) for file, line, _, _ in drawn({"one.c": [21, 22, 23], "two.c": [7]}, "1", 1000)})
counts = collections.Counter(next(draw.draws({"one.c": [27], "two.c": [7]}, str(seed))).file for seed in range(400))
say("a line with many mistakes is drawn as often as one with few", 140 < counts["one.c"] < 260, counts)
counts = collections.Counter(next(draw.draws({"two.c": [7]}, str(seed))).change.kind for seed in range(400))
say("a kind with many mistakes in a line is drawn as often as one with few", counts["return"] > 140, counts)
each = drawn(everywhere, "7", 10000)
check("no mistake is drawn twice", len(each), len({id_ for _, _, _, id_ in each}))
with open("one.c", "w") as file:
    file.write("/* A line above. */\n" + TEXT.replace("\n\tp->full", "\n  \tp->full"))
moved = {"one.c": range(1, TEXT.count("\n") + 2), "two.c": range(1, 9)}
check("lines that move keep their mistakes", {id_ for _, _, _, id_ in each},
      {id_ for _, _, _, id_ in drawn(moved, "7", 10000)})

# Lines that changed since a commit: of the product's C files, as they are now.
os.mkdir("db")
os.mkdir("tests")
for path, lines in (("db/a.c", "a b c d"), ("db/b.c", "a"), ("tests/c.c", "a"), ("db/d.h", "a")):
    with open(path, "w") as file:
        file.write("\n".join(lines.split()) + "\n")
for words in ("init -q", "add .", "-c user.name=a -c user.email=a commit -qm one"):
    subprocess.run(["git", *words.split()], check=True)
for path, lines in (("db/a.c", "x y a b d z"), ("tests/c.c", "b"), ("db/d.h", "b"), ("db/e.c", "b")):
    with open(path, "w") as file:
        file.write("\n".join(lines.split()) + "\n")
subprocess.run(["git", "add", "db/e.c"], check=True)
check("lines that changed since a commit are those of today's files", {"db/a.c": [1, 2, 6], "db/e.c": [1]},
      draw.changed_lines("HEAD"))

# Marks: right; of another text; gone from its function; without a reason.
right = changes.identity("one.c", "pot_count", "return -rest;", "return rest;")
gone = changes.identity("one.c", "pot_clear", "return -rest;", "return rest;")
with open("marks.txt", "w") as file:
    file.write(f"# Marks.\n{right} one.c pot_count\n- return -rest;\n+ return rest;\n  Nothing reads it.\n\n"
               f"{right} one.c pot_count\n- return -rest;\n+ return 0;\n  Nothing reads it.\n\n"
               f"{gone} one.c pot_clear\n- return -rest;\n+ return rest;\n  Nothing reads it.\n\n"
               f"{right} one.c pot_count\n- return -rest;\n+ return rest;\n")
check("a mark is right, or it is told why not",
      [None, f"its text belongs to {changes.identity('one.c', 'pot_count', 'return -rest;', 'return 0;')}",
       "its line is no longer in pot_clear of one.c", "has no reason"],
      [mark.wrong() for mark in draw.read_marks("marks.txt")])
say.end()
