# The shared part of the tests of `referee test`: a repository with revisions of an engine.
export GIT_AUTHOR_NAME=author GIT_AUTHOR_EMAIL=author@localhost GIT_COMMITTER_NAME=author
export GIT_COMMITTER_EMAIL=author@localhost GIT_AUTHOR_DATE=2026-01-01T00:00:00Z
export GIT_COMMITTER_DATE=2026-01-01T00:00:00Z GIT_CONFIG_NOSYSTEM=1 HOME="$work/home"
export XDG_CACHE_HOME="$work/cache"
repo=$work/repo
mkdir "$HOME"
git -c init.defaultBranch=main init -q "$repo"

# commit TAG SUBJECT: all files of the repository's folder.
commit() {
	git -C "$repo" add -A
	git -C "$repo" commit -qm "$2"
	git -C "$repo" tag "$1"
}

# makefile TAG LINE...: a revision whose Makefile does these lines, one after another.
makefile() {
	tag=$1
	shift
	{
		printf '.SILENT:\nengine:\n'
		printf '\t%s\n' "$@"
	} >"$repo/Makefile"
	commit "$tag" "$tag"
}

cp tests/lib/engine/* "$repo"
commit v1 "A first engine"

# tried ARGUMENTS...: referee test on the repository, without playing where that is not asked for.
tried() {
	referee test "$repo" "$@" --nodes 100 --sprt 0,20 --quiet 2>&1
}
short() { # the first digits of a revision's commit
	git -C "$repo" rev-parse --short=7 "$1^{commit}"
}
