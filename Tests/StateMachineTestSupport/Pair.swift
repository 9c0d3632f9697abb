package import StateMachines
package import Testing

/// The expected result of one pair of state and event.
package struct Pair<Definition: StateDefinition & Equatable>: Sendable, CustomTestStringConvertible
where Definition.Event: Equatable, Definition.Output == Void {
    package let state: Definition
    package let event: Definition.Event

    /// The successor; `nil` if the event is rejected.
    package let successor: Definition?
    package let exited: [Definition.Activity]
    package let entered: [Definition.Activity]

    package init(
        _ state: Definition,
        _ event: Definition.Event,
        _ successor: Definition? = nil,
        exits exited: [Definition.Activity] = [],
        enters entered: [Definition.Activity] = []
    ) {
        self.state = state
        self.event = event
        self.successor = successor
        self.exited = exited
        self.entered = entered
    }

    package var testDescription: String { "\(state), \(event)" }

    /// Compares the definition and a machine with the expected result.
    package func check(sourceLocation: SourceLocation = #_sourceLocation) {
        var definition = state
        var reason: Definition.Rejection?
        do throws(Definition.Rejection) {
            try definition.handleEvent(event)
            #expect(successor == definition, sourceLocation: sourceLocation)
        } catch {
            reason = error
            #expect(successor == nil, "rejected", sourceLocation: sourceLocation)
            #expect(definition == state, "changed by a rejected event", sourceLocation: sourceLocation)
        }

        let machine = StateMachine(state)
        var steps: [Step] = []
        machine.start()
        machine.onActivityExit { steps.append(.exited($0)) }
        machine.onActivityEntry { steps.append(.entered($0)) }
        let outcome = machine.send(event)
        #expect(outcome.isHandled == (successor != nil), sourceLocation: sourceLocation)
        #expect(machine.state == successor ?? state, sourceLocation: sourceLocation)
        #expect(steps == exited.map(Step.exited) + entered.map(Step.entered), sourceLocation: sourceLocation)
        if case .rejected(let rejection) = outcome {
            let expected = reason.map { InvalidTransition(state: state, event: event, reason: $0) }
            #expect(rejection == expected, sourceLocation: sourceLocation)
        }
    }

    private enum Step: Equatable {
        case exited(Definition.Activity)
        case entered(Definition.Activity)
    }
}

/// Checks that the pairs contain every state with every event, no pair twice.
package func expectComplete<Definition: StateDefinition & Hashable>(
    _ pairs: [Pair<Definition>],
    states: Int,
    events: Int,
    sourceLocation: SourceLocation = #_sourceLocation
) where Definition.Event: Hashable, Definition.Output == Void {
    #expect(pairs.count == states * events, sourceLocation: sourceLocation)
    let eventsOfStates = Dictionary(grouping: pairs, by: \.state).mapValues { Set($0.map(\.event)).count }
    #expect(eventsOfStates.count == states, sourceLocation: sourceLocation)
    #expect(eventsOfStates.values.allSatisfy { $0 == events }, sourceLocation: sourceLocation)
}
