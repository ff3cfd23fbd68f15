/*
 * The manifest to workers: which folders it has, what is refused when they change before they are
 * sent, and the way of an manifest to another program. worker-dialogue.c has the bytes of a bundle.
 */
#include "referee/machines/worker-manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

/* Folders $R/a, "$R/b c" and $R/sources, each with a file of 6 bytes. */
static char root[64], folders[3][128];

static void run(const char *command)
{
	char whole[1024];
	snprintf(whole, sizeof whole, "R=%s; cd $R && %s", root, command);
	ck_assert_int_eq(system(whole), 0);
}

static void begin(void)
{
	static const char *const names[] = {"a", "b c", "sources"};
	snprintf(root, sizeof root, "/tmp/worker-manifest-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
	for (int i = 0; i < 3; i++)
		snprintf(folders[i], sizeof folders[i], "%s/%s", root, names[i]);
	run("mkdir a 'b c' sources && echo first >a/bot && echo other >'b c/bot' && echo built >sources/bot.c && chmod 755 a/bot");
}

static void end(void)
{
	ck_assert(file_tree_remove(root));
}

/* Three bots, of which two have a folder, and one of these was built from sources. */
static bool make(struct worker_manifest *o, struct error *err)
{
	static char program[] = "./bot", house[] = "referee-bot";
	static char *const words[] = {program, NULL}, *const house_words[] = {house, NULL};
	static struct bot_config bots[3];
	bots[0] = (struct bot_config){.name = "one", .argv = words, .dir = folders[0]};
	bots[1] = (struct bot_config){.name = "house", .argv = house_words};
	bots[2] = (struct bot_config){.name = "two",
		.argv = words,
		.dir = folders[1],
		.build = "make",
		.source = folders[2]};
	const struct arbiter_config config = {.rules = rules_find("connect4"),
		.players = 2,
		.params = (char *[]){NULL},
		.bots = bots,
		.bots_count = 3,
		.copies = 1,
		.settings = (char[]){"game = connect4\n"}};
	return worker_manifest_make(o, &config, err);
}

static void make_good(struct worker_manifest *o)
{
	struct error err;
	ck_assert_msg(make(o, &err), "%s", err.text);
}

/* The digest of a file by another program. */
static void digest_of(int file, char digest[CRYPTO_TEXT + 1])
{
	char command[64];
	snprintf(command, sizeof command, "sha256sum </proc/%d/fd/%d", getpid(), file);
	FILE *in = popen(command, "r");
	ck_assert_int_eq(fscanf(in, "%64[0-9a-f]", digest), 1);
	ck_assert_int_eq(pclose(in), 0);
}

START_TEST(each_folder_is_offered_once_with_the_digest_and_the_size_of_its_bundle)
	{
		struct worker_manifest o;
		struct error err;
		struct stat status;
		char digest[CRYPTO_TEXT + 1];
		begin();
		make_good(&o);
		ck_assert_int_eq(o.bots, 3);
		ck_assert_int_eq(o.folders_count, 3);
		ck_assert_uint_eq(strlen(o.text), o.size);
		for (int i = 0; i < 3; i++) {
			const struct worker_manifest_folder *f = &o.folders[i];
			ck_assert_str_eq(f->place, folders[i]);
			ck_assert_int_eq(f->file, -1); /* made when it is needed */
			int file = worker_manifest_file(&o, i, &err);
			ck_assert_msg(file >= 0, "%s", err.text);
			ck_assert_int_eq(fstat(file, &status), 0);
			ck_assert_int_eq(status.st_size, f->bytes);
			digest_of(file, digest);
			ck_assert_str_eq(digest, f->digest);
			ck_assert_int_eq(worker_manifest_file(&o, i, &err), file);
			for (int k = 0; k < i; k++)
				ck_assert_str_ne(f->digest, o.folders[k].digest);
		}
		worker_manifest_clear(&o);
		end();
	}
END_TEST

/* Changes of a folder between its reading and its sending. */
static const struct {
	const char *command, *why; /* why: NULL: it is sent */
} changes[] = {
	{"true", NULL},
	{"touch -d 2001-01-01 a a/bot", NULL},
	{"echo 1 >'b c/more'", NULL},			      /* another folder */
	{"ln -s /etc/passwd a/out", NULL},		      /* does not travel */
	{"echo third >a/bot", "changed since the run began"}, /* as long */
	{"echo 1 >a/more", "changed since the run began"},
	{"rm a/bot", "changed since the run began"},
	{"chmod 644 a/bot", "changed since the run began"},
	{"mv a/bot a/bo2", "changed since the run began"},
	{"mkdir a/empty", "changed since the run began"},
	{"ln -s bot a/link", "changed since the run began"},
	{"rm -r a", "cannot be read: No such file or directory"},
};

START_TEST(a_folder_that_changed_is_not_sent)
	{
		struct worker_manifest o;
		struct error err = {""};
		char before[512];
		begin();
		make_good(&o);
		run(changes[_i].command);
		/* And it stays so: it is not sent at the second try either. */
		for (int tries = 0; tries < 2; tries++) {
			int file = worker_manifest_file(&o, 0, &err);
			ck_assert_msg((file >= 0) == (changes[_i].why == NULL), "%s: %s",
				changes[_i].command, err.text);
			if (changes[_i].why == NULL)
				continue;
			ck_assert_int_eq(o.folders[0].file, -1);
			snprintf(before, sizeof before, "%s: the folder ", folders[0]);
			ck_assert_ptr_eq(strstr(err.text, before), err.text);
			ck_assert_msg(strstr(err.text, changes[_i].why) != NULL, "%s", err.text);
		}
		worker_manifest_clear(&o);
		end();
	}
END_TEST

START_TEST(a_folder_that_is_not_there_is_an_error_and_sources_are_not)
	{
		struct worker_manifest o;
		struct error err;
		begin();
		run("rm -r sources");
		make_good(&o);
		ck_assert_str_eq(o.folders[2].digest, WORKER_MANIFEST_NONE);
		ck_assert_int_eq(o.folders[2].bytes, 0);
		worker_manifest_clear(&o);
		run("rm -r 'b c'");
		ck_assert(!make(&o, &err));
		char why[512];
		snprintf(why, sizeof why,
			"bot two: %s: the folder cannot be read: No such file or directory",
			folders[1]);
		ck_assert_str_eq(err.text, why);
		worker_manifest_clear(&o);
		worker_manifest_clear(&o);
		end();
	}
END_TEST

/* A sparse file; its head in the bundle makes the folder too large. */
START_TEST(a_folder_larger_than_a_bundle_is_refused_by_name)
	{
		struct worker_manifest o;
		struct error err;
		begin();
		run("truncate -s 256M a/large");
		ck_assert(!make(&o, &err));
		char why[512];
		snprintf(why, sizeof why,
			"bot one: %s: the folder of a bot is larger than 256 MB, so it cannot play on another machine",
			folders[0]);
		ck_assert_str_eq(err.text, why);
		worker_manifest_clear(&o);
		end();
	}
END_TEST

START_TEST(another_program_reads_the_same_offer)
	{
		struct worker_manifest o, again;
		struct error err;
		begin();
		make_good(&o);
		int file = worker_manifest_save(&o);
		ck_assert_int_ge(file, 0);
		ck_assert(worker_manifest_load(&again, file));
		ck_assert_int_eq(again.bots, o.bots);
		ck_assert_uint_eq(again.size, o.size);
		ck_assert_mem_eq(again.text, o.text, o.size);
		ck_assert_int_eq(again.folders_count, 3);
		for (int i = 0; i < 3; i++) {
			ck_assert_str_eq(again.folders[i].place, o.folders[i].place);
			ck_assert_str_eq(again.folders[i].digest, o.folders[i].digest);
			ck_assert_int_eq(again.folders[i].bytes, o.folders[i].bytes);
			ck_assert_int_ge(worker_manifest_file(&again, i, &err), 0);
		}
		worker_manifest_clear(&again);
		close(file);
		worker_manifest_clear(&o);
		end();
	}
END_TEST

static const char *const broken[] = {"", "3", "3 5 1\n", "3 5 1\nconfi",
	"3 0 1\n" WORKER_MANIFEST_NONE " 5 9999 /a\n", "3 0 1\n" WORKER_MANIFEST_NONE " 5 3 /a\n",
	"3 0 2\n" WORKER_MANIFEST_NONE " 5 2 /a\n"};

START_TEST(what_is_no_offer_is_not_read)
	{
		struct worker_manifest o;
		int file = memfd_create("test", 0);
		ck_assert(file_tree_put(file, broken[_i], strlen(broken[_i])));
		lseek(file, 0, SEEK_SET);
		ck_assert(!worker_manifest_load(&o, file));
		worker_manifest_clear(&o);
		close(file);
	}
END_TEST

SUITE("referee/machines/worker-manifest",
	CASE(each_folder_is_offered_once_with_the_digest_and_the_size_of_its_bundle),
	LOOP(a_folder_that_changed_is_not_sent, sizeof changes / sizeof *changes),
	CASE(a_folder_that_is_not_there_is_an_error_and_sources_are_not),
	CASE(a_folder_larger_than_a_bundle_is_refused_by_name),
	CASE(another_program_reads_the_same_offer),
	LOOP(what_is_no_offer_is_not_read, sizeof broken / sizeof *broken))
