/*
 * broker-info.c - reads the greeting of a NATS server.
 */
#include "referee/machines/broker-info.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/net/net-address.h"

/* Copies a word of printable ASCII. */
static void broker_info_copy(char to[BROKER_INFO_WORD], const json_t *value)
{
	const char *text = json_string_value(value);
	size_t length = 0;
	if (text == NULL)
		return;
	while (text[length] > ' ' && text[length] < 127 && strchr("\"\\", text[length]) == NULL)
		length++;
	if (text[length] == '\0' && length < BROKER_INFO_WORD)
		memcpy(to, text, length + 1);
}

bool broker_info_read(struct broker_info *info, const char *json)
{
	json_t *all = json_loads(json, 0, NULL);
	bool good = json_is_object(all);
	*info = (struct broker_info){.version = ""};
	broker_info_copy(info->version, json_object_get(all, "version"));
	broker_info_copy(info->host, json_object_get(all, "host"));
	info->tls_required = json_is_true(json_object_get(all, "tls_required"));
	info->tls_available = json_is_true(json_object_get(all, "tls_available"));
	info->jetstream = json_is_true(json_object_get(all, "jetstream"));
	info->max_payload = json_integer_value(json_object_get(all, "max_payload"));
	json_decref(all);
	return good;
}

/* Reads until a line ends, and replaces its end by a NUL. */
static bool broker_info_line(int fd, usec deadline, char line[BROKER_INFO_LINE], struct error *err)
{
	size_t used = 0;
	char *end = NULL;
	while (end == NULL) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		usec left = deadline - time_now();
		if (used == BROKER_INFO_LINE - 1)
			return error_set(err, "it sends too much");
		if (left <= 0 || poll(&ready, 1, (int)(left / MILLISECOND) + 1) == 0)
			return error_set(err, "no answer");
		ssize_t got = recv(fd, line + used, BROKER_INFO_LINE - 1 - used, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (got <= 0)
			return error_set(err, "it closed the connection");
		used += (size_t)got;
		line[used] = '\0';
		end = memchr(line, '\n', used);
	}
	*end = '\0';
	return true;
}

bool broker_info_ask(struct broker_info *info, const char *url, usec limit, struct error *err)
{
	static const char greeting[] = "INFO ";
	char line[BROKER_INFO_LINE];
	usec deadline = time_now() + limit;
	const char *rest = strstr(url, "://");
	struct net_address to;
	bool loopback;
	if (!net_address_read(&to, rest != NULL ? rest + strlen("://") : url, err))
		return false;
	int fd = net_address_connect(&to, limit, &loopback, err);
	if (fd < 0)
		return false;
	bool good = broker_info_line(fd, deadline, line, err);
	close(fd);
	if (good && (strncmp(line, greeting, strlen(greeting)) != 0 ||
			    !broker_info_read(info, line + strlen(greeting))))
		return error_set(err, "it is no NATS server: it does not begin with INFO");
	return good;
}
