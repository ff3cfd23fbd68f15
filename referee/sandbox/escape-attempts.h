/*
 * escape-attempts.h - sandbox escape attempts that take more than one system call.
 *
 * They belong to the table in escape-tests.h. Each function returns true if its attempt succeeded.
 */
#ifndef REFEREE_SANDBOX_ESCAPE_ATTEMPTS_H
#define REFEREE_SANDBOX_ESCAPE_ATTEMPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* Facts about the outside, for the attempts. */
struct tries {
	pid_t outside, keeper; /* an outside process, and sandbox-init */
	const char *secret;    /* outside file that every user may read */
	const char *folder;    /* its folder */
	const char *program;   /* program that makes the attempts */
	uid_t starter;	       /* user that runs the referee */
	const char *shared;    /* name of shared memory that another bot created */
};

extern struct tries tries;

/* Flags of open() for a file without a name. It leaves nothing behind if it can be created. */
#define ESCAPE_ATTEMPTS_CREATE (O_TMPFILE | O_RDWR)

bool try_signal_outside(void);
bool try_signal_keeper(void);
bool try_ptrace_outside(void);
bool try_ptrace_keeper(void);
bool try_read_memory(void);
bool try_write_memory(void);
bool try_take_descriptor(void);
bool try_pidfd_signal(void);
bool try_compare(void);
bool try_memory_file(void);
bool try_environment_file(void);
bool try_descriptors_file(void);
bool try_root_file(void);
bool try_list(void);
bool try_priority_keeper(void);
bool try_limits_keeper(void);
bool try_affinity(void);
bool try_real_time(void);
bool try_session(void);
bool try_read_secret(void);
bool try_read_folder(void);
bool try_up(void);
bool try_symlink(void);
bool try_link(void);
bool try_write_own(void);
bool try_mode_own(void);
bool try_make_group(void);
bool try_write_program(void);
bool try_execute_scratch(void);
bool try_execute_shared(void);
bool try_map_shared(void);
bool try_open_shared(void);
bool try_list_shared(void);
bool try_setuid_file(void);
bool try_scratch_size(void);
bool try_scratch_files(void);
bool try_scratch_shared(void);
bool try_is_root(void);
bool try_groups(void);
bool try_capabilities(void);
bool try_bounding(void);
bool try_files_limit(void);
bool try_processes_limit(void);
bool try_core(void);
bool try_lock_memory(void);
bool try_raise(void);
bool try_abstract(void);
bool try_typing(void);
bool try_descriptors(void);
bool try_variables(void);
bool try_hostname(void);
bool try_clock(void);
bool try_i386(void);
bool try_x32(void);

#endif
