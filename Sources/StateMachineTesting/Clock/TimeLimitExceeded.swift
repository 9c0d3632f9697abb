/// An error for work that takes longer than its time limit.
struct TimeLimitExceeded: Error {}
