"""How a file with a mistake in it becomes a build of its own, as the Makefile says, and how a test of it runs.

Nothing of the tree is changed: the object file with the mistake is linked in front of the libraries, in which the right
one then is not looked for.
"""
import concurrent.futures
import glob
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time

SCRATCH = os.path.join("build", f"mutants-{os.getpid()}")
LONGEST = 600  # seconds; what a test takes without a mistake says how long it may with one
SMALL = ("bots", "rules-process", "rules", "protocol", "base")
LARGE = ("referee", "db", *SMALL[1:])
LIBRARY = {"rules/process": "rules-process", "packaging/man": "manual"}  # the others have the name of their folder
# Each has a file with its main(), more sources, and libraries.
PROGRAMS = {
    "referee": ("referee/commands/main.c", "", LARGE),
    "referee-bot": ("bots/main.c", "", SMALL),
    "referee-solve": ("bots/solve/main.c", "", SMALL),
    "referee-adapt": ("bots/adapters/main.c", "", SMALL),
    "referee-broker": ("referee/machines/nats/main.c", "referee/machines/nats", LARGE),
    "manual": ("packaging/man/main.c", "", ("manual", "bots", *LARGE)),
    "tests/browser/feeder": ("tests/browser/feeder.c", "", ("bots", *LARGE)),  # the web process of the scripts
}
# Files that are compiled in as strings: the header that declares them, and their names.
TEXTS = {"db/schema.sql": ("db/schema.h", "db_schema"), "db/queries.sql": ("db/schema.h", "db_queries_sql")}
MAINS = {main for main, _, _ in PROGRAMS.values()}


class Building:
    def __init__(self):
        def settings(*more):
            said = subprocess.run(["make", "-s", "settings", *more], check=True, capture_output=True, text=True).stdout
            return [shlex.split(line) for line in said.split("\n")]

        compiler, self.linker, self.libs, self.broker_libs, *_ = settings()
        self.compilers = {"": compiler, "san": settings("VARIANT=san")[0]}

    def folder(self, variant):
        return os.path.join("build", variant) if variant else "build"

    def compile(self, variant, file, text, folder, more=("-w",)):
        """Returns (the object file, or None where the text is no C; what the compiler said)."""
        if file in TEXTS:
            header, name = TEXTS[file]
            lines = (re.sub(r'[\\"]', r"\\\g<0>", line) for line in text.splitlines())
            text = f'#include "{header}"\nconst char {name}[] =\n'
            text += "".join(f'"{line}\\n"\n' for line in lines) + ";\n"
        out = os.path.join(folder, os.path.basename(file) + ".o")
        done = subprocess.run([*self.compilers[variant], *more, "-c", "-o", out, "-x", "c", "-"],
                              input=f'#line 1 "{file}"\n{text}', stderr=subprocess.PIPE, text=True)
        return (out if done.returncode == 0 else None), done.stderr

    def link(self, variant, out, objects, libraries, more=()):
        libraries = [os.path.join(self.folder(variant), f"lib{name}.a") for name in libraries]
        if os.path.exists(out):
            os.unlink(out)  # It is a hard link.
        subprocess.run([*self.compilers[variant], *self.linker, "-o", out, *objects, *libraries, *self.libs, *more],
                       check=True)

    def object(self, variant, source):
        return os.path.join(self.folder(variant), "o", source.removesuffix(".c") + ".o")

    def link_test(self, variant, test, file, text, mutant, folder):
        """text: of the file, with the mistake. A test that includes the file gets it in its own object."""
        with open(test + ".c", encoding="utf-8") as source:
            before, line, after = source.read().partition(f'#include "{file}"')
        objects = [self.object(variant, test + ".c"), mutant]
        if line:
            after = f'#line {before.count(chr(10)) + 1} "{test}.c"\n{after}'
            own, said = self.compile(variant, test + ".c", f'{before}\n#line 1 "{file}"\n{text}\n{after}', folder)
            if own is None:
                raise RuntimeError(f"{test}.c with a mistake in {file}: {said}")
            objects = [own]
        self.link(variant, os.path.join(folder, test), objects, ("manual", "referee", "db", *SMALL))

    def link_programs(self, variant, file, mutant, folder):
        """Into a folder that has all else that the scripts need."""
        for program, (main, more, libraries) in PROGRAMS.items():
            if not os.path.exists(os.path.join(folder, program)):
                continue
            sources = [main] + [source for source in sorted(glob.glob(f"{more}/*.c")) if more and source != main]
            if file not in sources and (file in MAINS or not self.is_in(file, libraries)):
                continue
            objects = [self.object(variant, source) for source in sources if source != file]
            commit = os.path.join(self.folder(variant), "text/commit.o")
            self.link(variant, os.path.join(folder, program), [mutant, *objects, commit], libraries,
                      self.broker_libs if more else ())

    def is_in(self, file, libraries):
        return not file.startswith("referee/machines/nats/") and LIBRARY.get(os.path.dirname(file), file.split("/")[0]) in libraries

    def copy_programs(self, variant, folder):
        """Hard links: what is linked anew is unlinked first."""
        source = self.folder(variant)
        for program in PROGRAMS:
            if "/" not in program and os.path.exists(os.path.join(source, program)):  # else scripts that need it skip
                os.link(os.path.join(source, program), os.path.join(folder, program))
        shutil.copytree(os.path.join(source, "tests"), os.path.join(folder, "tests"), copy_function=os.link,
                        ignore=shutil.ignore_patterns("*.log", "*.status"))


def test_command(test, folder, case=None):
    """(command, environment); folder: a build, since programs look for others beside themselves."""
    if test.endswith(".sh"):
        return ["sh", test], {"BUILD": os.path.abspath(folder), "BROWSER": "no"}
    case = {"CK_RUN_CASE": case} if case else {}
    return [os.path.join(folder, test)], {"TEST_SECONDS": str(LONGEST), **case}


def passes(command, environment, limit):
    """Runs it, ends all that it has started, and returns whether it succeeded. A script has failed as soon as it has
    said the first sentence that does not hold."""
    process = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    failed = threading.Event()

    def kill():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def listen():
        for line in process.stdout:
            if line.startswith(b"not ok "):
                failed.set()
                kill()

    threading.Thread(target=listen, daemon=True).start()
    try:
        return process.wait(limit) == 0 and not failed.is_set()
    except subprocess.TimeoutExpired:
        return False
    finally:
        kill()
        process.wait()


def emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def at_once(jobs, work, items):
    """Yields (item, result, seconds) as they come; work gets a folder of its own."""
    folders = queue.SimpleQueue()
    for i in range(jobs):
        folders.put(os.path.join(SCRATCH, str(i)))

    def one(item):
        folder, began = folders.get(), time.monotonic()
        try:
            return item, work(item, folder), time.monotonic() - began
        finally:
            folders.put(folder)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(one, item) for item in items]):
            yield future.result()
