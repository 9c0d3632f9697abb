public import StateMachines

extension StateGraph {
    /// A suspicious place in a definition, which you may not have intended.
    ///
    /// Its description is a sentence.
    public enum Finding: Sendable {
        /// No sample event leads to this case, which the definition declares.
        case unreachable(type: String, caseName: String)

        /// No sample event has this case, which the definition's `Event` type or a nested state's
        /// event type declares.
        case neverTried(type: String, caseName: String)

        /// The definition lists this state as a passing state, but the machine can rest in it.
        case notPassing(Definition)

        /// This state is not final, but it handles no event.
        ///
        /// The other states have equal cases and `Bool` values and are dead ends as well. Each dead
        /// end is in exactly one finding. There are at most 20 of these findings, and the last one
        /// contains every remaining dead end.
        case deadEnd(Node, others: [Node])

        /// This state handles some events, but none of them changes the state.
        ///
        /// The other states have equal cases and `Bool` values and behave alike. There are at most
        /// 20 of these findings, and the last one contains every remaining state.
        case nothingNew(Node, others: [Node])

        /// Every state that has this sample event rejects it.
        ///
        /// The event is given as its case path.
        case neverHandled(event: [String])

        /// No sample event is rejected for this reason, a declared case of the definition's
        /// `Rejection` or of a reason inside it.
        case reasonNeverGiven(type: String, caseName: String)

        /// This event is a sample event of other states, but not of this state.
        ///
        /// The event is given as its case path.
        case notOffered(event: [String], Node)

        /// The definition rejected the event but changed the state.
        case rejectionChangedState(Edge, to: Definition)

        /// Two attempts with one event in one state had different results.
        case unpredictable(Edge)

        /// Packing and unpacking changes this state, so the exploration stored states instead of
        /// words.
        case packingChangesState(Node, to: Definition)

        /// The state lists this activity more than once, although equal values count as one
        /// activity.
        case duplicateActivity(Definition.Activity, Node)

        /// Once the machine is in this state, the activity never ends.
        ///
        /// No path leads from this state, or from the other states, to a state without the
        /// activity. All of them have equal cases and `Bool` values. There are at most 20 of these
        /// findings for each case of an activity, and the last one contains every remaining state.
        case neverExited(Definition.Activity, Node, others: [Node])

        /// This activity continues when the exited one ends, although that one is listed before it.
        case outlives(Definition.Activity, exited: Definition.Activity, Edge)

        /// Whether the definition violates a rule of a protocol that it conforms to.
        ///
        /// Any other finding may be intentional.
        public var isDefect: Bool {
            switch self {
            case .neverTried, .notOffered, .notPassing, .packingChangesState, .rejectionChangedState, .unpredictable,
                .unreachable:
                true
            case .deadEnd, .nothingNew, .neverHandled, .reasonNeverGiven, .duplicateActivity, .neverExited, .outlives:
                false
            }
        }
    }
}

extension StateGraph.Finding: Equatable where Definition.Event: Equatable, Definition.Output: Equatable {}
extension StateGraph.Finding: Hashable where Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateGraph.Finding: CustomStringConvertible {
    /// A sentence that describes the finding.
    public var description: String {
        switch self {
        case .unreachable(let type, let caseName):
            "No sample event leads to \(caseName), a case of \(type)."
        case .neverTried(let type, let caseName):
            "No sample event is \(caseName), a case of \(type)."
        case .notPassing(let state):
            "The machine can rest in \(ValueName(of: state)), so it is not a passing state. Remove it from passingStates."
        case .deadEnd(let node, let others):
            "No event is handled in \(names(node, others)), so \(others.isEmpty ? "it" : "each") is a dead end."
        case .nothingNew(let node, let others):
            "No event leads out of \(names(node, others)), although some events are handled there."
        case .neverHandled(let event):
            "No state handles the event \(event.joined(separator: "."))."
        case .reasonNeverGiven(let type, let caseName):
            "No sample event is rejected as \(caseName), a case of \(type)."
        case .notOffered(let event, let node):
            "The event \(event.joined(separator: ".")) is missing from the sample events of \(ValueName(of: node.state)), although other states try it."
        case .rejectionChangedState(let edge, let state):
            "\(ValueName(of: edge.source.state)) rejects \(ValueName(of: edge.event)) but becomes \(ValueName(of: state)). Throw before you change the state."
        case .unpredictable(let edge):
            "In \(ValueName(of: edge.source.state)), \(ValueName(of: edge.event)) does not always lead to the same state."
        case .packingChangesState(let node, let state):
            "\(ValueName(of: node.state)) becomes \(ValueName(of: state)) when it is packed and unpacked again."
        case .duplicateActivity(let activity, let node):
            "\(title(node.state)) lists the activity “\(title(activity))” twice."
        case .neverExited(let activity, let node, let others):
            """
            Once the machine enters \(others.isEmpty ? title(node.state) : names(node, others)), \
            the activity “\(title(activity))” never ends.
            """
        case .outlives(let activity, let exited, let edge):
            """
            The activity “\(title(activity))” continues although “\(title(exited))”, listed before it, \
            ends: \(edge).
            """
        }
    }

    /// Returns the case names of a state or an activity.
    private func title(_ value: some Any) -> String { ValueName(of: value).path.joined(separator: ".") }

    /// Returns the names of some states, and the number of states if there are too many to name.
    private func names(_ node: StateGraph.Node, _ others: [StateGraph.Node]) -> String {
        let all = [node] + others
        let named = all.prefix(all.count == 6 ? 6 : 5).map { "\(ValueName(of: $0.state))" }
        let rest = all.count - named.count
        let last = rest == 0 ? named.last : "\(rest) other states"
        let list = named.dropLast(rest == 0 ? 1 : 0)
        return list.isEmpty ? last ?? "" : "\(list.joined(separator: ", ")) or \(last ?? "")"
    }
}
