/*
 * cpu-affinity.c - usable processors by sched_getaffinity(2), and processor lists.
 */
#include "referee/process/cpu-affinity.h"

#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

enum { CPU_AFFINITY_PATH = 4096 };

static bool cpu_affinity_mine(cpu_set_t *mine)
{
	return sched_getaffinity(0, sizeof *mine, mine) == 0 && CPU_COUNT(mine) > 0;
}

int cpu_affinity_usable(void)
{
	cpu_set_t mine;
	return cpu_affinity_mine(&mine) ? CPU_COUNT(&mine) : 1;
}

/* The first processor of the core to which this one belongs; -1: unknown. */
static int cpu_affinity_first(const char *folder, int cpu)
{
	static const char *const names[] = {"core_cpus_list", "thread_siblings_list"};
	char path[CPU_AFFINITY_PATH];
	int first = -1;
	for (size_t i = 0; i < sizeof names / sizeof *names && first < 0; i++) {
		snprintf(path, sizeof path, "%s/cpu%d/topology/%s", folder, cpu, names[i]);
		FILE *in = fopen(path, "re");
		if (in != NULL && fscanf(in, "%4d", &first) != 1)
			first = -1;
		if (in != NULL)
			fclose(in);
	}
	return first < CPU_SETSIZE ? first : -1;
}

int cpu_affinity_cores(const char *folder)
{
	cpu_set_t mine, cores;
	if (!cpu_affinity_mine(&mine))
		return 1;
	CPU_ZERO(&cores);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &mine))
			continue;
		int first = cpu_affinity_first(folder, cpu);
		CPU_SET(first >= 0 ? first : cpu, &cores);
	}
	return CPU_COUNT(&cores);
}

int cpu_affinity_place(int number)
{
	cpu_set_t mine;
	int place = 0;
	if (number < 0 || number >= CPU_SETSIZE || !cpu_affinity_mine(&mine) ||
		!CPU_ISSET(number, &mine))
		return -1;
	for (int cpu = 0; cpu < number; cpu++)
		place += CPU_ISSET(cpu, &mine) != 0;
	return place;
}

void cpu_affinity_keep(const struct cpu_affinity *list)
{
	cpu_set_t these;
	CPU_ZERO(&these);
	for (int i = 0; i < list->count; i++)
		CPU_SET(cpu_affinity_number(list, i), &these);
	if (list->count > 0)
		sched_setaffinity(0, sizeof these, &these);
}

int cpu_affinity_number(const struct cpu_affinity *list, int nth)
{
	assert(nth >= 0 && nth < list->count);
	for (int number = 0;; number++)
		if ((list->bits[number / 64] >> number % 64 & 1) != 0 && nth-- == 0)
			return number;
}

/* Reads digits of a valid processor number. Returns their end; NULL: invalid. */
static const char *cpu_affinity_digits(const char *text, int *number)
{
	const char *from = text;
	for (*number = 0; *text >= '0' && *text <= '9' && text - from < 4; text++)
		*number = *number * 10 + (*text - '0');
	return text == from || *number > CPU_AFFINITY_NUMBER_MAX ? NULL : text;
}

static bool cpu_affinity_add(struct cpu_affinity *list, int number)
{
	const uint64_t bit = UINT64_C(1) << number % 64;
	if ((list->bits[number / 64] & bit) != 0)
		return true;
	if (list->count == CPU_AFFINITY_MAX)
		return false;
	list->bits[number / 64] |= bit;
	list->count++;
	return true;
}

/* Reads "3" or "0-3". Returns its end; NULL: invalid. */
static const char *cpu_affinity_range(struct cpu_affinity *list, const char *text)
{
	int first, last;
	const char *end = cpu_affinity_digits(text, &first);
	last = first;
	if (end != NULL && *end == '-')
		end = cpu_affinity_digits(end + 1, &last);
	if (end == NULL || last < first)
		return NULL;
	for (int number = first; number <= last; number++)
		if (!cpu_affinity_add(list, number))
			return NULL;
	return end;
}

bool cpu_affinity_is_list(const char *text)
{
	return *text >= '0' && *text <= '9' && text[strspn(text, "0123456789-,")] == '\0';
}

bool cpu_affinity_read(struct cpu_affinity *list, const char *text, struct error *err)
{
	struct cpu_affinity read = {.count = 0};
	const char *end = cpu_affinity_range(&read, text);
	while (end != NULL && *end == ',')
		end = cpu_affinity_range(&read, end + 1);
	if (end == NULL || *end != '\0')
		return error_set(err,
			"a list of processors is numbers and ranges, such as 0-3,6: up to %d of them, from 0 to %d",
			CPU_AFFINITY_MAX, CPU_AFFINITY_NUMBER_MAX);
	*list = read;
	return true;
}

void cpu_affinity_write(char *text, size_t room)
{
	cpu_set_t mine;
	size_t used = 0;
	text[0] = '\0';
	if (!cpu_affinity_mine(&mine))
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE && used < room; cpu++) {
		int first = cpu;
		if (!CPU_ISSET(cpu, &mine))
			continue;
		while (cpu + 1 < CPU_SETSIZE && CPU_ISSET(cpu + 1, &mine))
			cpu++;
		used += (size_t)snprintf(
			text + used, room - used, "%s%d", used > 0 ? "," : "", first);
		if (cpu > first && used < room)
			used += (size_t)snprintf(text + used, room - used, "-%d", cpu);
	}
}
