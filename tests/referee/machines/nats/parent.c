/*
 * The socket to the main process, whose messages come before the ends that they explain.
 */
#include "referee/machines/nats/parent.c" /* the tests' programs have no files of the broker */

#include <sys/socket.h>

#include "tests/lib/suite.h"

static struct {
	struct event_base *base;
	struct parent parent;
	int main; /* its end of the socket */
	char taken[256];
} scene;

static void scene_take(void *owner, struct fd_message *message)
{
	ck_assert_ptr_eq(owner, &scene);
	strcat(strcat(scene.taken, message->text), ";");
}

static void scene_open(void)
{
	int ends[2];
	memset(&scene, 0, sizeof scene);
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	scene.main = ends[0];
	scene.base = event_base_new();
	ck_assert(parent_open(&scene.parent, scene.base, ends[1], scene_take, &scene));
}

static void scene_close(void)
{
	peer_free(scene.parent.peer);
	event_base_free(scene.base);
}

static void says(const char *text)
{
	struct fd_message message = {.count = 0};
	snprintf(message.text, sizeof message.text, "%s", text);
	ck_assert_int_eq(fd_message_send(scene.main, &message), 0);
}

START_TEST(all_messages_that_are_there_are_taken_in_one_turn)
	{
		scene_open();
		says("bar lab01");
		says("bar lab02");
		says("bar lab03");
		ck_assert_int_eq(event_base_loop(scene.base, EVLOOP_ONCE), 0);
		ck_assert_str_eq(scene.taken, "bar lab01;bar lab02;bar lab03;");
		ck_assert_int_eq(event_base_got_break(scene.base), 0);
		says("call yes");
		close(scene.main);
		ck_assert_int_eq(event_base_loop(scene.base, EVLOOP_ONCE), 0);
		ck_assert_str_eq(scene.taken, "bar lab01;bar lab02;bar lab03;call yes;");
		ck_assert_int_ne(event_base_got_break(scene.base), 0); /* the parent has ended */
		scene_close();
	}
END_TEST

START_TEST(texts_and_descriptors_go_to_the_parent)
	{
		struct fd_message message;
		char byte = 0;
		int pipes[2];
		scene_open();
		ck_assert_int_eq(pipe(pipes), 0);
		ck_assert(parent_send(&scene.parent, BROKER_SESSION, pipes[1]));
		parent_log(&scene.parent, "worker %s: %d", "lab01", 3);
		ck_assert_int_eq(fd_message_receive(scene.main, &message), 1);
		ck_assert_str_eq(message.text, "session");
		ck_assert_int_eq(message.count, 1);
		ck_assert_int_eq(write(message.fds[0], "x", 1), 1);
		ck_assert_int_eq(read(pipes[0], &byte, 1), 1);
		ck_assert_int_eq(byte, 'x');
		fd_message_drop(&message);
		ck_assert_int_eq(fd_message_receive(scene.main, &message), 1);
		ck_assert_str_eq(message.text, "say worker lab01: 3");
		ck_assert_int_eq(message.count, 0);
		close(scene.main);
		close(pipes[0]);
		close(pipes[1]);
		ck_assert(!parent_send(&scene.parent, BROKER_OVER, -1));
		scene_close();
	}
END_TEST

SUITE("referee/machines/nats/parent", CASE(all_messages_that_are_there_are_taken_in_one_turn),
	CASE(texts_and_descriptors_go_to_the_parent))
