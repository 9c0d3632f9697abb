/// A transition as a line of text.
///
/// An example is `start ─ startSearch → searching  +editing`.
package enum TransitionLine {
    /// Returns the line for a transition.
    ///
    /// - Parameters:
    ///   - old: The name of the state before the transition.
    ///   - event: The name of the event.
    ///   - new: The name of the state after the transition.
    ///   - exited: The exited activities.
    ///   - entered: The entered activities.
    ///   - column: The column at which the activities begin.
    package static func text(
        from old: String,
        on event: String,
        to new: String,
        exited: [String],
        entered: [String],
        column: Int = 52
    ) -> String {
        line("\(old) ─ \(event) → \(new)", exited.map { "-\($0)" } + entered.map { "+\($0)" }, column)
    }

    /// Returns the line for the start of a machine.
    package static func text(startingIn state: String, entered: [String], column: Int = 52) -> String {
        line("● → \(state)", entered.map { "+\($0)" }, column)
    }

    /// Returns the line for a rejected event.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - state: The name of the state.
    ///   - reason: The reason, or `nil` if there is none beyond the state.
    package static func rejection(of event: String, in state: String, because reason: String? = nil) -> String {
        "\(state) does not handle \(event)" + (reason.map { ": \($0)" } ?? "")
    }

    /// Returns a payload in quotation marks, shortened and without control characters.
    package static func quoted(_ text: String) -> String {
        "\"\(String(text.prefix(50)).printable.truncated(to: 24))\""
    }

    private static func line(_ move: String, _ changes: [String], _ column: Int) -> String {
        ([move.padded(to: changes.isEmpty ? 0 : column)] + changes).joined(separator: "  ")
    }
}
