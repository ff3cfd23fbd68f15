#!/bin/sh
# The rights of a build: a Makefile is a program too, and not ours. Each that misbehaves gets nothing, ends
# within its limits, and leaves nothing behind; and what was built is kept once, and within a bound.
# checks: 78
set -u
. "$(dirname "$0")/../lib/own-disk.sh"
. "$(dirname "$0")/../lib/checks.sh"
. tests/lib/engine-repository.sh
cd "$work" || exit 1
PATH=$build:/usr/local/bin:/usr/bin:/bin # compilers elsewhere in PATH would be shown
mark=$(basename "$work") # in the words of whatever a build starts

echo "the secret" >secret
mkdir mine
echo "another bot's" >mine/bot
sqlite3 cup.db 'CREATE TABLE t (a)'

# builds TAG ARGUMENTS...: what is said of its build; no game is played.
builds() {
	tag=$1
	shift
	tried "$tag" v1 --command ./none "$@"
}
# left: what a build has left running.
left() {
	pgrep -f "$mark-rogue"
}
# fails SENTENCE PART TAG ARGUMENTS...: the build fails, by its own fault.
fails() {
	sentence=$1 part=$2
	shift 2
	said=$(builds "$@")
	status=$?
	say "$sentence" has "$said" "$part"
	say "... with status 3, and nothing is left" same "$status $(left)" "3 "
	say "... nor in the cache" same "$(ls cache/referee/builds | grep -c new-)" 0
}

# --- looking around ---
makefile reads "for f in $work/secret $work/mine/bot $work/cup.db $work/home $build/tests /root /home /etc/shadow /proc/1/environ \
		\$\$OLDPWD/../../../secret $work/cache/referee/builds; do \
		(cat \$\$f || ls \$\$f/) 2>/dev/null && echo \"read \$\$f\"; done; true" \
	"ls / | tr '\\n' ' '" "id -u | grep -qx 0 && echo root; true" \
	"echo found: \$\$(env | cut -d= -f1 | sort | tr '\\n' ' ')" false
fails "a build finds nothing of ours, and no variables but its own" "found: CARGO_HOME CARGO_NET_OFFLINE GOCACHE GOPATH GOPROXY GOTOOLCHAIN HOME JAVA_TOOL_OPTIONS" reads
say "it reads nothing outside" same "$(echo "$said" | grep -c -e '^read' -e secret -e '^root$')" 0
say "it sees the system's folders and its own, and not their names" same "$(echo "$said" | grep -c -e ' home ' -e ' root ')" 0
makefile writes "for f in \$\$OLDPWD/x $work/x /usr/x /etc/x /x /dev/x /proc/sys/kernel/hostname; do \
		echo x 2>/dev/null >\$\$f && echo \"wrote \$\$f\"; done; true" \
	"echo x >\$\$HOME/x && echo x >\$\$TMPDIR/y && echo x >/dev/shm/z && echo wrote its own" false
fails "it writes to its own folders" "wrote its own" writes
say "and to nothing else" same "$(echo "$said" | grep -c '^wrote /')" 0

# --- links ---
makefile links "ln -s $work/secret engine" "ln -s ../../../../secret up" "ln -s engine through" "ln -s . here" \
	"ln -s here/here/up more" "cc -O2 -o real engine.c" "ln -s real good" "mkdir d" "ln -s ../real d/good"
said=$(builds links)
say "a link out of the folder is not kept" has "$said" 'there is no program "./none" after `make`; it made ./real'
say "nor is one that leads there in steps; those that stay are" same \
	"$(find cache -type l -printf '%f ' | tr ' ' '\n' | sort | tr '\n' ' ')" "good good here "

