#!/bin/sh
# install.sh install ROOT PREFIX: reads lines "MODE SOURCE TARGET", where TARGET is below PREFIX, and installs each
# file. MODE "link" makes a symbolic link with the text SOURCE. PREFIX/share/referee/installed lists all files, and the
# folders that did not exist before.
# install.sh uninstall ROOT PREFIX: removes what that list says, and no folder that still holds another file.
set -eu
what=$1 root=$2 prefix=$3
list=$root$prefix/share/referee/installed

# Makes a folder and those above it. Writes a line for each that did not exist.
make_folder() {
	[ -d "$1" ] && return
	make_folder "$(dirname "$1")"
	mkdir "$1"
	chmod 755 "$1"
	echo "folder ${1#"$root"}" >>"$new"
}

install_all() {
	new=$(mktemp)
	trap 'rm -f "$new"' EXIT
	while read -r mode source target; do
		path=$root$prefix/$target
		make_folder "$(dirname "$path")"
		if [ "$mode" = link ]; then
			ln -sfn "$source" "$path"
		else
			install -m "$mode" "$source" "$path"
		fi
		echo "file $prefix/$target" >>"$new"
	done
	make_folder "$(dirname "$list")"
	[ ! -e "$list" ] || cat "$list" >>"$new"
	sort -u "$new" >"$list"
	chmod 644 "$list"
}

uninstall_all() {
	[ -e "$list" ] || {
		echo "uninstall: $list: not found; \`make install\` with the same DESTDIR and PREFIX writes it" >&2
		exit 1
	}
	all=$(cat "$list")
	echo "$all" | sed -n 's/^file //p' | while read -r path; do rm -f "$root$path"; done
	rm -f "$list"
	echo "$all" | sed -n 's/^folder //p' | sort -r | while read -r path; do
		rmdir "$root$path" 2>/dev/null || true
	done
}

"${what}_all"
