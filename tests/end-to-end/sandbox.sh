#!/bin/sh
# The sandbox in whole tournaments: the run-times that are installed, what a bot sees and what it
# does not, for the user that runs the tests and, for root, for an unprivileged user.
# checks: 32
set -u
. "$(dirname "$0")/../lib/checks.sh"

# A bot that says in its name what it could.
tell='import sys, os
def can(what):
    try:
        return what()
    except OSError:
        return False
told = " ".join(name for name, what in WHAT if can(what)) or "nothing"
for line in sys.stdin:
    word = line.split()[0]
    print({"ugi": "id name %s\nfeature legal\nugiok" % told, "isready": "readyok",
           "go": "bestmove a1"}.get(word, ""), flush=True)
'
mkdir "$work/cup" "$work/cup/mine" "$work/cup/other"
cp bots/starters/python/bot.py "$work/cup/mine/bot.py"
echo secret >"$work/cup/other/secret"
sqlite3 "$work/cup/mine/book.db" 'CREATE TABLE t(a); INSERT INTO t VALUES (1)'
ln -s ../other/secret "$work/cup/mine/link"
ln -s /etc/shadow "$work/cup/mine/shadow"
{
	echo 'import ctypes, fcntl, os, sqlite3, sys'
	echo 'WHAT = ['
	echo '("database", lambda: open("../cup.db")), ("other", lambda: open("../other/secret")),'
	echo '("listing", lambda: "secret" in os.listdir("../other")), ("link", lambda: open("link")),'
	echo '("shadow", lambda: open("shadow")), ("write", lambda: open("x", "w")),'
	echo '("root", lambda: os.getuid() == 0), ("own", lambda: open("bot.py").read() != ""),'
	echo '("scratch", lambda: open(os.environ["TMPDIR"] + "/x", "w").write("y") == 1),'
	echo '("lock", lambda: fcntl.flock(open(sys.executable), fcntl.LOCK_SH) is None),'
	echo '("record-lock", lambda: fcntl.lockf(open("bot.py"), fcntl.LOCK_SH) is None),'
	echo '("watch", lambda: ctypes.CDLL(None).inotify_init() >= 0),'
	echo '("book", lambda: sqlite3.connect("file:book.db?immutable=1", uri=True).execute("SELECT a FROM t").fetchone()),'
	echo '("much", lambda: open(os.environ["TMPDIR"] + "/m", "wb").write(bytes(2 << 20)) > 0)]'
	printf '%s\n' "$tell"
} >"$work/cup/mine/tell.py"
cat >"$work/cup/cup.conf" <<CUP
name = "cup"
game = tictactoe
db   = "$work/cup/cup.db"
movetime = 10s
scratch = 1M
bot tells { command = "python3 tell.py" dir = "$work/cup/mine" memory = 128M }
bot other { command = "referee-bot --search first" dir = "$work/cup/other" }
CUP

seen=$(referee check "$work/cup/cup.conf" 2>&1 | sed -n 's/.*ok .*"\(.*\)" by .*/\1/p' | head -1)
say "a bot sees its own folder and its scratch folder, and gives no sign to others" same "$seen" "own scratch book"
referee run "$work/cup/cup.conf" --quiet 2>"$work/err"
say "the level of the sandbox stands in each game's row" same \
	"$(sql "$work/cup/cup.db" 'SELECT DISTINCT sandbox FROM games')" full
definition=$(sql "$work/cup/cup.db" 'SELECT definition FROM tournaments')
say "the limits of all stand in the database" has "$definition" 'memory = 256M
processes = 64
files = 256
scratch = 1M'
say "so do a bot's own" has "$definition" 'bot tells memory = 128M'

# --- shared memory and semaphores ---

mkdir "$work/shares"
cat >"$work/shares/bot.py" <<'BOT'
import concurrent.futures, multiprocessing, multiprocessing.shared_memory, os, sys

def twice(n):
    return 2 * n

def put(queue):
    queue.put(42)

def queue():
    queue = multiprocessing.Queue()
    multiprocessing.Process(target=put, args=(queue,)).start()
    return queue.get(timeout=20) == 42

def pool():
    with multiprocessing.Pool(2) as pool:
        return pool.map(twice, [1, 2, 3]) == [2, 4, 6]

def executor():
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        return list(pool.map(twice, [1, 2])) == [2, 4]

def lock():
    with multiprocessing.Lock():
        return True

def memory():
    shared = multiprocessing.shared_memory.SharedMemory(create=True, size=4096)
    shared.buf[0] = 7
    again = multiprocessing.shared_memory.SharedMemory(name=shared.name)
    return again.buf[0] == 7

def left():
    return os.listdir("/dev/shm") or os.path.exists(os.environ["TMPDIR"] + "/left")

def both():
    for folder in "/dev/shm", os.environ["TMPDIR"]:
        with open(folder + "/left", "wb") as file:
            file.write(bytes(700 << 10))
    return True

