# Read first: the script begins again with a folder of temporary files that is a disk of its own, in a mount namespace
# of its own, so that neither the disk of the machine nor what others have on it counts. Root alone can have that.
if [ -z "${OWN_DISK-}" ] && unshare --mount true 2>/dev/null; then
	OWN_DISK=$(mktemp -d)
	export OWN_DISK
	trap 'rmdir "$OWN_DISK"' EXIT
	unshare --mount sh -c 'mount -t tmpfs -o size=1G tmpfs "$OWN_DISK" && TMPDIR=$OWN_DISK exec sh "$0"' "$0"
	exit
fi
