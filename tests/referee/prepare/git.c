/*
 * git.c - commits and their files, read from repositories that git itself has made.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/prepare/git.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { PATH = 256 };

static char work[64];
static struct git git;

static const char *at(const char *name)
{
	static char paths[4][PATH];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, PATH, "%s/%s", work, name);
	return path;
}

/* Runs a script in the folder of the test. git knows no settings but those of the repository. */
static void run(const char *script)
{
	char *line;
	ck_assert_int_gt(
		asprintf(&line,
			"cd %s && export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null HOME=/no/such "
			"GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=a@b "
			"GIT_AUTHOR_DATE=@1000000000 GIT_COMMITTER_DATE=@1000000000; set -e; %s",
			work, script),
		0);
	ck_assert_msg(system(line) == 0, "%s", script);
	free(line);
}

/* The output of a command, up to the first line end. */
static const char *printed(const char *command)
{
	static char text[512];
	char line[512];
	snprintf(line, sizeof line, "cd %s && %s", work, command);
	FILE *out = popen(line, "r");
	ck_assert_ptr_nonnull(out);
	if (fgets(text, sizeof text, out) == NULL)
		text[0] = '\0';
	ck_assert_int_eq(pclose(out), 0);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* False: git or its sandbox cannot be had here. */
static bool begin(void)
{
	struct error err;
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err)) {
		printf("skip 1: %s\n", err.text);
		return false;
	}
	/* The sandbox has a /tmp of its own. */
	strcpy(work, "/var/tmp/git-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(work));
	run("git init -q -b main repo; cd repo; echo one >a; git add a; git commit -q -m 'The first'; git tag v1; "
	    "echo two >a; git commit -q -a -m 'The second'; git branch side; echo three >a; git commit -q -a -m 'The third'");
	return true;
}

static void end(void)
{
	ck_assert(file_tree_remove(work));
}

static void open_folder(const char *folder)
{
	struct error err = {""};
	ck_assert_msg(git_open(&git, at(folder), &err), "%s", err.text);
}

/* --- commits --------------------------------------------------------------------------------- */

static void finds(const char *revision, const char *command, const char *subject)
{
	struct git_commit c;
	struct error err = {""};
	ck_assert_msg(git_find(&git, revision, &c, &err), "%s: %s", revision, err.text);
	ck_assert_str_eq(c.subject, subject);
	ck_assert_str_eq(c.id, printed(command));
}

START_TEST(a_commit_is_found_by_each_name_that_git_knows)
	{
		struct git_commit c;
		char id[GIT_ID], tree[GIT_ID];
		struct error err;
		if (!begin())
			return;
		open_folder("repo");
		finds("HEAD", "git -C repo rev-parse HEAD", "The third");
		finds("main", "git -C repo rev-parse HEAD", "The third");
		finds("HEAD~2", "git -C repo rev-parse v1", "The first");
		finds("side", "git -C repo rev-parse HEAD~1", "The second");
		finds("v1", "git -C repo rev-parse v1", "The first");
		strcpy(id, printed("git -C repo rev-parse v1"));
		strcpy(tree, printed("git -C repo rev-parse v1^{tree}"));
		finds(id, "git -C repo rev-parse v1", "The first");
		ck_assert(git_find(&git, "v1", &c, &err));
		ck_assert_str_eq(c.tree, tree);
		/* After an answer that is none the next one is right. */
		ck_assert(!git_find(&git, "v2", &c, &err));
		ck_assert_str_eq(err.text, "v2: there is no such revision, or more than one");
		ck_assert(!git_find(&git, tree, &c, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "there is no such revision"));
		finds("v1", "git -C repo rev-parse v1", "The first");
		git_close(&git);
		end();
	}
END_TEST

START_TEST(a_revision_that_no_repository_can_have_is_not_asked_for)
	{
		static const char *const bad[] = {"", "HEAD\nHEAD", "HEAD\r"};
		char name[202];
		struct git_commit c;
		struct error err;
		if (!begin())
			return;
		open_folder("repo");
		for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
			ck_assert(!git_find(&git, bad[i], &c, &err));
			ck_assert_ptr_nonnull(strstr(err.text, "cannot be a revision"));
		}
		memset(name, 'a', sizeof name);
		name[200] = '\0';
		ck_assert(!git_find(&git, name, &c, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "there is no such revision"));
		name[200] = 'a';
		name[201] = '\0';
		ck_assert(!git_find(&git, name, &c, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "cannot be a revision"));
		finds("HEAD", "git -C repo rev-parse HEAD", "The third");
		git_close(&git);
		end();
	}