if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    told = ""
    for can in left, queue, pool, executor, lock, memory, both:
        try:
            told += " " + can.__name__ if can() else ""
        except OSError:
            pass
    for line in sys.stdin:
        word = line.split()[0]
        print({"ugi": "id name can%s\nfeature legal\nugiok" % told, "isready": "readyok",
               "go": "bestmove a1"}.get(word, ""), flush=True)
BOT
for again in once twice; do
	seen=$(referee check --game tictactoe --scratch 1M --startup-timeout 60s --dir "$work/shares" \
		-- python3 bot.py 2>&1 | sed -n 's/.*ok .*"\(.*\)" by .*/\1/p')
	say "multiprocessing works, within the room for scratch, and begins with nothing ($again)" \
		same "$seen" "can queue pool executor lock memory"
done

# --- run-times ---

mkdir "$work/bots"
cp bots/starters/python/bot.py bots/starters/node/bot.js "$work/bots"
cc -O2 -o "$work/bots/bot" bots/starters/c/bot.c
# add NAME COMMAND: one more of the bots, when the program is installed.
add() {
	name=$1
	if command -v "${2%% *}" >/dev/null; then
		printf 'bot %s { command = "%s" }\n' "$name" "$2" >>"$work/bots.conf"
	else
		echo "skip 1: no ${2%% *} here: bots of $name are not tried"
	fi
}
printf 'game = connect4\nmovetime = 5s\nstartup-timeout = 60s\nopenings = random:30\n' >"$work/bots.conf"
add c "$work/bots/bot"
add python "python3 $work/bots/bot.py"
add python-usr "/usr/bin/python3 $work/bots/bot.py"
add node "node $work/bots/bot.js"
if command -v javac >/dev/null; then
	javac -d "$work/bots" bots/starters/java/Bot.java || exit 1
fi
add java "java -cp $work/bots Bot"
seats=$(grep -c '^bot' "$work/bots.conf")
# At the level reduced nothing looks like the bot's own: others must be allowed to read it.
chmod 755 "$work" "$work/bots"
for level in full reduced; do
	if [ $level = reduced ] && [ "$(id -u)" = 0 ]; then
		sed -i '/bot python /d' "$work/bots.conf" # root's own, perhaps
		seats=$(grep -c '^bot' "$work/bots.conf")
	fi
	referee run "$work/bots.conf" --name $level --sandbox $level --db "$work/$level.db" --quiet \
		2>"$work/err"
	say "bots of every run-time play without a fault in sandbox = $level" same \
		"$(sql "$work/$level.db" "SELECT (SELECT count(DISTINCT bot) FROM standings) || ' ' ||
			count(*) || ' ' || coalesce(group_concat(DISTINCT bot || ': ' || detail), '')
			FROM faults")" "$seats 0 "
done

# --- a script from Windows ---

printf '#!/usr/bin/env python3\r\n' >"$work/bots/windows"
chmod +x "$work/bots/windows"
referee run --game tictactoe --bot w="$work/bots/windows" --bot f="referee-bot --search first" \
	--db "$work/windows.db" --quiet 2>"$work/err"
say "a script with Windows line ends loses by startup, and why is told" has \
	"$(sql "$work/windows.db" 'SELECT DISTINCT verdict || detail FROM faults')" 'carriage return'

# --- an unprivileged user, in groups as people are, and with a TMPDIR that is gone ---

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir "$work/nobody" "$work/nobody/bin"
	cp "$build/referee" "$build/referee-bot" "$work/nobody/bin"
	cp "$work/bots.conf" "$work/nobody"
	chown -R $ordinary_user:$ordinary_user "$work/nobody"
	as_nobody() {
		(cd "$work/nobody" && HOME=$work/nobody TMPDIR=/no/such PATH=/usr/bin:/bin \
			setpriv --reuid=$ordinary_user --regid=$ordinary_user --groups=4711,4712 \
			"$work/nobody/bin/referee" "$@")
	}
	as_nobody check --sandbox >"$work/out" 2>&1
	status=$?
	say "the box of an ordinary user refuses what it must" same $status 0
	hint='no control group can be made here, so `memory` is a hint and not a limit'
	say "and it is told that memory is a hint there" has "$(cat "$work/out")" "$hint"
	say "a check of a bot tells it too" has \
		"$(as_nobody check --quick --game tictactoe -- referee-bot --search first 2>&1)" "$hint"
	as_nobody run bots.conf --db own.db --quiet 2>"$work/err"
	say "bots of every run-time play for an ordinary user" same \
		"$(sql "$work/nobody/own.db" "SELECT (SELECT count(DISTINCT bot) FROM standings) ||
			' ' || count(*) || ' ' || coalesce(group_concat(detail), '') FROM faults")" \
		"$seats 0 "
