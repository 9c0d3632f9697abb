#include "run_ring.h"

// Three levels: five of the first, two of the second in each, and two or three of the third in these.
enum low { LOW_FIRST, LOW_SECOND };
enum high { HIGH_FIRST, HIGH_SECOND, HIGH_THIRD };
struct middle {
    enum { IS_LOW, IS_HIGH } kind;
    union {
        enum low low;
        enum high high;
    };
};
struct top {
    enum { FIRST, SECOND, THIRD, FOURTH, FIFTH } kind;
    struct middle middle;
};

static bool handle_low(enum low *low, enum ring_event event) {
    switch (event) {
    case RING_NEXT:
        switch (*low) {
        case LOW_FIRST: *low = LOW_SECOND; return true;
        case LOW_SECOND: return false;
        }
        return false;
    case RING_STAY: case RING_SPAWN: case RING_FOLLOW: return true;
    case RING_WRONG: return false;
    }
    return false;
}

static bool handle_high(enum high *high, enum ring_event event) {
    switch (event) {
    case RING_NEXT:
        switch (*high) {
        case HIGH_FIRST: *high = HIGH_SECOND; return true;
        case HIGH_SECOND: *high = HIGH_THIRD; return true;
        case HIGH_THIRD: return false;
        }
        return false;
    case RING_STAY: case RING_SPAWN: case RING_FOLLOW: return true;
    case RING_WRONG: return false;
    }
    return false;
}

static bool handle_middle(struct middle *middle, enum ring_event event) {
    switch (middle->kind) {
    case IS_LOW:
        if (handle_low(&middle->low, event)) return true;
        if (event != RING_NEXT) return false;
        middle->kind = IS_HIGH;
        middle->high = HIGH_FIRST;
        return true;
    case IS_HIGH: return handle_high(&middle->high, event);
    }
    return false;
}

static bool move_on(struct top *top, enum ring_event event, int kind) {
    if (event != RING_NEXT) return false;
    top->kind = kind;
    top->middle.kind = IS_LOW;
    top->middle.low = LOW_FIRST;
    return true;
}

__attribute__((noinline)) static bool handle(void *machine, enum ring_event event) {
    struct top *top = machine;
    switch (top->kind) {
    case FIRST: return handle_middle(&top->middle, event) || move_on(top, event, SECOND);
    case SECOND: return handle_middle(&top->middle, event) || move_on(top, event, THIRD);
    case THIRD: return handle_middle(&top->middle, event) || move_on(top, event, FOURTH);
    case FOURTH: return handle_middle(&top->middle, event) || move_on(top, event, FIFTH);
    case FIFTH: return handle_middle(&top->middle, event) || move_on(top, event, FIRST);
    }
    return false;
}

uint64_t nested_ring_run(const uint8_t *events, size_t count, size_t passes) {
    struct top top = {FIRST, {IS_LOW, {LOW_FIRST}}};
    return run_ring(handle, &top, events, count, passes);
}
