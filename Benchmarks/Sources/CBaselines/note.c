#include "CBaselines.h"

#include <stdlib.h>

struct note {
    long *items;
    char *text;
    size_t length, capacity;
};

__attribute__((noinline)) static bool handle(struct note *note, struct note_event event) {
    switch (event.kind) {
    case NOTE_SET: note->items[event.index] += 1; return true;
    case NOTE_TYPE:
        if (note->length == note->capacity) {
            note->capacity = note->capacity ? 2 * note->capacity : 64;
            note->text = realloc(note->text, note->capacity);
        }
        note->text[note->length++] = 'x';
        return true;
    case NOTE_CLEAR: note->length = 0; return true;
    }
    return false;
}

uint64_t note_run(const struct note_event *events, size_t count, size_t passes, size_t items) {
    struct note note = {.items = calloc(items, sizeof(long))};
    uint64_t handled = 0;
    for (size_t pass = 0; pass < passes; pass++)
        for (size_t index = 0; index < count; index++) handled += handle(&note, events[index]);
    uint64_t checksum = handled + (uint64_t)note.items[7];
    free(note.items);
    free(note.text);
    return checksum;
}