else
	echo "skip 4: only root can become another user: an ordinary user is not tried"
fi
referee check --sandbox >"$work/out" 2>&1
status=$?
say "the box refuses what it must" same $status 0
say "at least sixty ways out are tried" [ "$(grep -c '^  refused' "$work/out")" -ge 60 ]

# --- where nothing may be started from ---

if [ "$(id -u)" = 0 ]; then
	mkdir "$work/noexec"
	unshare --mount sh -c 'mount -t tmpfs -o noexec tmpfs "$1/noexec" && cd "$1/noexec" &&
		cp "$1/bots/bot" bot && exec "$2/referee" check --game connect4 -- ./bot' \
		sh "$work" "$build" >"$work/out" 2>&1
	say "a bot on a file system that is noexec is told so" has "$(cat "$work/out")" '(noexec)'
else
	echo "skip 1: only root mounts: a file system that is noexec is not tried"
fi
cat >"$work/seen.conf" <<SEEN
game = tictactoe
db   = "$work/folder.db"
bot gone { command = "sh bot.sh" dir = "students/gone" }
bot here { command = "referee-bot --search first" }
SEEN
(cd "$work/bots" && referee run ../seen.conf --quiet 2>"$work/err")
say "a folder that is not there is told with where it was looked for" has \
	"$(sql "$work/folder.db" 'SELECT DISTINCT detail FROM faults')" "seen from $work/bots"

# --- wherever people work ---

# Folders that are empty but for the one in which the referee is asked.
inside() { # USER FOLDER
	unshare --mount sh -c 'mount -t tmpfs -o mode=755 tmpfs "/$(echo "$2" | cut -d/ -f2)" &&
		mkdir -p "$2" && cd "$2" && HOME=$2 exec setpriv --reuid="$1" --regid="$1" \
		--clear-groups "$3" check --sandbox' sh "$1" "$2" "$work/nobody/bin/referee"
}
if [ -d "$work/nobody" ] && unshare --mount true 2>/dev/null; then
	for folder in /home/ann/cup /var/lib/referee ~root/cup /run/cup /srv/cup; do
		for user in 0 65534; do
			inside $user $folder >"$work/out" 2>&1
			status=$?
			say "it does so in $folder, for user $user" [ "$status" = 0 ] ||
				grep OPEN "$work/out"
		done
	done
else
	echo "skip 10: only root mounts: folders where people work are not tried"
fi

# --- where there are no namespaces ---

if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null &&
	unshare --user --map-root-user true 2>/dev/null; then
	limited() { # as root of a user namespace that may hold no others
		unshare --user --map-root-user sh -c 'echo 0 >/proc/sys/user/max_user_namespaces 2>/dev/null
			echo 0 >/proc/sys/user/max_pid_namespaces
			exec "$@"' sh "$@"
	}
	limited "$build/referee" run --game tictactoe --bot a=referee-bot --bot b=referee-bot \
		--db "$work/none.db" --quiet >"$work/out" 2>&1
	status=$?
	say "without namespaces no tournament begins" same $status 4
	say "and it is said what would do" has "$(cat "$work/out")" "sandbox = reduced"
	say "no database is begun" [ ! -e "$work/none.db" ]
else
	echo "skip 3: no user namespaces here: a machine without namespaces is not tried"
fi

# A user namespace with all users in it, and no others below: there a box is a user and a group.
if [ "$(id -u)" = 0 ] && command -v unshare >/dev/null && unshare --user true 2>/dev/null; then
	mkfifo "$work/there" "$work/mapped"
	cp "$build/tests/rogues/chain" "$work/chain" # a name that no other test looks for
	# A process that is root only since the map was written is so from the next exec on.
	unshare --user sh -c 'echo >"$1"; read go <"$2"; shift 2; exec sh -c "
		echo 0 >/proc/sys/user/max_user_namespaces; echo 0 >/proc/sys/user/max_pid_namespaces
		exec \"\$@\"" sh "$@"' sh "$work/there" "$work/mapped" "$build/referee" run --game tictactoe --sandbox reduced \
		--bot "chain=$work/chain" --bot a=referee-bot --rounds 10 --restart \
		--db "$work/group.db" --quiet >"$work/out" 2>&1 &
	inside=$!
	read -r _ <"$work/there"
	echo '0 0 2147483647' >/proc/$inside/uid_map
	echo '0 0 2147483647' >/proc/$inside/gid_map
	echo go >"$work/mapped"
	wait $inside
	say "a tournament with reduced boxes ends where there are no namespaces" same \
		"$(cat "$work/out")$(sql "$work/group.db" \
		"SELECT count(*) || ' ' || sum(sandbox = 'reduced') FROM games")" "20 20"
	say "of chains that ran away in it no process is left" gone "$work/chain"
else
	echo "skip 2: no user namespaces here: one with all users is not tried"
fi
exit $bad
