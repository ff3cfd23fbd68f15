#!/bin/sh
# Students whose builds misbehave, in one tournament with an honest one: each gets nothing, and either
# loses by the verdict build or plays with a harmless program. build-sandbox.sh tries one build alone.
# checks: 38
set -u
. "$(dirname "$0")/../lib/own-disk.sh"
. "$(dirname "$0")/../lib/checks.sh"
starter=$PWD/bots/starters/c/bot.c
cd "$work" || exit 1
export HOME="$work/home" XDG_CACHE_HOME="$work/cache"
mark=$(basename "$work")-rogue # in the words of all that a build starts
mkdir home class
echo "my key" >home/key
cc -O2 -o honest "$starter" || exit 1

mkfifo port
python3 -c 'import signal, socket
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
signal.pause()' >port &
listener=$!
trap 'kill $listener 2>/dev/null; rm -rf "$work"' EXIT
read -r port <port || exit 1
cat >connects.c <<'C'
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[argc - 1])),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	printf("inet %d\n", connect(s, (struct sockaddr *)&to, sizeof to));
	printf("listen %d\n", listen(socket(AF_INET, SOCK_STREAM, 0), 1));
	printf("unix %d\n", socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? -1 : 0);
	printf("netlink %d\n", socket(AF_NETLINK, SOCK_RAW, 0) < 0 ? -1 : 0);
	printf("raw %d\n", socket(AF_INET, SOCK_RAW, 1) < 0 ? -1 : 0);
	fflush(stdout);
	return 1;
}
C

cat >cup.conf <<'CONF'
game = connect4
movetime = 5s
margin = 60s
format = gauntlet
bot house { command = "referee-bot --search random" }
CONF
# student NAME [KEYS]: its build.sh is on standard input; the honest program is there as `honest`.
student() {
	mkdir -p "class/$1"
	cat >"class/$1/build.sh"
	cp honest "class/$1/honest"
	echo "bot $1 { dir = \"class/$1\"  build = \"sh build.sh\"  command = \"./bot\"  ${2-} }" >>cup.conf
}

