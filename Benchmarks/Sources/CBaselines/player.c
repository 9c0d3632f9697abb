#include "CBaselines.h"

enum state { EMPTY, OPEN, STOPPED, PLAYING, PAUSED };

/// Returns the number of actions.
__attribute__((noinline)) static unsigned handle(enum state *state, uint8_t event) {
    switch (*state) {
    case EMPTY:
        switch (event) {
        case PLAYER_OPEN_CLOSE: *state = OPEN; return 1;
        case PLAYER_CD_DETECTED: *state = STOPPED; return 1;
        default: return 0;
        }
    case OPEN:
        if (event != PLAYER_OPEN_CLOSE) return 0;
        *state = EMPTY;
        return 1;
    case STOPPED:
        switch (event) {
        case PLAYER_PLAY: *state = PLAYING; return 1;
        case PLAYER_OPEN_CLOSE: *state = OPEN; return 1;
        case PLAYER_STOP: return 1;
        default: return 0;
        }
    case PLAYING:
        switch (event) {
        case PLAYER_STOP: *state = STOPPED; return 1;
        case PLAYER_PAUSE: *state = PAUSED; return 1;
        case PLAYER_OPEN_CLOSE: *state = OPEN; return 1;
        default: return 0;
        }
    case PAUSED:
        switch (event) {
        case PLAYER_END_PAUSE: *state = PLAYING; return 1;
        case PLAYER_STOP: *state = STOPPED; return 1;
        case PLAYER_OPEN_CLOSE: *state = OPEN; return 1;
        default: return 0;
        }
    }
    return 0;
}

uint64_t player_run(const uint8_t *events, size_t count, size_t passes) {
    enum state state = EMPTY;
    uint64_t actions = 0;
    for (size_t pass = 0; pass < passes; pass++)
        for (size_t index = 0; index < count; index++) actions += handle(&state, events[index]);
    return actions;
}