END_TEST

/* The first line, whole characters of it, at most 127 bytes, no control bytes. */
START_TEST(a_subject_is_the_first_line_as_it_may_be_printed)
	{
		struct git_commit c;
		struct error err;
		char wanted[GIT_SUBJECT];
		if (!begin())
			return;
		run("cd repo; printf 'with\\ttab\\n\\nand more' | git commit -q --allow-empty -F -; git tag tab; "
		    "printf '%0126dé and more' 0 | git commit -q --allow-empty -F -; git tag long; "
		    "printf '%0125dé and more' 0 | git commit -q --allow-empty -F -; git tag fits; "
		    "git commit -q --allow-empty --allow-empty-message -m ''; git tag empty");
		open_folder("repo");
		finds("tab", "git -C repo rev-parse tab", "with tab");
		finds("empty", "git -C repo rev-parse empty", "");
		memset(wanted, '0', sizeof wanted);
		wanted[126] = '\0';
		finds("long", "git -C repo rev-parse long", wanted);
		strcpy(wanted + 125, "é");
		finds("fits", "git -C repo rev-parse fits", wanted);
		run("cd repo; printf 'tree %s\\nauthor a <a> 1 +0000\\ncommitter a <a> 1 +0000\\n\\nred \\033[31mred\\n' "
		    "$(git rev-parse HEAD^{tree}) | git hash-object -t commit -w --stdin >../id; git tag red $(cat ../id)");
		ck_assert(git_find(&git, "red", &c, &err));
		ck_assert_ptr_null(strchr(c.subject, '\033'));
		ck_assert_ptr_nonnull(strstr(c.subject, "red"));
		git_close(&git);
		end();
	}
END_TEST

/* --- repositories ---------------------------------------------------------------------------- */

START_TEST(a_repository_is_found_from_each_of_its_folders)
	{
		static const char *const folders[] = {
			"repo", "repo/inner/deeper", "bare.git", "tree", "tree/inner", "link"};
		struct error err;
		if (!begin())
			return;
		run("mkdir -p repo/inner/deeper; git clone -q --bare repo bare.git 2>/dev/null; "
		    "git -C repo worktree add -q ../tree v1 2>/dev/null; mkdir tree/inner; ln -s repo/inner link; mkdir none");
		for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
			open_folder(folders[i]);
			finds("main", "git -C repo rev-parse main", "The third");
			git_close(&git);
		}
		/* Of a second working tree it is the HEAD of that tree. */
		open_folder("tree");
		finds("HEAD", "git -C repo rev-parse v1", "The first");
		git_close(&git);
		ck_assert(!git_open(&git, at("none"), &err));
		ck_assert_ptr_nonnull(
			strstr(err.text, "/none is in no git repository of this machine"));
		git_close(&git);
		ck_assert(!git_open(&git, at("gone"), &err));
		ck_assert_ptr_nonnull(strstr(err.text, "/gone is in no git repository"));
		git_close(&git);
		setenv("PATH", "/no/such", 1);
		ck_assert(!git_open(&git, at("repo"), &err));
		ck_assert_str_eq(
			err.text, "git is not installed here; `apt-get install git` brings it");
		git_close(&git);
		setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
		end();
	}
END_TEST

/* A repository whose objects are damaged: git says so. */
START_TEST(what_git_says_of_a_damaged_repository_is_handed_on)
	{
		struct git_commit c;
		struct error err;
		if (!begin())
			return;
		run("cd repo; rm -r .git/objects; mkdir .git/objects; echo nonsense >.git/HEAD");
		open_folder("repo");
		ck_assert(!git_find(&git, "HEAD", &c, &err));
		ck_assert_msg(strstr(err.text, "git says: fatal: ") != NULL, "%s", err.text);
		git_close(&git);
		end();
	}
END_TEST

/* --- files ----------------------------------------------------------------------------------- */

static bool export(const char *revision, int entries, int *modules, struct error *err)
{
	struct file_tree_writer w;
	struct git_commit c;
	run("rm -rf out; mkdir out");
	ck_assert(git_find(&git, revision, &c, err));
	ck_assert(file_tree_write_open(&w, at("out"), 0, entries));
	bool good = git_export(&git, c.tree, &w, modules, err);
	file_tree_write_close(&w);
	return good;
}

