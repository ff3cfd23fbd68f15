#!/bin/sh
# `referee doctor` says what this machine can do: as root, as an ordinary user, and with something taken away.
# checks: 47
. "$(dirname "$0")/../lib/checks.sh"

mkdir "$work/bin" "$work/disk"
cp "$build/referee" "$build/referee-bot" "$build/referee-solve" "$build/referee-adapt" "$work/bin"
chmod 755 "$work" "$work/bin"
chmod 1777 "$work/disk"
PATH=$work/bin:$PATH

# doctor [OPTIONS]: the rows, with its exit status in $status.
doctor() {
	referee doctor --db "$work/disk/cup.db" "$@" >"$work/out" 2>&1
	status=$?
}

# row NAME: a row of the last output, with its remedy behind it.
row() {
	awk -v name="$1" '$2 == name { print; on = 1; next } on && $1 == "->" { print } { on = 0 }' "$work/out"
}

# row_has STATE NAME TEXT REMEDY
row_has() {
	found=$(row "$2" | tr -s ' ')
	has "$found" "$1 $2 " && has "$found" "$3" && has "$found" "$4"
}

# says STATE NAME TEXT [REMEDY]: what the row must say.
says() {
	say "$where: $2 is $1: $3${4:+ -> $4}" row_has "$1" "$2" "$3" "${4:-}"
}

# --- where all is well ---

where="root"
doctor
say "the machine can do the full sandbox" same $status 0 || cat "$work/out"
says ok sandbox "full holds" ""
say "the last line counts the warnings" has "$(tail -1 "$work/out")" \
	"sandbox = full: this machine can do it; $(grep -c '^warn ' "$work/out") warning"
say "each row has been examined in its time" [ "$(grep -c 'did not end' "$work/out")" = 0 ]
say "moves were played" has "$(row move)" "moves of a house bot"
say "the disk was measured" has "$(row disk)" "a commit takes"
say "nothing is left in the folder of the database" same "$(ls -A "$work/disk")" ""
doctor --json
say "as JSON it is one object with the same rows" python3 - "$work/out" <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    report = json.load(file)
assert report["sandbox"] == "full" and report["able"] is True, report
assert all(set(row) == {"name", "examines", "state", "finding", "remedy"} for row in report["rows"])
assert all((row["state"] == "ok") == (row["remedy"] is None) for row in report["rows"]), report
assert {"kernel", "sandbox", "disk", "move", "programs"} <= {row["name"] for row in report["rows"]}
PY
doctor --sandbox reduced
say "it can do the reduced one" same $status 0
says ok sandbox "reduced holds" ""
referee doctor --db "$work/none/cup.db" --sandbox none >"$work/out"
status=$?
where="a folder that is not there"
say "a database that cannot be kept is a problem" same $status 1
says missing disk "No such file" "--db FILE"
referee doctor --sandbox most 2>"$work/out"
say "an unknown level is a mistake of the command line" same $? 2

if [ "$(id -u)" != 0 ] || ! unshare --user --map-root-user true 2>/dev/null; then
	echo "skip 34: the rest needs root and user namespaces, to take them away"
	exit $bad
fi

# --- an ordinary user ---

# as_user COMMAND...: an ordinary user, in a group of its own.
as_user() {
	setpriv --reuid=$ordinary_user --regid=$ordinary_user --clear-groups "$@"
}
where="an ordinary user"
as_user referee doctor --db "$work/disk/cup.db" >"$work/out" 2>&1
status=$?
say "the machine can do the full sandbox for an ordinary user" same $status 0 || cat "$work/out"
says ok users "bots run as this user"
says ok user-namespaces "allowed" ""
where="an ordinary user in the group of root"
setpriv --reuid=$ordinary_user --regid=0 --clear-groups referee doctor --db "$work/disk/cup.db" >"$work/out" 2>&1
say "that is not enough" same $? 1
says missing users "the group of root"
says missing sandbox "root (is root)"

# --- things taken away ---

# without SETTINGS COMMAND...: in a user namespace whose settings in /proc/sys/user are 0.
without() {
	settings=$1
	shift
	as_user unshare --user --map-root-user sh -c 'for one in $1; do echo 0 >/proc/sys/user/$one; done
		shift; exec "$@"' sh "$settings" "$@"
}
where="no user namespaces"
without "max_user_namespaces max_pid_namespaces" referee doctor >"$work/out" 2>&1
say "without user namespaces it cannot" same $? 1
rows=$(grep -c -E '^(ok|warn|missing) ' "$work/out")
say "$where: the last line counts the rows" has "$(tail -1 "$work/out")" \
	"$(grep -c '^missing ' "$work/out") of $rows rows say missing"
says missing user-namespaces "user.max_user_namespaces is 0" "sudo sysctl -w user.max_user_namespaces=10000"
says missing sandbox "full does not work: a user namespace cannot be had" "rows above"
says warn mounts "not tried"
without "max_user_namespaces max_pid_namespaces" referee run --game tictactoe --bot a=referee-bot --bot b=referee-bot \
	--db "$work/disk/none.db" >"$work/run" 2>&1
