"""Runs a Kaggle agent: a function of (observation, configuration) in a file of its author's.

referee-adapt starts this text with `python3 -c`, writes one line a question, and reads one line an answer. The agent's own
prints go to standard error. Each game executes the file again in a fresh namespace, as kaggle-environments does. There is no
time beyond that of the move, so remainingOverageTime is 0 unless the game is played with a clock.
"""
import inspect
import os
import sys
import traceback
import types

FILE, NAME = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
questions, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)
sys.stdout = sys.stderr


class Record(dict):
    """A dictionary whose keys are attributes too."""

    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None

    def __setattr__(self, key, value):
        self[key] = value


def fail():
    """Prints the traceback of the agent's own code alone, and ends."""
    kind, value, trace = sys.exc_info()
    frames = [frame for frame in traceback.extract_tb(trace) if frame.filename != "<string>"]
    if frames:
        sys.stderr.write("Traceback (most recent call last):\n")
    sys.stderr.write("".join(traceback.format_list(frames) + traceback.format_exception_only(kind, value)))
    if isinstance(value, ImportError):
        sys.stderr.write(f"referee-adapt: the agent runs in {sys.executable}, Python {sys.version.split()[0]}\n")
    sys.stderr.flush()
    os._exit(1)


def load():
    """The agent of the file: NAME, agent, my_agent, the last function that it defines, or else its last callable."""
    path = os.path.abspath(FILE)
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.path[:] = [folder for folder in sys.path if folder != ""]
    sys.path.insert(0, os.path.dirname(path))
    module = types.ModuleType("agent")
    module.__file__ = path
    sys.modules["agent"] = module
    names = vars(module)
    exec(code, names)
    if NAME is not None:
        if not callable(names.get(NAME)):
            raise NameError(f"{os.path.basename(path)} has no function {NAME}")
        return names[NAME]
    for name in ("agent", "my_agent"):
        if callable(names.get(name)):
            return names[name]
    functions = [value for value in names.values() if inspect.isfunction(value) and value.__code__.co_filename == path]
    callables = [value for name, value in names.items() if callable(value) and not name.startswith("__")]
    if not callables:
        raise NameError(f"{os.path.basename(path)} defines no function; the agent is one of (observation, configuration)")
    return functions[-1] if functions else callables[-1]


def arguments(agent):
    """How many of observation and configuration it takes."""
    try:
        parameters = inspect.signature(agent).parameters.values()
    except (TypeError, ValueError):
        return 2
    if any(p.kind == p.VAR_POSITIONAL for p in parameters):
        return 2
    return min(2, sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters))


def play(agent, words):
    """Answers `move ROWS COLUMNS CONNECT MARK SECONDS OVERAGE CELLS`."""
    rows, columns, connect, mark = map(int, words[1:5])
    seconds, overage = map(float, words[5:7])
    board = [int(cell) for cell in words[7]]
    step = sum(cell != 0 for cell in board)
    observation = Record(board=board, mark=mark, step=step, remainingOverageTime=overage)
    configuration = Record(rows=rows, columns=columns, inarow=connect, episodeSteps=1000, steps=1000, actTimeout=seconds,
                           timeout=seconds, agentTimeout=60, runTimeout=1200, __raw_path__=os.path.abspath(FILE))
    return agent(*(observation, configuration)[:arguments(agent)])


def written(answer):
    """A whole number as its digits; anything else as it is, to be an illegal move."""
    whole = hasattr(answer, "__index__") or isinstance(answer, float) and answer.is_integer()
    return " ".join(str(int(answer) if whole else answer).split())[:60]


agent = None
while True:
    line = questions.readline()
    if not line:
        os._exit(0)
    try:
        if line == "load\n":
            agent = load()
            answer = "loaded"
        else:
            answer = written(play(agent, line.split()))
    except BaseException:
        fail()
    sys.stderr.flush()
    answers.write(answer + "\n")
    answers.flush()
