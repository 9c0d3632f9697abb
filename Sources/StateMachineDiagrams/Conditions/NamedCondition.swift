public import StateMachines

/// A name for what decides between two outcomes of an event.
///
/// Without a name, tables and diagrams can only show sample values, such as `e.g. 0.9`. A name says
/// what they have in common:
///
/// ```swift
/// .machine(
///     Runner.self,
///     conditions: [
///         .named("fast enough") { runner, event in
///             if case .finish(let time) = event { time <= runner.limit } else { false }
///         }
///     ]
/// )
/// ```
///
/// A cell then contains "qualified if fast enough", and a diagram `finish [fast enough]`.
///
/// Tables use the name wherever it decides between outcomes, alone or together with other parts of
/// the state and the event that have no sample values. If it never does, that is an error, because
/// the name is wrong or the samples are too few. A reason for which events are rejected needs no
/// condition: throw it.
public struct NamedCondition<Definition: FiniteStateDefinition>: Sendable {
    /// The name, such as `fast enough`.
    ///
    /// The opposite is written with "not": `not fast enough`.
    public let name: String

    let isTrue: @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool

    /// Names a condition of a state and an event.
    ///
    /// - Parameters:
    ///   - name: A name that can follow "if" and "not".
    ///   - isTrue: A closure that returns whether the condition is true when the event arrives in
    ///     the state. For an event that does not concern it, the closure returns `false`.
    public static func named(
        _ name: String,
        isTrue: @escaping @Sendable (_ state: Definition, _ event: Definition.Event) -> Bool
    ) -> NamedCondition {
        NamedCondition(name: name, isTrue: isTrue)
    }
}
