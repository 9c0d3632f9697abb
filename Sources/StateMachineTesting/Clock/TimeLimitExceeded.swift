/// Work took longer than its time limit.
struct TimeLimitExceeded: Error {}