say "$where: a run gives the same reason" same $? 4
say "$where: and the same remedy" has "$(cat "$work/run")" "sudo sysctl -w user.max_user_namespaces=10000"
say "$where: and names the doctor" has "$(cat "$work/run")" '`referee doctor`'
without "max_user_namespaces max_pid_namespaces" referee check --game tictactoe -- referee-bot >"$work/check" 2>&1
say "$where: so does a check" has "$(cat "$work/check")" "user.max_user_namespaces is 0"

where="no network namespaces"
without max_net_namespaces referee doctor >"$work/out" 2>&1
says missing namespaces "a network namespace cannot be had" "user.max_net_namespaces=10000"

where="root of a user namespace with one user"
without "" referee doctor >"$work/out" 2>&1
says missing users "no bot runs as root" "1000"

# filtered yes|no COMMAND...: as Docker starts programs: clone3() fails with ENOSYS. yes: clone() makes no namespaces either.
filtered() {
	python3 - "$@" <<'PY'
import ctypes, os, platform, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
LOAD, EQUAL, BITS, RETURN, ALLOW, ERRNO = 0x20, 0x15, 0x45, 6, 0x7FFF0000, 0x00050000
clone = {"x86_64": 56, "aarch64": 220}[platform.machine()]
namespaces = 0x7E020000 if sys.argv[1] == "yes" else 0
code = [(LOAD, 0, 0, 0), (EQUAL, 0, 1, 435), (RETURN, 0, 0, ERRNO | 38), (EQUAL, 0, 3, clone),
        (LOAD, 0, 0, 16), (BITS, 0, 1, namespaces), (RETURN, 0, 0, ERRNO | 1), (RETURN, 0, 0, ALLOW)]
filters = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(filters)))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0, ctypes.get_errno()
os.execvp(sys.argv[2], sys.argv[2:])
PY
}
where="a filter without clone3"
filtered no setpriv --reuid=$ordinary_user --regid=$ordinary_user --clear-groups referee doctor --db "$work/disk" >"$work/out" 2>&1
say "without clone3 the machine can do it" same $? 0 || cat "$work/out"
where="a filter of namespaces"
filtered yes setpriv --reuid=$ordinary_user --regid=$ordinary_user --clear-groups referee doctor >"$work/out" 2>&1
says missing user-namespaces "a system call filter forbids it"
says missing sandbox "reduced does not hold: 2 of"
say "an ordinary user without namespaces can play without a sandbox" filtered yes setpriv --reuid=$ordinary_user --regid=$ordinary_user \
	--clear-groups referee check --sandbox none --game tictactoe --quick -- referee-bot
# Root has no CAP_SYS_ADMIN in a container.
filtered yes setpriv --bounding-set=-sys_admin --inh-caps=-all referee doctor --sandbox reduced >"$work/out" 2>&1
say "root without namespaces can play with the reduced sandbox" same $? 0 || cat "$work/out"

where="parts of /proc covered"
unshare --mount sh -c 'mount --bind /dev/null /proc/version && exec setpriv --reuid="$0" --regid="$0" --clear-groups "$@"' \
	$ordinary_user referee doctor >"$work/out" 2>&1
says missing mounts "parts of /proc are covered here"
says missing sandbox "a /proc of its own cannot be had"

where="a chroot"
mkdir "$work/root"
unshare --mount sh -c 'cd "$1" && for one in usr lib lib64 bin etc dev; do mkdir $one && mount --rbind /$one $one; done
	mkdir proc tmp b && mount -t proc proc proc && chmod 1777 tmp && mount --bind "$2" b &&
	exec chroot . /b/referee doctor --db /tmp' sh "$work/root" "$work/bin" >"$work/out" 2>&1
say "in a chroot it cannot" same $? 1
says missing mounts "the referee runs in a chroot" "systemd-nspawn"
says missing sandbox "reduced holds" "sandbox = reduced"

where="no /proc, no control groups, and a folder in memory"
unshare --mount --pid --fork sh -c 'mount -t tmpfs tmpfs /sys/fs/cgroup; mount -t tmpfs -o size=4m tmpfs "$1"
	mount -t tmpfs tmpfs /proc; exec "$2/referee" doctor --db "$1"' sh "$work/disk" "$work/bin" >"$work/out" 2>&1
status=$?
say "it ends without a /proc too" same $status 1
says warn processor-time "/proc/PID/schedstat" "clock = wall"
says warn control-groups "none can be made" "mount"
says warn disk "tmpfs" "empty after a restart"

where="a bot that is not there"
mkdir "$work/alone"
cp "$build/referee" "$work/alone"
PATH=/usr/bin:/bin "$work/alone/referee" doctor >"$work/out" 2>&1
says warn programs "referee-bot (house bots)" "in one folder"
says warn speed "no program referee-bot" "install"
says warn move "no move was played" "first"

exit $bad
