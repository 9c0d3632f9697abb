/// Numbers for the events that a job sends.
///
/// If sending fails, the job may send an equal event again. That event gets the same number,
/// because the first one may be committed.
struct SentEvents<Event: Equatable & Sendable>: Sendable {
    private var count = 0
    private var failed: [(event: Event, number: Int)] = []

    mutating func number(for event: Event) -> Int {
        if let index = failed.firstIndex(where: { $0.event == event }) { return failed.remove(at: index).number }
        count += 1
        return count
    }

    mutating func failed(_ event: Event, _ number: Int) {
        failed.append((event, number))
    }
}
