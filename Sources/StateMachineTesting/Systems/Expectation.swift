import StateMachineGraphs
import StateMachines

/// What is to become of one event: of a trace, or of a recording, which does not know the output.
struct Expectation<Definition: StateDefinition>: Sendable {
    let event: Definition.Event
    let isHandled: Bool
    let after: Definition
}

extension Expectation {
    init(_ step: TraceStep<Definition>) {
        self.init(event: step.event, isHandled: step.isHandled, after: step.after)
    }

    /// The event and the state after it, or a dash for a rejected event: `lock → locked`.
    var description: String { "\(ValueName(of: event)) → \(isHandled ? "\(ValueName(of: after))" : "–")" }
}

/// The beginning state and the steps, one line for each, numbered; of many steps only the last ones.
func sequenceText<Definition>(from initial: Definition, _ steps: [Expectation<Definition>]) -> String {
    let shown = 20
    let width = "\(steps.count)".count + 1
    func line(_ number: String, _ text: String) -> String {
        String(repeating: " ", count: max(0, width - number.count)) + number + " " + text
    }
    var lines = [line("", "\(ValueName(of: initial))")]
    if steps.count > shown { lines.append(line("…", "\(steps.count - shown) more")) }
    for (place, step) in steps.enumerated().suffix(shown) { lines.append(line("\(place + 1).", step.description)) }
    return lines.joined(separator: "\n")
}

/// The name of a value whose type is not known.
func nameText(_ value: Any) -> String {
    func open(_ value: some Any) -> String { "\(ValueName(of: value))" }
    return _openExistential(value, do: open)
}

/// The names of two values that differ, written out where their names do not tell them apart.
func texts(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
    let names = (nameText(expected), nameText(actual))
    return names.0 != names.1 ? names : (String(reflecting: expected), String(reflecting: actual))
}
