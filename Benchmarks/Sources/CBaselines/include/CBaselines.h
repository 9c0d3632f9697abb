#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Each machine is a switch in a function that is called once per event. The `_run` functions return the number of handled events,
// or of actions.

enum connection_event_kind { CONNECTION_RELEASE, CONNECTION_ACK, CONNECTION_FIN };

struct connection_event {
    uint8_t kind;
    uint8_t id;
    bool is_valid;
};

uint64_t connection_run(const struct connection_event *events, size_t count, size_t passes);

enum player_event { PLAYER_PLAY, PLAYER_STOP, PLAYER_PAUSE, PLAYER_END_PAUSE, PLAYER_OPEN_CLOSE, PLAYER_CD_DETECTED };

uint64_t player_run(const uint8_t *events, size_t count, size_t passes);

enum note_event_kind { NOTE_SET, NOTE_TYPE, NOTE_CLEAR };

struct note_event {
    uint16_t index;
    uint8_t kind;
};

uint64_t note_run(const struct note_event *events, size_t count, size_t passes, size_t items);

// Rings: machines whose states follow each other in a circle. The functions return the number of actions.

enum ring_event { RING_NEXT, RING_STAY, RING_SPAWN, RING_FOLLOW, RING_WRONG };

/// 25 states.
uint64_t ring_run(const uint8_t *events, size_t count, size_t passes);

/// The same in three levels.
uint64_t nested_ring_run(const uint8_t *events, size_t count, size_t passes);
