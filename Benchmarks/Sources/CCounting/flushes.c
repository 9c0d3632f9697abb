#define _GNU_SOURCE
#include "CCounting.h"

#include <stdatomic.h>

static _Atomic uint64_t count, nanoseconds;

struct flushes counted_flushes(void) { return (struct flushes){count, nanoseconds}; }

#ifdef __linux__
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int flush(long call, int file) {
    uint64_t start = now();
    long result = syscall(call, file);
    nanoseconds += now() - start;
    count += 1;
    return (int)result;
}

// Libraries that are loaded later, such as SQLite's, use the functions of the program.
int fdatasync(int file) { return flush(SYS_fdatasync, file); }
int fsync(int file) { return flush(SYS_fsync, file); }

bool can_count_flushes(void) { return true; }
#else
bool can_count_flushes(void) { return false; }
#endif
