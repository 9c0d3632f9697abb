import StateMachineGraphs
import StateMachines

/// Returns the law that a definition violates when it handles an event in a state, if any.
func definitionLawBroken<Definition: StateDefinition & Equatable>(
    in state: Definition,
    by event: Definition.Event
) -> BrokenLaw? {
    let (first, second) = (Attempt(state, event), Attempt(state, event))
    for attempt in [first, second] where !attempt.isHandled && !areSame(attempt.state, state) {
        let (before, after) = texts(state, attempt.state)
        return BrokenLaw(
            .rejectionChangesNothing,
            "\(before) rejects \(ValueName(of: event)) but becomes \(after)."
        )
    }
    let pair = "\(ValueName(of: event)) in \(ValueName(of: state))"
    if first.isHandled != second.isHandled {
        return BrokenLaw(.sameEventSameResult, "\(pair) is handled in one of two tries and rejected in the other.")
    }
    if let reason = first.rejection, let other = second.rejection, reason != other {
        let (one, other) = texts(reason, other)
        return BrokenLaw(.sameEventSameResult, "\(pair) is rejected first as \(one) and then as \(other).")
    }
    if !areSame(first.state, second.state) {
        let (one, other) = texts(first.state, second.state)
        return BrokenLaw(.sameEventSameResult, "\(pair) leads first to \(one) and then to \(other).")
    }
    if let output = first.output, let other = second.output, !areSame(any: output, other) {
        return BrokenLaw(.sameEventSameResult, "\(pair) returns first \(output) and then \(other).")
    }
    if !areSame(first.state.activities, first.state.activities) {
        return BrokenLaw(.sameEventSameResult, "\(ValueName(of: first.state)) lists different activities each time.")
    }
    return visitLawBroken(in: state) ?? visitLawBroken(in: first.state)
}

/// Returns the law that a state violates if its visited activities differ from its listed
/// activities.
func visitLawBroken<Definition: StateDefinition>(in state: Definition) -> BrokenLaw? {
    let listed = state.activities
    var visited: [Definition.Activity] = []
    state.forEachActivity { visited.append($0) }
    if areSame(listed, visited) { return nil }
    let (list, visits) = (names(listed), names(visited))
    return BrokenLaw(.visitsWhatIsListed, "\(ValueName(of: state)) lists [\(list)] but visits [\(visits)].")
}

private func names<Activity>(_ activities: [Activity]) -> String {
    activities.map { "\(ValueName(of: $0))" }.joined(separator: ", ")
}

/// One attempt to handle an event.
private struct Attempt<Definition: StateDefinition> {
    var state: Definition
    var output: Definition.Output?
    var rejection: Definition.Rejection?

    var isHandled: Bool { rejection == nil }

    init(_ state: Definition, _ event: Definition.Event) {
        self.state = state
        do throws(Definition.Rejection) { output = try self.state.handleEvent(event) } catch { rejection = error }
    }
}
