#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the allocator was asked for.
struct allocations {
    /// How many blocks.
    uint64_t count;

    /// How many of them were large, as `count_allocations` was told.
    uint64_t large;

    /// How many bytes, as the allocator rounds them up.
    uint64_t bytes;
};

/// Whether allocations can be counted on this system.
bool can_count_allocations(void);

/// Counts from now on, from zero; blocks of so many bytes and more are large.
void count_allocations(size_t large);

/// Stops counting.
struct allocations counted_allocations(void);

/// Does nothing: callgrind writes down what it has counted when this is called.
void benchmark_mark(void);
