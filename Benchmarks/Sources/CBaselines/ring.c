#include "run_ring.h"

#define COUNT 25

#define STATE(number) \
    case number: \
        switch (event) { \
        case RING_NEXT: *state = (number + 1) % COUNT; return true; \
        case RING_STAY: case RING_SPAWN: case RING_FOLLOW: return true; \
        case RING_WRONG: return false; \
        } \
        break;

#define FIVE_STATES(first) STATE(first) STATE(first + 1) STATE(first + 2) STATE(first + 3) STATE(first + 4)

/// `Ring25` of Sources/generate-rings.
__attribute__((noinline)) static bool handle(void *machine, enum ring_event event) {
    unsigned *state = machine;
    switch (*state) {
        FIVE_STATES(0) FIVE_STATES(5) FIVE_STATES(10) FIVE_STATES(15) FIVE_STATES(20)
    }
    return false;
}

uint64_t ring_run(const uint8_t *events, size_t count, size_t passes) {
    unsigned state = 0;
    return run_ring(handle, &state, events, count, passes);
}
