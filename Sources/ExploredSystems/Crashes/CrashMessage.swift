import StateMachineLocks

/// The message that Swift writes before it traps.
///
/// An example is `Pool/Pool.swift:12: Fatal error: no connection`.
struct CrashMessage: Sendable {
    let reason: String?
    /// Whether the message has the form that Swift uses for traps in source code.
    let isFatalError: Bool
    /// The place that the message names.
    let place: SystemFault.Place?

    private static let known = Locked<[String: CrashMessage]>([:])

    /// Returns the message in a text, which most traps of an exploration have in common.
    static func message(in text: String) -> CrashMessage {
        if let message = known.withLock({ $0[text] }) { return message }
        let message = CrashMessage(text)
        known.withLock { known in
            // A text with a number in it may be new each time, so the list begins again at a limit.
            if known.count == 256 { known = [:] }
            known[text] = message
        }
        return message
    }

    init(_ text: String) {
        let address = /(?:\ to)?\ ?\(?0x[0-9a-f]+\)?/
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).replacing(address, with: "") }
        let pattern = /(?:(.+\.swift):(\d+): )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?/
        guard let match = lines.lazy.compactMap({ $0.wholeMatch(of: pattern)?.output }).first else {
            // For example "Could not cast value of type …", followed by lines with details.
            (reason, place, isFatalError) = (lines.first, nil, false)
            return
        }
        isFatalError = true
        reason = String(match.4 ?? match.3)
        // In the Swift 5 mode, the message contains the whole path.
        place = match.1.map { SystemFault.Place(path: String($0), line: match.2.flatMap { Int($0) }, function: nil) }
    }

    /// Whether the place is in a library that belongs to Swift, and not in the code that called it.
    var isFromSwift: Bool {
        let modules = ["Swift", "_", "Foundation", "Dispatch", "Synchronization", "Observation", "Distributed"]
        return place?.file.map { file in modules.contains { file.hasPrefix($0) } } ?? false
    }
}
