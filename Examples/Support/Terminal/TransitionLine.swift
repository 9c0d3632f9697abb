/// One transition as a line of text: `start ─ startSearch → searching  +editing`.
public enum TransitionLine {
    /// The line of a transition.
    ///
    /// - Parameters:
    ///   - old: What the state was called.
    ///   - event: What the event is called.
    ///   - new: What the state is called now.
    ///   - exited: The activities that were exited.
    ///   - entered: The activities that were entered.
    public static func text(
        from old: String,
        on event: String,
        to new: String,
        exited: [String],
        entered: [String]
    ) -> String {
        let move = "\(old) ─ \(event) → \(new)"
        let changes = exited.map { "-\($0)" } + entered.map { "+\($0)" }
        return ([move.padded(to: changes.isEmpty ? 0 : 52)] + changes).joined(separator: "  ")
    }

    /// The line of an event that was rejected.
    public static func rejection(of event: String, in state: String) -> String {
        "\(state) does not handle \(event)"
    }

    /// A payload in quotation marks, short and without anything that a terminal would obey.
    public static func quoted(_ text: String) -> String {
        "\"\(String(text.prefix(50)).printable.truncated(to: 24))\""
    }
}
