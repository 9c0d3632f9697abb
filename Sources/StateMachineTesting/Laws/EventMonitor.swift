/// A monitor that identifies events by name, checks their order and records violated laws.
struct EventMonitor: Sendable {
    private let expected: [String]
    private var handledCount = 0

    /// Violated laws, in the order in which the monitor noticed them.
    private(set) var broken: [BrokenLaw] = []

    init(expecting expected: [String]) {
        self.expected = expected
    }

    /// Records that a hook has sent an event.
    ///
    /// - Parameters:
    ///   - isWaiting: Whether the event's outcome is `.enqueued`.
    ///   - hasMoved: Whether the event has already changed the state.
    mutating func sendFromHook(_ event: String, isWaiting: Bool, hasMoved: Bool) {
        if !isWaiting { note("\(event), which a hook sent, does not wait.") }
        if hasMoved { note("\(event), which a hook sent, changes the state immediately.") }
    }

    /// Records that an event was handled.
    ///
    /// - Returns: The event's index if it is the next expected event; otherwise `nil`.
    mutating func handle(_ event: String) -> Int? {
        guard handledCount < expected.count else {
            note("\(event) is handled although no event is waiting.")
            return nil
        }
        handledCount += 1
        guard event == expected[handledCount - 1] else {
            note("\(event) is handled before \(expected[handledCount - 1]).")
            return nil
        }
        return handledCount - 1
    }

    /// Checks at the end that every expected event was handled.
    mutating func end() {
        if handledCount < expected.count { note("\(expected[handledCount]) is never handled.") }
    }

    private mutating func note(_ detail: String) {
        broken.append(BrokenLaw(.runToCompletion, detail))
    }
}