/* Files with their modes and contents as git itself checks them out; 1980-01-01 for each. */
START_TEST(the_files_of_a_commit_are_written_as_they_were_committed)
	{
		int modules = -1;
		struct error err = {""};
		if (!begin())
			return;
		run("cd repo; mkdir -p src/deep; printf 'line\\r\\nend' >src/deep/text; head -c 200000 /dev/urandom >big; "
		    ": >empty; echo 'echo hi' >run.sh; chmod 755 run.sh; ln -s src/deep/text link; "
		    "printf 'a b' >'name with blanks'; echo '* text=auto eol=crlf' >.gitattributes; git add -A; "
		    "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),module; git commit -q -m files; "
		    "echo changed >a");
		open_folder("repo");
		ck_assert_msg(export("HEAD", 0, &modules, &err), "%s", err.text);
		ck_assert_int_eq(modules, 1);
		run("git -C repo -c core.attributesFile=/dev/null archive HEAD >want.tar; mkdir want; tar -C want -xf want.tar; "
		    "rm -f want/src/deep/text; git -C repo cat-file blob HEAD:src/deep/text >want/src/deep/text; "
		    "for one in a big empty run.sh 'name with blanks' .gitattributes src/deep/text; do "
		    "git -C repo cat-file blob \"HEAD:$one\" | cmp - \"out/$one\"; done; "
		    "test \"$(readlink out/link)\" = src/deep/text; test -x out/run.sh; test ! -x out/a; test -d out/module; "
		    "test \"$(cd out && find . ! -type l | LC_ALL=C sort)\" = \"$(cd want && find . ! -type l | LC_ALL=C sort)\"; "
		    "test \"$(find out -type f ! -newermt 1980-01-02 -newermt 1979-12-31 | wc -l)\" = 7; "
		    "test \"$(find out -type f | wc -l)\" = 7");
		/* And again, from the same git. */
		ck_assert(export("v1", 0, &modules, &err));
		ck_assert_int_eq(modules, 0);
		run("test \"$(cat out/a)\" = one; test \"$(ls -A out)\" = a");
		git_close(&git);
		end();
	}
END_TEST

START_TEST(files_that_cannot_be_written_are_named)
	{
		int modules;
		struct error err;
		if (!begin())
			return;
		run("cd repo; echo 1 >b; git add b; git commit -q -m two");
		open_folder("repo");
		ck_assert(!export("HEAD", 1, &modules, &err));
		ck_assert_str_eq(err.text, "its file b cannot be written: Disk quota exceeded");
		git_close(&git);
		open_folder("repo");
		ck_assert(export("HEAD", 2, &modules, &err));
		git_close(&git);
		end();
	}
END_TEST

/* git writes trees whose names lead elsewhere, if it is told to. */
START_TEST(a_tree_that_is_cut_or_leads_elsewhere_is_refused)
	{
		int modules;
		struct error err;
		if (!begin())
			return;
		run("cd repo; "
		    "python3 -c 'import subprocess, sys\n"
		    "blob = bytes.fromhex(subprocess.check_output([\"git\", \"rev-parse\", \"HEAD:a\"], text=True).strip())\n"
		    "for tag, name in (\"up\", b\"..\"), (\"slash\", b\"x/y\"), (\"dot\", b\".\"), (\"cut\", None):\n"
		    "    tree = subprocess.run([\"git\", \"hash-object\", \"-t\", \"tree\", \"-w\", \"--literally\", \"--stdin\"],\n"
		    "        input=b\"100644 a\" if name is None else b\"100644 \" + name + b\"\\0\" + blob, stdout=subprocess.PIPE).stdout.decode().strip()\n"
		    "    commit = subprocess.check_output([\"git\", \"commit-tree\", \"-m\", tag, tree], text=True).strip()\n"
		    "    subprocess.check_call([\"git\", \"tag\", tag, commit])\n'");
		const char *const tags[] = {"up", "slash", "dot", "cut"};
		for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
			open_folder("repo");
			ck_assert_msg(!export(tags[i], 0, &modules, &err), "%s", tags[i]);
			git_close(&git);
			run("test -z \"$(ls -A out)\"; test ! -e x");
		}
		end();
	}
END_TEST

SUITE("referee/prepare/git", CASE(a_commit_is_found_by_each_name_that_git_knows),
	CASE(a_revision_that_no_repository_can_have_is_not_asked_for),
	CASE(a_subject_is_the_first_line_as_it_may_be_printed),
	CASE(a_repository_is_found_from_each_of_its_folders),
	CASE(what_git_says_of_a_damaged_repository_is_handed_on),
	CASE(the_files_of_a_commit_are_written_as_they_were_committed),
	CASE(files_that_cannot_be_written_are_named),
	CASE(a_tree_that_is_cut_or_leads_elsewhere_is_refused))
