"""Who descends from a process, as the kernel knows it."""


def children(pid, name=None):
    """Those that pid has started: all, also who has ended and was not waited for; of a name, who is alive."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            found = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return found if name is None else [child for child in found if is_called(child, name)]


def is_called(pid, name):
    try:
        with open(f"/proc/{pid}/stat") as file:
            text = file.read()
    except OSError:
        return False
    return text[text.index("(") + 1:text.rindex(")")] == name and text[text.rindex(")") + 2] != "Z"


def descendants(pid):
    """Children, their children, and so on, each before its own."""
    found = []
    for child in children(pid):
        found.append(child)
        found += descendants(child)
    return found
