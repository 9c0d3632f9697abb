#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Each machine is a switch in a function that is called once per event. What runs it returns how many events were accepted, or
// how many actions were performed.

enum connection_event_kind { CONNECTION_RELEASE, CONNECTION_ACK, CONNECTION_FIN };

struct connection_event {
    uint8_t kind;
    uint8_t id;
    bool is_valid;
};

uint64_t connection_run(const struct connection_event *events, size_t count, size_t passes);

// Rings: machines whose states follow each other. They return how many actions were performed.

enum ring_event { RING_NEXT, RING_STAY, RING_SPAWN, RING_FOLLOW, RING_WRONG };

/// Of 25 states.
uint64_t ring_run(const uint8_t *events, size_t count, size_t passes);

/// The same in three levels.
uint64_t nested_ring_run(const uint8_t *events, size_t count, size_t passes);
