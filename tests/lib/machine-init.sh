#!/bin/sh
# machine-init.sh ROOT: the first process of a machine (machine.py), in new namespaces: makes ROOT the root, and becomes
# its systemd.
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
mount -t tmpfs tmpfs dev/shm
for device in null zero full random urandom tty; do
	: >"dev/$device"
	mount --bind "/dev/$device" "dev/$device"
done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
: >dev/console
mkdir -p .old
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
export container=referee-test
exec /sbin/init --log-target=null --show-status=0 </dev/null
