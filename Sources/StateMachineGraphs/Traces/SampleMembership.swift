public import StateMachines

/// A test for events that could arrive in a state because they are among its sample events.
///
/// Events are compared by `==` if they are `Equatable`, and by their names otherwise. If a
/// definition has no sample events, any event could arrive.
@usableFromInline
package struct SampleMembership<Definition: StateDefinition> {
    @usableFromInline let isMember: (Definition.Event, Definition) -> Bool

    package init() {
        func membership<Finite: FiniteStateDefinition>(
            _: Finite.Type
        ) -> ((Definition.Event, Definition) -> Bool)? {
            let samples = SampleMembership<Finite>(of: Finite.self)
            return { event, state in
                guard let event = event as? Finite.Event, let state = state as? Finite else { return false }
                return samples.contains(event, in: state)
            }
        }
        isMember = (Definition.self as? any FiniteStateDefinition.Type).flatMap { membership($0) } ?? { _, _ in true }
    }

    /// Creates a test that the compiler specializes in the caller's module.
    @inlinable
    package init(of _: Definition.Type) where Definition: FiniteStateDefinition {
        if let type = Definition.Event.self as? any Equatable.Type {
            isMember = Self.membership(comparing: type)
        } else {
            isMember = { event, state in
                let name = ValueName(of: event)
                return state.sampleEvents.contains { ValueName(of: $0) == name }
            }
        }
    }

    @inlinable
    static func membership<Event: Equatable>(
        comparing _: Event.Type
    ) -> (Definition.Event, Definition) -> Bool where Definition: FiniteStateDefinition {
        { event, state in
            guard let event = event as? Event else { return false }
            return state.sampleEvents.contains { ($0 as? Event).map { areSame($0, event) } ?? false }
        }
    }

    @inlinable
    package func contains(_ event: Definition.Event, in state: Definition) -> Bool { isMember(event, state) }

    /// Whether each event of a trace could arrive in the state where the trace tries it.
    package func containsEvents(of trace: Trace<Definition>) -> Bool {
        trace.steps.allSatisfy { contains($0.event, in: $0.before) }
    }
}
