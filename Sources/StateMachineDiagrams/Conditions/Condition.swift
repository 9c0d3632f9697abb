/// In which cases an outcome is what it is: the fewest parts of the payloads that tell it from the
/// other outcomes.
///
/// `search("flowers")` and `search(" ")` come to different ends, and so do `play` at the beginning
/// and `play` at the end. Values that are only samples of many are marked, since nothing is known
/// of those that were not tried.
struct Condition: Hashable {
    /// What the payload of the event is like: alternatives; empty if it does not matter.
    var arguments: [String] = []

    /// What the state is like: alternatives; empty if it does not matter.
    var guards: [String] = []

    /// Whether all of the alternatives have to hold, since each says what is not the case.
    var isNegated = false

    static let always = Condition()
}

extension Condition {
    /// The condition alone, for a cell: `e.g. "flowers"`, `[progress: e.g. 1.0]`.
    var text: String { argumentText + (argumentText.isEmpty || guardText.isEmpty ? "" : " ") + guardText }

    /// An event under this condition: `search(e.g. "flowers")`, `play [progress: e.g. 1.0]`.
    func text(of event: String) -> String { trigger(event) + (guards.isEmpty ? "" : " \(guardText)") }

    /// An event with what matters of its payload: `search(e.g. "flowers")`.
    func trigger(_ event: String) -> String { event + (arguments.isEmpty ? "" : "(\(argumentText))") }

    /// What the state has to be like, in brackets: `[progress: e.g. 1.0]`.
    var guardText: String { guards.isEmpty ? "" : "[\(list(guards))]" }

    private var argumentText: String { list(arguments) }

    /// The first three alternatives.
    private func list(_ alternatives: [String]) -> String {
        let separator = isNegated ? ", " : " or "
        return (alternatives.prefix(3) + (alternatives.count > 3 ? ["…"] : [])).joined(separator: separator)
    }
}
