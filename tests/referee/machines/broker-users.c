/*
 * The users of a NATS server: each has a key of its own, and may use its own subjects alone
 * (referee/machines/nats/main-side.h).
 */
#include "referee/machines/broker-users.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "referee/machines/nkey.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { TEXT = 8192 };

#define MAIN "publish: [\"hello.*\", \"r.*.*\"], subscribe: [\"w.*.*\"]"

static const char *const pools[] = {"lab", "gpu"};

static void begin(void)
{
	struct error err;
	reported_enter_folder();
	file_tree_remove("broker");
	ck_assert_msg(broker_users_begin("broker", "192.0.2.1", 4333, &err), "%s", err.text);
}

static const char *text_of(const char *path)
{
	static char text[TEXT];
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* The public key of the seed in a file, which only its user may read. */
static const char *key_of(const char *path)
{
	static struct nkey key;
	struct error err;
	struct stat file;
	ck_assert_int_eq(stat(path, &file), 0);
	ck_assert_uint_eq(file.st_mode & 07777, 0600);
	ck_assert_msg(nkey_load(&key, path, &err), "%s", err.text);
	return key.public_text;
}

/* Has the list exactly one line of this name, with these permissions and this remark? */
static void user_is(const char *name, const char *permissions, const char *remark)
{
	char line[512], mark[64], path[64];
	snprintf(path, sizeof path, "broker/%s.nk", name);
	snprintf(line, sizeof line, "\n  { nkey: %s, permissions: { %s } } # %s%s\n", key_of(path),
		permissions, name, remark);
	snprintf(mark, sizeof mark, " # %s%s\n", name, remark);
	const char *list = text_of("broker/broker-users.conf"), *at = strstr(list, line);
	ck_assert_msg(at != NULL, "no%s in %s", line, list);
	ck_assert_ptr_null(strstr(strstr(list, mark) + 1, mark));
}

START_TEST(a_folder_begins_with_the_main_process_and_files_that_are_there_stay)
	{
		struct error err;
		char first[NKEY_PUBLIC + 1];
		struct stat file;
		begin();
		user_is("main", MAIN, "");
		snprintf(first, sizeof first, "%s", key_of("broker/main.nk"));
		const char *conf = text_of("broker/broker.conf");
		ck_assert_ptr_nonnull(strstr(conf, "listen: \"0.0.0.0:4333\"\n"));
		ck_assert_ptr_nonnull(strstr(conf, "include \"broker-users.conf\"\n"));
		ck_assert_ptr_nonnull(strstr(conf, "/broker/broker.key\"\n"));
		ck_assert_int_eq(stat("broker/broker.key", &file), 0);
		ck_assert_uint_eq(file.st_mode & 07777, 0600);
		reported_write("broker/broker.conf", "mine\n", 5);
		ck_assert(broker_users_begin("broker", "192.0.2.1", 4334, &err));
		ck_assert_str_eq(text_of("broker/broker.conf"), "mine\n");
		ck_assert_str_eq(key_of("broker/main.nk"), first);
		user_is("main", MAIN, "");
		/* a killed command left the key without its user */
		reported_write("broker/broker-users.conf", "users = [\n]\n", 12);
		ck_assert(broker_users_begin("broker", "192.0.2.1", 4334, &err));
		ck_assert_str_eq(key_of("broker/main.nk"), first);
		user_is("main", MAIN, "");
	}
END_TEST

START_TEST(a_worker_may_use_its_own_subjects_and_hear_its_pools)
	{
		struct error err;
		char first[NKEY_PUBLIC + 1];
		begin();
		ck_assert(broker_users_add("broker", "lab1", pools, 2, &err));
		ck_assert(broker_users_add("broker", "lab", pools, 0, &err));
		user_is("lab1",
			"publish: [\"w.lab1.*\"], subscribe: [\"r.lab1.*\", \"hello.lab\", \"hello.gpu\"]",
			" lab gpu");
		user_is("lab", "publish: [\"w.lab.*\"], subscribe: [\"r.lab.*\"]", "");
		user_is("main", MAIN, "");
		/* a worker that is there gets a new key, and is there once */
		snprintf(first, sizeof first, "%s", key_of("broker/lab1.nk"));
		ck_assert(broker_users_add("broker", "lab1", pools + 1, 1, &err));
		user_is("lab1", "publish: [\"w.lab1.*\"], subscribe: [\"r.lab1.*\", \"hello.gpu\"]",
			" gpu");
		ck_assert_ptr_null(strstr(text_of("broker/broker-users.conf"), first));
	}
END_TEST

START_TEST(a_user_that_is_removed_has_no_key_and_others_stay)
	{
		struct error err;
		begin();
		ck_assert(broker_users_add("broker", "lab1", pools, 1, &err));
		ck_assert(broker_users_add("broker", "lab", pools, 1, &err));
		ck_assert(broker_users_remove("broker", "lab", &err));
		ck_assert_int_eq(access("broker/lab.nk", F_OK), -1);
		ck_assert_ptr_null(strstr(text_of("broker/broker-users.conf"), "# lab "));
		user_is("lab1", "publish: [\"w.lab1.*\"], subscribe: [\"r.lab1.*\", \"hello.lab\"]",
			" lab");
		user_is("main", MAIN, "");
		ck_assert(!broker_users_remove("broker", "lab", &err));
		ck_assert_str_eq(err.text, "broker/broker-users.conf: there is no user \"lab\"");
		ck_assert(!broker_users_remove("broker", "la", &err));
	}
END_TEST

START_TEST(users_are_listed_with_their_pools)
	{
		struct error err;
		char text[TEXT];
		begin();
		ck_assert(broker_users_add("broker", "lab1", pools, 2, &err));
		FILE *out = tmpfile();
		fflush(stdout);
		int saved = dup(STDOUT_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		bool good = broker_users_list("broker", &err);
		fflush(stdout);
		dup2(saved, STDOUT_FILENO);
		close(saved);
		rewind(out);
		text[fread(text, 1, sizeof text - 1, out)] = '\0';
		fclose(out);
		ck_assert(good);
		ck_assert_str_eq(text, "main\nlab1 lab gpu\n");
	}
END_TEST

/* The operator may add lines of her own, which stay. */
START_TEST(a_list_keeps_the_lines_of_others_and_needs_its_end)
	{
		static const char own[] =
			"# mine\nusers = [\n  { user: bob, password: x } # lab1\n]\nmore {}\n";
		struct error err;
		begin();
		reported_write("broker/broker-users.conf", own, strlen(own));
		ck_assert(broker_users_add("broker", "lab1", pools, 1, &err));
		const char *list = text_of("broker/broker-users.conf");
		ck_assert_ptr_eq(
			strstr(list,
				"# mine\nusers = [\n  { user: bob, password: x } # lab1\n  { nkey: "),
			list);
		ck_assert_ptr_nonnull(strstr(list, "# lab1 lab\n]\nmore {}\n"));
		reported_write("broker/broker-users.conf", "users = [\n", 10);
		ck_assert(!broker_users_add("broker", "lab2", pools, 1, &err));
		ck_assert_str_eq(err.text, "broker-users.conf: it has no line \"]\" at its end");
		ck_assert_str_eq(text_of("broker/broker-users.conf"), "users = [\n");
	}
END_TEST

START_TEST(a_key_that_is_none_is_told)
	{
		struct error err = {""};
		begin();
		reported_write("broker/main.nk", "SUX\n", 4);
		ck_assert(!broker_users_begin("broker", "192.0.2.1", 4333, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "broker/main.nk"));
	}
END_TEST

START_TEST(seeds_that_a_killed_command_left_are_removed)
	{
		struct error err;
		begin();
		reported_write("broker/lab1.nk.new.a1B2c3", "SUA\n", 4);
		reported_write("broker/lab1.nk.new.a1B2c34", "mine\n", 5);
		ck_assert(broker_users_add("broker", "lab2", pools, 1, &err));
		ck_assert_int_eq(access("broker/lab1.nk.new.a1B2c3", F_OK), -1);
		ck_assert_int_eq(access("broker/lab1.nk.new.a1B2c34", F_OK), 0);
		ck_assert(!broker_users_add("nowhere", "lab2", pools, 1, &err));
		ck_assert_str_eq(err.text,
			"nowhere: No such file or directory; `referee worker key --main --host HOST` makes it");
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("broker");
		reported_leave_folder();
	}
END_TEST

SUITE("net/broker-users", CASE(a_folder_begins_with_the_main_process_and_files_that_are_there_stay),
	CASE(a_worker_may_use_its_own_subjects_and_hear_its_pools),
	CASE(a_user_that_is_removed_has_no_key_and_others_stay),
	CASE(users_are_listed_with_their_pools),
	CASE(a_list_keeps_the_lines_of_others_and_needs_its_end), CASE(a_key_that_is_none_is_told),
	CASE(seeds_that_a_killed_command_left_are_removed), CASE(the_test_leaves_nothing_behind))
