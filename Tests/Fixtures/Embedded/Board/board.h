#pragma once

/// The number of the next event.
int nextEvent(void);

/// Shows the number of a state.
void show(int state);

/// Tells that an event was rejected.
void reject(void);

/// Switches one more light on.
void light(int number);
