/*
 * kernel.c - the parts of the kernel that games need least and attacks begin with: io_uring, bpf,
 * events, page faults, foreign system-call interfaces. Refused, it plays well.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/lib/rogue.h"

static const struct {
	const char *way;
	long call[5];
} kernel_calls[] = {
	{"io-uring", {SYS_io_uring_setup, 1, 0}},
	{"bpf", {SYS_bpf, 0, 0, 0}},
	{"perf", {SYS_perf_event_open, 0, 0, -1, -1}},
	{"userfaultfd", {SYS_userfaultfd, 1}},
	{"personality", {SYS_personality, ADDR_NO_RANDOMIZE}},
	{"syslog", {SYS_syslog, 10}},
	{"kexec", {SYS_kexec_load, 0, 0, 0, 0}},
	{"module", {SYS_finit_module, -1, 0, 0}},
	{"reboot", {SYS_reboot, 0, 0, 0}},
	{"swap", {SYS_swapoff, 0}},
	{"accounts", {SYS_acct, 0}},
	{"fanotify", {SYS_fanotify_init, 0, 0}},
	{"quota", {SYS_quotactl, 0, 0, 0, 0}},
};

/* A descriptor, a success, or only the arguments were wrong: it could be had. */
static bool kernel_has(const long c[5])
{
	long result = syscall(c[0], c[1], c[2], c[3], c[4]);
	return result >= 0 || (errno != EPERM && errno != EACCES && errno != ENOSYS);
}

/* In a child, as one who is killed for it was refused too. */
static bool kernel_foreign(long (*call)(void))
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		rogue_begin();
		_exit(call() > 0 ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       WEXITSTATUS(status) == EXIT_SUCCESS;
}

#ifdef __x86_64__
/* getpid() as a program of 32 bits asks for it. */
static long kernel_i386(void)
{
	long result = 20;
	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
	return result;
}

static long kernel_x32(void)
{
	return syscall(0x40000000 | SYS_getpid);
}
#endif

int main(void)
{
	rogue_begin();
	while (rogue_turn()) {
		for (size_t i = 0; i < sizeof kernel_calls / sizeof *kernel_calls; i++)
			rogue_try(kernel_calls[i].way, kernel_has(kernel_calls[i].call));
#ifdef __x86_64__
		rogue_try("i386", kernel_foreign(kernel_i386));
		rogue_try("x32", kernel_foreign(kernel_x32));
#endif
		rogue_confess();
	}
}
