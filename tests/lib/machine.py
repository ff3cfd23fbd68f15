"""A clean Debian with systemd as its init, in namespaces of its own; it shares the network with this machine, for apt
alone. It ends with the test, and its folder with it."""
import os
import shutil
import subprocess

from checks import LIMIT, folder, start, until
from processes import children

MACHINES = os.path.abspath("build/machines")  # base systems, which are made once
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = """deb http://deb.debian.org/debian {0} main
deb http://deb.debian.org/debian {0}-updates main
deb http://security.debian.org/debian-security {0}-security main
"""
WORDS = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
         "TERM": "dumb", "DEBIAN_FRONTEND": "noninteractive"}


def cannot():
    """Why no machine can be made here; None: it can."""
    if os.geteuid() != 0:
        return "only root makes machines"
    if shutil.which("mmdebstrap") is None:
        return "mmdebstrap is missing"
    made = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--uts", "--ipc", "--cgroup", "sh", "-c",
                           "mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && mkdir /mnt/c && mount -t cgroup2 c /mnt/c"],
                          capture_output=True, text=True)
    return None if made.returncode == 0 else "no namespaces: " + made.stderr.strip()


def base(release):
    """The archive of a base system. OSError: the registry does not answer."""
    path = os.path.join(MACHINES, release + ".tar")
    if not os.path.exists(path):
        os.makedirs(MACHINES, exist_ok=True)
        made = subprocess.run(["mmdebstrap", "--quiet", "--format=tar", "--variant=apt", "--include=systemd,systemd-sysv,dbus,procps", release,
                               path + ".new", *[line for line in SOURCES.format(release).split("\n") if line]],
                              capture_output=True, text=True)
        if made.returncode != 0:
            raise OSError(f"no base system of {release}: {made.stderr[-1000:]}")
        os.rename(path + ".new", path)
    return path


class Machine:
    def __init__(self, release):
        self.root = folder()
        subprocess.run(["tar", "-xf", base(release), "-C", self.root], check=True)
        os.chmod(self.root, 0o755)
        shutil.copy("/etc/resolv.conf", self.path("/etc/resolv.conf"))
        with open(self.path("/etc/hostname"), "w") as file:
            file.write(release + "\n")
        with open(self.path("/etc/machine-id"), "w"):
            pass
        self.outer = start(["unshare", "--mount", "--pid", "--fork", "--uts", "--ipc", "--cgroup", "--kill-child",
                            "sh", HERE + "/machine-init.sh", self.root])
        self.pid = until("its first process", lambda: children(self.outer.pid))[0]
        until("systemd has started all", lambda: self.outer.poll() is not None or
              self.sh("systemctl is-system-running").stdout.strip() in ("running", "degraded"))
        if self.outer.poll() is not None:
            raise OSError("the machine has ended")

    def path(self, inside):
        """Where a file of the machine is on this one."""
        return self.root + inside

    def run(self, *words, limit=LIMIT):
        return subprocess.run(["nsenter", "-t", str(self.pid), "-m", "-p", "-u", "-i", "-C", "env", "-i",
                               *[f"{name}={value}" for name, value in WORDS.items()], *words],
                              capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=limit)

    def sh(self, text, limit=LIMIT):
        """The text by its shell."""
        return self.run("sh", "-c", "cd; " + text, limit=limit)

    def out(self, text):
        return self.sh(text).stdout.strip()

    def must(self, text, limit=1800):
        """A step without which the test has no sense."""
        done = self.sh(text, limit)
        if done.returncode != 0:
            raise ChildProcessError(f"{text}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def put(self, inside, text, mode=0o644):
        """Writes a file at once."""
        with open(self.path(inside) + ".new", "w") as file:
            file.write(text)
        os.chmod(self.path(inside) + ".new", mode)
        os.rename(self.path(inside) + ".new", self.path(inside))

    def end(self):
        self.outer.kill()
        self.outer.wait()
        until("all its processes are gone", lambda: not os.path.exists(f"/proc/{self.pid}"))
        shutil.rmtree(self.root, ignore_errors=True)
