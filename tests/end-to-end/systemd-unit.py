"""Inside the namespaces: starts systemd's user instance, then referee.service and referee-worker.service, and is not kind
to them."""
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))
from broker import MISSING, Server  # noqa: E402
from checks import referee, say, start, until  # noqa: E402

work = os.path.abspath(sys.argv[1])
WATCHDOG = 15
CUP = """name = cup
game = tictactoe
db = "cup.db"
rounds = 1000000
concurrency = 1
bot one { command = "referee-bot --search random" }
bot two { command = "referee-bot --search random" }
"""


def control(*words):
    return subprocess.run(["systemctl", "--user", "--no-pager", *words], capture_output=True, text=True)


def unit(name, of="referee"):
    return control("show", of, "--value", "-p", name).stdout.strip()


def said():
    with open(work + "/said") as file:
        return file.read()


def comes(sentence, holds, of="referee"):
    try:
        say(sentence, until(sentence, holds))
    except TimeoutError:
        say(sentence, False, control("status", of).stdout, said()[-2000:])


def games():
    """As systemd was told them."""
    words = unit("StatusText").split()
    return int(words[1]) if words[:1] == ["cup:"] else 0


def without_rights(text):
    """A unit without the settings that the user instance has no rights for."""
    return re.sub("NoNewPrivileges=.*?SystemCallErrorNumber=EPERM\n", "", text, flags=re.S).replace("DynamicUser=yes\n", "")


def prepare():
    """The system's folders are ours alone here: nothing of the machine is written to."""
    for folder in ("/run", "/var/lib"):
        subprocess.run(["mount", "-t", "tmpfs", "--make-shared", "tmpfs", folder], check=True)  # systemd wants them shared
    units = work + "/home/.config/systemd/user"
    for folder in ("/run/systemd/system", "/run/user", "/run/referee", "/var/lib/referee", units, work + "/etc"):
        os.makedirs(folder)
    os.mkdir("/run/user/0", 0o700)
    os.environ.update(XDG_RUNTIME_DIR="/run/user/0", HOME=work + "/home", PATH=work + "/prefix/bin:" + os.environ["PATH"])
    with open(work + "/prefix/lib/systemd/system/referee.service") as file:
        text = file.read()
    text = text.replace("/etc/referee", work + "/etc").replace("WatchdogSec=30", f"WatchdogSec={WATCHDOG}")
    text = text.replace(" --socket-group referee", "").replace("User=referee\nGroup=referee\n", "")
    text = without_rights(text)
    with open(units + "/referee.service", "w") as file:
        file.write(text.replace("[Service]\n", f"[Service]\nStandardError=append:{work}/said\n"))
    open(work + "/said", "w").close()
    with open(work + "/etc/flags", "w") as file:
        file.write('REFEREE_FLAGS="--http-listen 127.0.0.1:0"\n')
    with open(work + "/etc/cup.conf", "w") as file:
        file.write(CUP)


def worker():
    """referee-worker.service, at a NATS server. Users and capabilities are not the user instance's to give."""
    keys = work + "/keys"
    referee("worker", "key", "--main", "--host", "127.0.0.1", "--folder", keys)
    referee("worker", "key", "lab07", "--folder", keys)
    server = Server("-c", keys + "/broker.conf")
    with open(work + "/etc/worker", "w") as file:
        file.write(f'BROKER={server.url}\nWORKER_FLAGS="--name lab07 --sandbox none"\n')
    for source, target in (("broker.pem", "broker.pem"), ("lab07.nk", "worker.nk")):
        os.rename(f"{keys}/{source}", f"{work}/etc/{target}")
    with open(work + "/prefix/lib/systemd/system/referee-worker.service") as file:
        text = file.read().replace("/etc/referee", work + "/etc").replace("RestartSec=5", "RestartSec=0")
    with open(work + "/home/.config/systemd/user/referee-worker.service", "w") as file:
        file.write(without_rights(text).replace("[Service]\n", f"[Service]\nStandardError=append:{work}/worker-said\n"))

    def connected():
        with open(work + "/worker-said") as file:
            return file.read().count("connected to " + server.url)

    open(work + "/worker-said", "w").close()
    control("daemon-reload")
    started = control("start", "referee-worker")
    say("the worker's unit starts", started.returncode == 0, started.stderr)
    comes("the worker finds its key and the broker", lambda: connected() == 1, of="referee-worker")
    os.kill(int(unit("MainPID", "referee-worker")), signal.SIGKILL)
    comes("killed, it is started again", lambda: connected() == 2, of="referee-worker")
    stopped = control("stop", "referee-worker")
    say("stopped, it ends by itself", stopped.returncode == 0 and unit("Result", "referee-worker") == "success",
        stopped.stderr)


prepare()
systemd = start(["/lib/systemd/systemd", "--user", "--log-target=null"])
until("systemd listens or has ended", lambda: os.path.exists("/run/user/0/systemd/private") or systemd.poll() is not None)
if systemd.returncode is not None:
    print("skip: systemd does not start here", flush=True)
    say.end()

started = control("start", "referee")
say("it is started", started.returncode == 0 and unit("ActiveState") == "active", started.stderr)
comes("as it says that it is ready", lambda: "serve: ready\n" in said())
comes("it plays what is in its folder, and tells systemd how it stands", lambda: games() > 0)
status = subprocess.run(["referee", "ctl", "status", "--socket", "/run/referee/referee.sock"], capture_output=True, text=True)
say("it is asked at the socket that the unit names", "cup: running" in status.stdout, status)
time_limit = int(unit("WatchdogUSec").split("s")[0])
say("the watchdog is set", time_limit == WATCHDOG, time_limit)

reloaded = control("reload", "referee")
comes("reload is a SIGHUP", lambda: "serve: reads the files again\n" in said())
say("and takes nothing away", reloaded.returncode == 0 and unit("NRestarts") == "0", reloaded.stderr)

for times, (sentence, number) in enumerate((("killed", signal.SIGKILL), ("hung, and found so by the watchdog", signal.SIGSTOP))):
    before, kept = unit("MainPID"), games()
    os.kill(int(before), number)
    comes(f"{sentence}, it is started again", lambda: unit("MainPID") not in (before, "0") and
          unit("NRestarts") == str(times + 1) and unit("ActiveState") == "active")
    comes("and goes on with what it had", lambda: games() > kept)

stopped = control("stop", "referee")
say("stopped, it ends by itself", stopped.returncode == 0 and unit("Result") == "success" and
    said().endswith("serve: stopped\n"), stopped.stderr)
if MISSING:
    print("skip: there is no nats-server, or no referee-broker; the unit of the worker is not started")
else:
    worker()
left = subprocess.run(["pgrep", "referee"], capture_output=True, text=True).stdout
say("and with all that it started", left == "", left)
systemd.terminate()
systemd.wait()
say.end()
