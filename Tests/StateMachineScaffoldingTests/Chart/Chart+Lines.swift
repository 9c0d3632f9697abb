@testable import StateMachineScaffolding

extension Chart {
    /// The meaning of a chart in lines, in the format of the files in `Tests/Fixtures/HandDrawn`.
    ///
    /// The lines do not contain the notes, which ``ChartNote/report(_:)`` returns.
    var lines: [String] {
        let beginnings = [root.beginning] + otherBeginnings.map { $0.targets.joined(separator: ", ") }
        var lines = ["begins: \(beginnings.joined(separator: ", "))"]
        let ends = root.finalIDs
        if !ends.isEmpty { lines.append("ends: \(ends.joined(separator: ", "))") }
        return lines + root.children.flatMap(\.lines)
    }
}

extension Chart.State {
    /// The state's transitions and those inside it, such as `a: go [x] / ring -> b`.
    var transitionLines: [String] { ownTransitionLines + children.flatMap(\.transitionLines) }

    private var ownTransitionLines: [String] {
        transitions.map { transition in
            let condition = transition.condition.map { " [\($0.words ?? "\($0)")]" } ?? ""
            let actions = transition.actions.isEmpty ? "" : " / \(transition.actions.joined(separator: ", "))"
            let events = transition.events.map(\.name).joined(separator: ", ")
            return "\(id): \(events)\(condition)\(actions) -> \(transition.targets.joined(separator: ", "))"
        }
    }

    fileprivate var finalIDs: [String] { (kind == .final ? [id] : []) + children.flatMap(\.finalIDs) }

    fileprivate var beginning: String { (initial?.targets ?? children.prefix(1).map(\.id)).joined(separator: ", ") }

    /// The name, the inner states, the actions, the transitions and the notes of the state, and the
    /// lines of the states inside it.
    fileprivate var lines: [String] {
        var lines: [String] = []
        if let label, label != "[*]" { lines.append("\(id) = \(label)") }
        let inner = children.map(\.id).joined(separator: ", ")
        switch kind {
        case .parallel: lines.append("\(id) || \(inner)")
        case .compound: lines += ["\(id) > \(inner)", "\(id) begins: \(beginning)"]
        case .atomic, .final, .history: break
        }
        let work = [("entry", entryActions), ("exit", exitActions), ("do", activities)]
        for (word, actions) in work where !actions.isEmpty {
            lines.append("\(id): \(word) / \(actions.joined(separator: ", "))")
        }
        lines += ownTransitionLines
        lines += notes.map { "\(id) says: \($0)" }
        return lines + children.flatMap(\.lines)
    }
}
