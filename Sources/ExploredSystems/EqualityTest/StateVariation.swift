/// A move whose result depends on something that is not part of the state.
struct StateVariation: Hashable, Sendable {
    /// The name of the move without its subject.
    let move: String
    let cause: Cause

    enum Cause: Hashable, Sendable {
        /// The move has different results in one state. The text contains the values that differ.
        case chance(String)
        /// The result depends on the order of sets or dictionaries, named by the properties.
        case order([String])
        /// The result depends on something that reflection does not show.
        case hidden
        /// States that differ only in identifiers behave differently, as the text says.
        case identifiers(String)
    }

    /// A description that continues the line about an exploration.
    var text: String {
        switch cause {
        case .chance(let difference): "'\(move)' has different results in one state (\(difference))"
        case .order(let names):
            "the result of '\(move)' depends on the order of \(names.joined(separator: " or "))"
        case .identifiers(let difference): "two states that count as one behave differently: \(difference)"
        case .hidden: "the result of '\(move)' depends on a value that reflection does not show"
        }
    }
}
