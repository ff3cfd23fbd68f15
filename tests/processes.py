"""Who descends from a process, as the kernel knows it."""


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def descendants(pid):
    """Children, their children, and so on, each before its own."""
    found = []
    for child in children(pid):
        found.append(child)
        found += descendants(child)
    return found
