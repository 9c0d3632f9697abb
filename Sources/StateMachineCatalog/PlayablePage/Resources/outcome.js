// What became of an event, in one word.

/**
 * The outcome, or "stale" for an event that was dropped because it came from an activity that had been exited.
 *
 * Such an event is not news: it is the last word of work that was cancelled.
 * @param {{ outcome: string, reason?: string }} happening
 */
export function shownOutcome({ outcome, reason }) {
  return outcome === "dropped" && reason === "stale" ? "stale" : outcome;
}
