public import StateMachines

extension StateGraph {
    /// Something about a definition that its author may not have meant.
    ///
    /// Its description is a sentence.
    public enum Finding: Sendable {
        /// No sample leads to this case, which the definition declares.
        case unreachable(type: String, caseName: String)

        /// No event is handled in this state, which is not final, nor in the other states with the
        /// same cases.
        ///
        /// Each dead end is in exactly one finding. There are at most 20 of these findings: the
        /// last one contains all remaining dead ends.
        case deadEnd(Node, others: [Node])

        /// Some events are handled in this state, but each leaves the state as it is. The other
        /// states have the same cases and behave alike.
        case nothingNew(Node, others: [Node])

        /// This event, named by its path, is rejected wherever it is tried.
        case neverHandled(event: [String])

        /// This event, named by its path, is tried in other states, but is not among the samples of
        /// this one.
        case notOffered(event: [String], Node)

        /// The event was rejected, but the state has changed all the same.
        case rejectionChangedState(Edge, to: Definition)

        /// Two tries of the same event in the same state came to different ends.
        case unpredictable(Edge)

        /// The state is another one after it was packed and unpacked, so the definition is explored
        /// as if it could not be packed.
        case packingChangesState(Node, to: Definition)

        /// The state lists this activity more than once. It is one activity all the same.
        case duplicateActivity(Definition.Activity, Node)

        /// The activity never ends: no path leads from this state, or from the other states, to a
        /// state without the activity.
        ///
        /// The other states have the same cases as this one.
        case neverExited(Definition.Activity, Node, others: [Node])

        /// The activity goes on although another one, listed before it, is exited.
        case outlives(Definition.Activity, exited: Definition.Activity, Edge)

        /// Whether the definition breaks the rules of a protocol that it conforms to; others may
        /// well be meant.
        public var isDefect: Bool {
            switch self {
            case .notOffered, .packingChangesState, .rejectionChangedState, .unpredictable, .unreachable: true
            case .deadEnd, .nothingNew, .neverHandled, .duplicateActivity, .neverExited, .outlives: false
            }
        }
    }
}

extension StateGraph.Finding: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .unreachable(let type, let caseName):
            "No sample leads to \(caseName), a case of \(type)."
        case .deadEnd(let node, let others):
            "Nothing is handled in \(names(node, others)): \(others.isEmpty ? "it" : "each") is an end."
        case .nothingNew(let node, let others):
            "No event leads out of \(names(node, others)), though some are handled there."
        case .neverHandled(let event):
            "The event \(event.joined(separator: ".")) is handled nowhere."
        case .notOffered(let event, let node):
            "The event \(event.joined(separator: ".")) is not among the sample events of \(ValueName(of: node.state))."
        case .rejectionChangedState(let edge, let state):
            "\(ValueName(of: edge.source.state)) rejects \(ValueName(of: edge.event)), but has become \(ValueName(of: state)): leave the state alone before you throw."
        case .unpredictable(let edge):
            "In \(ValueName(of: edge.source.state)), \(ValueName(of: edge.event)) does not lead to the same state each time."
        case .packingChangesState(let node, let state):
            "\(ValueName(of: node.state)) becomes \(ValueName(of: state)) when it is packed and unpacked."
        case .duplicateActivity(let activity, let node):
            "\(title(node.state)) lists the activity \(title(activity)) twice."
        case .neverExited(let activity, let node, let others):
            """
            The activity \(title(activity)) never ends once the machine is in \
            \(others.isEmpty ? title(node.state) : names(node, others)).
            """
        case .outlives(let activity, let exited, let edge):
            """
            The activity \(title(activity)) goes on when \(title(exited)), which is listed before it, ends: \(edge).
            """
        }
    }

    /// A state or an activity by its cases alone.
    private func title(_ value: some Any) -> String { ValueName(of: value).path.joined(separator: ".") }

    /// Some states by their names, and how many others there are.
    private func names(_ node: StateGraph.Node, _ others: [StateGraph.Node]) -> String {
        let all = [node] + others
        let named = all.prefix(all.count == 6 ? 6 : 5).map { "\(ValueName(of: $0.state))" }
        let rest = all.count - named.count
        let last = rest == 0 ? named.last : "\(rest) other states"
        let list = named.dropLast(rest == 0 ? 1 : 0)
        return list.isEmpty ? last ?? "" : "\(list.joined(separator: ", ")) or \(last ?? "")"
    }
}
