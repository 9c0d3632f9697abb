import StateMachineGraphs
import StateMachines

/// Returns a line for the initial state and a numbered line for each step, up to the last 20 steps.
func sequenceText<Definition>(from initial: Definition, _ steps: [Expectation<Definition>]) -> String {
    let shown = 20
    let width = "\(steps.count)".count + 1
    func line(_ number: String, _ text: String) -> String {
        String(repeating: " ", count: max(0, width - number.count)) + number + " " + text
    }
    var lines = [line("", "\(ValueName(of: initial))")]
    if steps.count > shown { lines.append(line("…", "\(steps.count - shown) more")) }
    for (index, step) in steps.enumerated().suffix(shown) { lines.append(line("\(index + 1).", step.description)) }
    return lines.joined(separator: "\n")
}

/// Returns the name of a value whose type is unknown.
func nameText(_ value: Any) -> String {
    func open(_ value: some Any) -> String { "\(ValueName(of: value))" }
    return _openExistential(value, do: open)
}

/// Returns the names of two different values, or their debug descriptions if the names are equal.
func texts(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
    let names = (nameText(expected), nameText(actual))
    return names.0 != names.1 ? names : (String(reflecting: expected), String(reflecting: actual))
}

/// Returns a text about exited and entered activities, such as `exited [fetch], entered [content]`.
func activitiesText<Activity>(exited: [Activity], entered: [Activity]) -> String {
    activityNamesText(exited: exited.map { "\(ValueName(of: $0))" }, entered: entered.map { "\(ValueName(of: $0))" })
}

func activityNamesText(exited: [String], entered: [String]) -> String {
    "exited [\(exited.joined(separator: ", "))], entered [\(entered.joined(separator: ", "))]"
}
