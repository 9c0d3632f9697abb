#define _GNU_SOURCE
#include "CCounting.h"

#include <stdatomic.h>

static atomic_bool is_counting;
static _Atomic uint64_t count, large_count, bytes;
static _Atomic size_t large_size;

void count_allocations(size_t large) {
    count = large_count = bytes = 0;
    large_size = large;
    is_counting = true;
}

struct allocations counted_allocations(void) {
    is_counting = false;
    return (struct allocations){count, large_count, bytes};
}

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

// The names of glibc's own functions. A program may define malloc and the others itself; the whole process then uses these.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static inline void *counted(void *block) {
    if (__builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0) && block) {
        size_t size = malloc_usable_size(block);
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
        if (size >= large_size) atomic_fetch_add_explicit(&large_count, 1, memory_order_relaxed);
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *realloc(void *block, size_t size) { return counted(__libc_realloc(block, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = counted(__libc_memalign(alignment, size));
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

bool can_count_allocations(void) { return true; }
#else
bool can_count_allocations(void) { return false; }
#endif
