/// The message that Swift writes before it traps.
///
/// An example is `Pool/Pool.swift:12: Fatal error: no connection`.
struct TrapMessage {
    let reason: String?
    /// Whether the message has the form that Swift uses for traps in source code.
    let isFatalError: Bool
    let file: String?
    let line: Int?

    init(_ text: String) {
        let address = /(?:\ to)?\ ?\(?0x[0-9a-f]+\)?/
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).replacing(address, with: "") }
        let pattern = /(?:([^ ]+\.swift):(\d+): )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?/
        guard let match = lines.lazy.compactMap({ $0.wholeMatch(of: pattern)?.output }).first else {
            // For example "Could not cast value of type …", followed by lines with details.
            (reason, file, line, isFatalError) = (lines.first, nil, nil, false)
            return
        }
        isFatalError = true
        reason = String(match.4 ?? match.3)
        file = match.1.map(String.init)
        line = match.2.flatMap { Int($0) }
    }
}