student good <<'SH'
echo "secret of good" >secret && cp honest bot
SH
echo "secret of good" >class/good/notes
student reads <<SH
for f in $work/class/good/notes $work/class/good $work/home/key $work/home $work/cup.conf $work/cup.db $work/cache \
	$work/cache/referee/builds/* \$OLDPWD/../good/notes \$OLDPWD/../../home/key /root /home /etc/shadow \
	/proc/1/root/etc/shadow /proc/1/environ link folder/notes; do
	(cat \$f || ls \$f/) 2>/dev/null && echo "read \$f"
done
echo looked everywhere
false
SH
ln -s ../good/notes class/reads/link
ln -s ../good class/reads/folder
student writes <<SH
for f in \$OLDPWD/x \$OLDPWD/build.sh $work/class/good/x $work/class/good/notes $work/x $work/cache/x /usr/x /etc/x /x; do
	echo x 2>/dev/null >\$f && echo "wrote \$f"
done
echo x >/tmp/x && echo x >/dev/shm/x && cp honest bot
SH
student forks 'build-timeout = 1s' <<SH
echo 'while :; do sh \$0 $mark & sh \$0 $mark; done' >fork
sh fork $mark 2>/dev/null
SH
student hangs 'build-timeout = 500ms' <<SH
trap '' TERM HUP INT
sh -c 'kill -STOP \$\$' $mark
SH
student disk <<'SH'
cat /dev/zero >zeroes
SH
student memory 'build-memory = 64M' <<'SH'
head -c 1G /dev/zero | sort >/dev/null; x=$(head -c 200M /dev/zero | tr '\0' x) && echo "${#x}"
SH
cp connects.c class
student sockets <<SH
cc -o connects connects.c && ./connects $port
SH
cp connects.c class/sockets
student online 'build-network = yes' <<SH
cc -o connects connects.c && ./connects $port
SH
cp connects.c class/online
student stays <<SH
setsid sh -c 'while :; do sleep 1000; done # $mark' </dev/null >/dev/null 2>&1 &
setsid sh -c 'while :; do echo >>other; done # $mark' </dev/null >/dev/null 2>&1 &
nohup sh -c 'sleep 1000 # $mark' >/dev/null 2>&1 &
rm -f bot; cp honest new && mv new bot
SH
student talks <<'SH'
head -c 1G /dev/zero
printf '\033]0;title\007\033[31mred\n'
cp honest bot
SH
student links <<SH
ln -s /etc/passwd passwd; ln -s ../../../../home/key key; ln -s $work/class/good up; ln -s up/notes through
ln /etc/passwd hard 2>/dev/null; ln honest twice; mkfifo fifo; mknod device c 1 3 2>/dev/null
cp honest bot; chmod 6777 bot; mkdir d; chmod 7777 d; ln -s ../../build d/again; ln -s bot same
SH
student swaps <<SH
ln -s $work/honest bot
SH
student empty <<'SH'
rm -rf ./* .[a-z]*; true
SH
student large <<'SH'
truncate -s 300M data
cp honest bot
SH
student sparse <<'SH'
cp honest bot
SH
truncate -s 4T class/sparse/data
student odd <<'SH'
cp honest bot
SH
mkfifo class/odd/fifo
ln -s odd class/odd/odd
ln -s /dev/zero class/odd/zero
student gone <<'SH'
cp honest bot
SH
rm -r class/gone

find class -type f -o -type l | sort >before
referee run cup.conf --quiet >said 2>&1
say "the tournament ends" same "$?" 0
say "nothing that a build has started is left" gone "$mark"
say "no folder of sources has changed" same "$(find class -type f -o -type l | sort)" "$(cat before)"
say "nor any file in one" same "$(cat class/good/notes)$(grep -c . class/writes/build.sh)" "secret of good4"
say "no unfinished build is left" same "$(ls cache/referee/builds | grep -c new-)" 0

ends() { # NAME VERDICT: its games
	say "$1: $2" same "$(sql cup.db "SELECT group_concat(DISTINCT verdict) FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$1'")" "$2"
}
output() { # NAME: of its build that failed
	sql cup.db "SELECT stderr FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$1' LIMIT 1"
}
reason() {
	sql cup.db "SELECT detail FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = '$1' LIMIT 1"
}
for name in good writes stays talks links odd; do
	ends $name ok
done
for name in reads forks hangs disk memory sockets online large sparse gone; do
	ends $name build
done
ends swaps build
ends empty build
say "one that leaves no program is named" same "$(reason swaps)" \
	'there is no program "./bot" after `sh build.sh`; it made no program'
say "one that reads sees nothing" same "$(output reads)" "looked everywhere"
say "one that hangs is ended in time" has "$(reason hangs)" "takes longer than build-timeout = 500 ms"
say "so is one that forks" has "$(reason forks)" '`sh build.sh`'
say "one that fills the disk is ended" has "$(reason disk)" "No space left"
say "one that takes all memory too" has "$(reason memory)" '`sh build.sh`'
say "one that connects cannot" same "$(output sockets)" "inet -1
listen -1
unix -1
netlink -1
raw -1"
say "unless the network is allowed, and then only outwards" same "$(output online)" "inet 0
listen -1
unix -1
netlink -1
raw -1"
say "one that leaves more than a worker takes is told what would do" has "$(reason large)" \
	"leaves more than 128M or 10000 files; let it remove the files"
say "sources beyond all size are not read" has "$(reason sparse)" "class/sparse cannot be read: File too large"
say "a folder that is gone is said" has "$(reason gone)" "class/gone cannot be read: No such file"
say "no output is stored that is longer than a failure may be" same \
	"$(sql cup.db "SELECT max(length(stderr)) <= 16384 FROM seats")" 1
say "what was built has files, folders and links that stay inside, and nothing else" same "$(
	find cache/referee/builds -path '*/tree/*' ! -type f ! -type d ! -type l
	find cache/referee/builds -path '*/tree*' \( -perm /7000 -o -perm /222 \) ! -type l
	find cache/referee/builds -type l -printf '%f '
)" "same "
say "and no secret" same "$(grep -rl -e 'my key' -e root: cache | wc -l)" 0

# A program that was built sees no more than its build.
cat >looks.c <<'C'
#include <stdio.h>
#include <string.h>

int main(void)
{
	char path[4096];
	for (FILE *all = fopen("paths", "r"); fgets(path, sizeof path, all) != NULL;) {
		path[strcspn(path, "\n")] = '\0';
		if (fopen(path, "r") != NULL)
			fprintf(stderr, "read %s\n", path);
	}
	if (fopen("bot", "a") != NULL || fopen("x", "w") != NULL)
		fprintf(stderr, "wrote\n");
	fprintf(stderr, "looked\n");
	return 1;
}
C
mkdir looks
cp looks.c looks
find "$work/class/good" "$work/cache" "$work/home" "$work"/*.* -type f >looks/paths
cat >looks.conf <<CONF
game = connect4
bot looks { dir = looks  build = "cc -o bot looks.c"  command = "./bot" }
bot good { dir = "class/good"  build = "sh build.sh"  command = "./bot" }
CONF
referee run looks.conf --quiet >out 2>&1
say "a built program reads and writes nothing of others" same \
	"$(sql looks.db "SELECT DISTINCT stderr FROM seats s JOIN bots b ON b.id = s.bot WHERE b.name = 'looks'")" looked
exit $bad
