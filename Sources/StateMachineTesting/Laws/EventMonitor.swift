/// Tracks events that have to be handled in order, by their names, and notes broken laws.
struct EventMonitor: Sendable {
    private let expected: [String]
    private var handledCount = 0

    /// The broken laws, in the order in which they were noticed.
    private(set) var broken: [BrokenLaw] = []

    init(expecting expected: [String]) {
        self.expected = expected
    }

    /// Records that a hook has sent an event.
    ///
    /// - Parameters:
    ///   - isWaiting: Whether the outcome says that the event waits.
    ///   - hasMoved: Whether the state differs from the one before.
    mutating func sendFromHook(_ event: String, isWaiting: Bool, hasMoved: Bool) {
        if !isWaiting { note("\(event), sent by a hook, does not wait.") }
        if hasMoved { note("\(event), sent by a hook, changes the state at once.") }
    }

    /// Records that an event was handled.
    ///
    /// - Returns: Its index, if it is the next expected one.
    mutating func handle(_ event: String) -> Int? {
        guard handledCount < expected.count else {
            note("\(event) is handled, though nothing waits.")
            return nil
        }
        handledCount += 1
        guard event == expected[handledCount - 1] else {
            note("\(event) is handled before \(expected[handledCount - 1]).")
            return nil
        }
        return handledCount - 1
    }

    /// Records that no event is left.
    mutating func end() {
        if handledCount < expected.count { note("\(expected[handledCount]) is never handled.") }
    }

    private mutating func note(_ detail: String) {
        broken.append(BrokenLaw(.runToCompletion, detail))
    }
}