# --- what costs ---
makefile forks "echo 'while :; do sh \$\$0 $mark-rogue & sh \$\$0 $mark-rogue; done' >fork" "sh fork $mark-rogue 2>/dev/null"
fails "one that forks without end comes to its end" '`make`' forks --build-timeout 2s
makefile hangs "sh -c 'kill -STOP \$\$\$\$' $mark-rogue"
fails "one that hangs too" '`make` takes longer than build-timeout = 500 ms' hangs --build-timeout 500ms
makefile talks "yes $mark-rogue"
fails "one that writes without end too, and some lines are shown" '`make` takes longer than build-timeout = 500 ms' talks --build-timeout 500ms
say "... the last ones" same "$(echo "$said" | grep -c "^$mark-rogue$")" 20
makefile disk "cat /dev/zero >zeroes"
fails "one that fills the disk comes to its end" '`make` failed with status 2' disk --build-disk 8M
makefile files "i=0; while echo >\$\$i; do i=\$\$((i + 1)); done; false"
fails "so does one that makes files without end" '`make` failed with status 2' files --build-disk 4M
makefile sparse "truncate -s 1T zeroes || truncate -s 7M zeroes" "cp zeroes other" "ln zeroes third"
fails "what is left counts by its length, however it is stored" '`make` leaves more than build-disk = 8M' sparse --build-disk 8M
head -c 2M /dev/urandom >repo/large
makefile large "cc -O2 -o engine engine.c"
fails "sources that do not fit are said" "its files do not fit into build-disk = 1M" large --build-disk 1M
rm repo/large
cat >repo/hungry.c <<'C'
#include <stdlib.h>
#include <string.h>

int main(void)
{
	for (;;)
		memset(malloc(1 << 20), 1, 1 << 20);
}
C
makefile memory "cc -o hungry hungry.c" ./hungry
fails "one that takes all memory too" '`make` needs more than build-memory = 64M' memory --build-memory 64M
makefile deep 'i=0; while [ $$i -lt 100 ]; do mkdir d && cd d || exit 1; i=$$((i + 1)); done'
fails "folders without end are not kept" '`make` leaves a file that cannot be kept' deep

# --- getting out ---
cat >repo/out.c <<'C'
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
	const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET};
	for (int i = 0; i < 5; i++)
		if (socket(families[i], SOCK_STREAM, 0) >= 0 || socket(families[i], SOCK_RAW, 0) >= 0)
			printf("opened a socket of family %d\n", families[i]);
	if (ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0)
		puts("opened its parent");
	if (mount("none", "/tmp", "tmpfs", 0, "") == 0 || chroot("/tmp") == 0)
		puts("opened a world of its own");
	puts("tried all");
	return 1;
}
C
makefile sockets "cc -o out out.c" ./out
fails "a build opens no socket and no other process" "tried all" sockets
say "nor anything else" same "$(echo "$said" | grep -c '^opened')" 0
makefile stays "cc -O2 -o engine engine.c" "setsid sh -c 'sleep 86400 # $mark-rogue' </dev/null >/dev/null 2>&1 &" \
	"setsid sh -c 'while :; do echo >>engine; done # $mark-rogue' &"
said=$(tried stays v1 --same --games 2 --html none)
say "what a build leaves running ends with it, and what it has made can be played with" has "$said" "undecided: games = 2 are played"
say "nothing of it is left" same "$(left)" ""
makefile kills "cc -O2 -o engine engine.c" "kill -9 -1; kill -9 1; true"
fails "one that kills all that it can has failed" '`make`' kills
makefile forges "for f in /proc/[0-9]*/fd/[13-9]; do echo forged 2>/dev/null >\$\$f && echo \"wrote to \$\$f\"; done; true" false
fails "one that looks for our stream finds none" '`make` failed with status 2' forges
say "but its own output, which is shown" same "$(echo "$said" | grep -c -e '^forged')" "$(echo "$said" | grep -c -e '^wrote to')"
makefile gone "rm -rf ../build" "ln -s / ../build" true
fails "one that puts the system in its place comes to a limit" '`make` leaves' gone --build-disk 64M

