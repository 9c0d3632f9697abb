#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a program has allocated.
struct allocations {
    /// The number of blocks.
    uint64_t count;

    /// The number of blocks of at least the size given to `count_allocations`.
    uint64_t large;

    /// The number of bytes, as the allocator rounds them up.
    uint64_t bytes;
};

/// Whether allocations can be counted on this system.
bool can_count_allocations(void);

/// Starts counting from zero; blocks of at least this many bytes are large.
void count_allocations(size_t large);

/// Stops counting, and returns the counts.
struct allocations counted_allocations(void);

/// Has one thread run the tasks that become ready on the default executor from now on, in this order, or as many threads as by default.
///
/// With several threads, the number of allocations depends on which of them runs which task, so on how busy the computer is. At
/// most 1,024 tasks may wait at once.
void run_tasks_on_one_thread(bool one);

/// The calls of `fdatasync` and `fsync` of this process.
struct flushes {
    /// The number of calls.
    uint64_t count;

    /// The time of all calls together.
    uint64_t nanoseconds;
};

/// Whether flushes can be counted on this system.
bool can_count_flushes(void);

/// Returns the calls so far.
struct flushes counted_flushes(void);

/// Does nothing; callgrind writes its counts to a file when this is called.
void benchmark_mark(void);
