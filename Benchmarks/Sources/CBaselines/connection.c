#include "CBaselines.h"

enum state { ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2 };

__attribute__((noinline)) static bool handle(enum state *state, struct connection_event event) {
    switch (*state) {
    case ESTABLISHED:
        if (event.kind != CONNECTION_RELEASE) return false;
        *state = FIN_WAIT_1;
        return true;
    case FIN_WAIT_1:
        if (event.kind != CONNECTION_ACK || !event.is_valid) return false;
        *state = FIN_WAIT_2;
        return true;
    case FIN_WAIT_2:
        if (event.kind != CONNECTION_FIN || !event.is_valid) return false;
        *state = ESTABLISHED;
        return true;
    }
    return false;
}

uint64_t connection_run(const struct connection_event *events, size_t count, size_t passes) {
    enum state state = ESTABLISHED;
    uint64_t handled = 0;
    for (size_t pass = 0; pass < passes; pass++)
        for (size_t index = 0; index < count; index++) handled += handle(&state, events[index]);
    return handled;
}
