#!/bin/sh
# install.sh install BUILD ROOT PREFIX: installs what is built in BUILD below ROOT/PREFIX, with the documents and the
# starters of this tree. PREFIX/share/referee/installed lists all files, and the folders that did not exist before.
# install.sh uninstall ROOT PREFIX: removes what that list says, and no folder that still holds another file.
set -eu
act=$1
shift
[ "$act" = uninstall ] || { build=$1 && shift; }
root=$1 prefix=$2
list=$root$prefix/share/referee/installed
programs="referee referee-bot referee-solve referee-adapt"

# What is installed: lines of MODE, source and place below PREFIX. MODE "link": a symbolic link with the text of the source.
listed() {
	for program in $programs referee-broker; do
		[ ! -x "$build/$program" ] || echo "755 $build/$program bin/$program"
	done
	for unit in referee.service referee-worker.service; do
		sed "s|@PREFIX@|$prefix|" "packaging/$unit" >"$units/$unit"
		echo "644 $units/$unit lib/systemd/system/$unit"
	done
	echo "644 packaging/referee.sysusers lib/sysusers.d/referee.conf"
	for page in "$build"/man/*; do
		echo "644 $page share/man/man${page##*.}/${page##*/}"
	done
	for program in $programs; do
		echo "644 packaging/completion/referee.bash share/bash-completion/completions/$program"
		echo "644 packaging/completion/referee.fish share/fish/vendor_completions.d/$program.fish"
	done
	echo "644 packaging/completion/referee.zsh share/zsh/site-functions/_referee"
	# README.md and all that it and its pages lead to, in the same folders.
	trees share/doc/referee README.md CHANGELOG.md LICENSE docs protocol/PROTOCOL.md db/README.md db/schema.sql \
		referee/board/example.svg tests/bench/exhibit.svg tests/bench/exhibit.conf tests/bench/exhibit.c tests/rogues/README.md
	# People copy the starters from there; in the documents they are links.
	for folder in bots/starters rules/process/starters; do
		trees share/referee $folder
		echo "link $(dirname $folder | sed 's|[^/]*|..|g')/../../referee/$folder share/doc/referee/$folder"
	done
}

# trees PLACE PATH...: all files of these paths, and which of them are programs.
trees() {
	place=$1
	shift
	find "$@" \( -iname '*doxy*' -o -name '*.pyc' \) -o -type f -perm -100 -printf "755 %p $place/%p\n" \
		-o -type f -printf "644 %p $place/%p\n"
}

# Makes a folder and those above it. Writes a line for each that did not exist.
make_folder() {
	[ -d "$1" ] && return
	make_folder "$(dirname "$1")"
	mkdir "$1"
	chmod 755 "$1"
	echo "folder ${1#"$root"}" >>"$new"
}

install_all() {
	new=$(mktemp) units=$(mktemp -d)
	trap 'rm -rf "$new" "$units"' EXIT
	listed | while read -r mode source target; do
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
	[ -n "$root" ] || cat <<END
Installed below $prefix. Next: \`referee --help\`, or for a server $prefix/share/doc/referee/docs/server.md:
\`systemd-sysusers && systemctl daemon-reload && systemctl enable --now referee\`, as root.
END
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

"${act}_all"
