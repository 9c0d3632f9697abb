/// Keeps account of events that have to be handled in order, by their names, and notes what must not happen.
struct EventMonitor: Sendable {
    private let expected: [String]
    private var handledCount = 0

    /// What is wrong, in the order in which it was noticed.
    private(set) var broken: [BrokenLaw] = []

    init(expecting expected: [String]) {
        self.expected = expected
    }

    /// A hook has sent an event.
    ///
    /// - Parameters:
    ///   - isWaiting: Whether the outcome says that the event waits.
    ///   - hasMoved: Whether the state is another one than before.
    mutating func sendFromHook(_ event: String, isWaiting: Bool, hasMoved: Bool) {
        if !isWaiting { note("\(event), sent by a hook, does not wait.") }
        if hasMoved { note("\(event), sent by a hook, changes the state at once.") }
    }

    /// An event was handled.
    ///
    /// - Returns: Its place, if it is the one whose turn it is.
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

    /// No event is left.
    mutating func end() {
        if handledCount < expected.count { note("\(expected[handledCount]) is never handled.") }
    }

    private mutating func note(_ detail: String) {
        broken.append(BrokenLaw(.runToCompletion, detail))
    }
}