# --- an ordinary user ---
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir ordinary ordinary/bin
	cp "$build/referee" ordinary/bin
	git clone -q repo ordinary/repo
	chmod 755 "$work"
	chown -R $ordinary_user:$ordinary_user ordinary
	as_ordinary() {
		(cd ordinary && HOME=$work/ordinary XDG_CACHE_HOME= PATH=$work/ordinary/bin:/usr/bin:/bin \
			setpriv --reuid=$ordinary_user --regid=$ordinary_user --clear-groups referee test repo "$@" --nodes 9 --quiet 2>&1)
	}
	said=$(as_ordinary stays v1 --same --games 2 --html none)
	say "an ordinary user's builds play" has "$said" "undecided: games = 2 are played"
	say "they are in its own cache" same "$(ls ordinary/.cache/referee/builds | wc -l)" 2
	said=$(as_ordinary reads v1)
	say "and see no more" same "$(echo "$said" | grep -c -e '^read' -e secret) $(echo "$said" | grep -c 'found: ')" "0 1"
	said=$(as_ordinary disk v1 --build-disk 8M)
	say "nor take more" has "$said" '`make` failed with status 2'
	said=$(as_ordinary memory v1 --build-memory 64M)
	say "of nothing" has "$said" '`make`'
	said=$(as_ordinary forks v1 --build-timeout 2s)
	say "whatever they start" has "$said" '`make`'
	say "and leave nothing behind" same "$(left)" ""
else
	echo "skip 7: only root can become another user: an ordinary user's builds are not tried"
fi

# --- interrupted ---
makefile waits "echo begun" "cat <$mark-rogue || sleep 86400 # $mark-rogue"
for number in 2 15 9; do
	signal=$(kill -l $number)
	env --default-signal=INT referee test repo waits v1 --nodes 9 --db $signal.db >$signal.said 2>&1 &
	pid=$!
	say "a build waits for $signal" until_started -f "$mark-rogue"
	kill -$signal $pid
	wait $pid
	say "$signal ends it" same "$?" $((128 + number))
	say "... and its build" gone "$mark-rogue"
done
say "what a killed build has begun is there, under no key" same "$(ls cache/referee/builds | grep -c new- | sed 's/[1-9]/some/')" some
tried comment2 v1 >/dev/null
builds links >/dev/null
say "and gone with the next one" same "$(ls cache/referee/builds | grep -c new-)" 0

# --- side by side, and a bound ---
git -C repo checkout -q v1 -- Makefile
sed -i 's/DEPTH 1/DEPTH 2/' repo/engine.c
commit v2 "Two plies"
for i in 1 2 3 4; do
	referee test repo v2 v1 --nodes 9 --games 2 --db side$i.db --html none --cache side >side$i 2>&1 &
done
wait
say "four that build the same at once all play" same "$(for i in 1 2 3 4; do grep -o '^undecided: games = 2' side$i || cat side$i; done | sort -u)" "undecided: games = 2"
file=$(ls ./v2-*-vs-v1-*.conf)
opened=$(cksum <"$file") number=$(ls -i "$file")
exec 8<"$file"
referee test repo v2 v1 --nodes 9 --games 2 --db side1.db --html none --cache side >side1 2>&1
say "who has the file of a test open when it is written again reads the whole of it" \
	same "$(cat <&8 | cksum) $([ "$(ls -i "$file")" != "$number" ] && echo another)" "$opened another"
exec 8<&-
say "and keep it once" same "$(ls side | wc -l)" 2
say "one that is not to be written to" same "$(find side -path '*/tree*' -perm /222 ! -type l | wc -l)" 0
for i in 1 2 3; do
	makefile large$i "head -c 400K /dev/zero | tr '\\000' $i >data" "cc -O2 -DDEPTH_$i=$i -o engine engine.c"
	tried large$i v1 --same --games 2 --html none --db bound$i.db --cache bound --cache-size 1M >/dev/null
done
say "the cache keeps to its bound, and what was used last" same "$(du -s bound | awk '{ print $1 <= 1100 }') $(head -qc1 bound/*/tree/data | grep -o . | sort | tr '\n' ' ')" \
	"1 2 3 "
exit $bad
