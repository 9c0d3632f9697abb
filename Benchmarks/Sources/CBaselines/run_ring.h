#pragma once
#include "CBaselines.h"

/// Sends events to a machine, and after each of them those in the queue; returns the number of actions.
///
/// It is inlined, so that the machine is called directly.
__attribute__((always_inline)) static inline uint64_t run_ring(
    bool (*handle)(void *, enum ring_event), void *machine, const uint8_t *events, size_t count, size_t passes) {
    enum { CAPACITY = 64 };
    uint8_t queue[CAPACITY];
    uint64_t actions = 0;
    for (size_t pass = 0; pass < passes; pass++) {
        for (size_t index = 0; index < count; index++) {
            size_t head = 0, tail = 0;
            enum ring_event event = events[index];
            for (;;) {
                if (handle(machine, event)) {
                    actions++;
                    if (event == RING_SPAWN && tail < CAPACITY) {
                        actions++;
                        queue[tail++] = RING_FOLLOW;
                    }
                }
                if (head == tail) break;
                event = queue[head++];
            }
        }
    }
    return actions;
}
