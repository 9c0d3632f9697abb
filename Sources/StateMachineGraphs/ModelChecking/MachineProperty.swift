public import StateMachines

/// A claim about a definition, with a name: proved or refuted in a ``StateGraph``, or watched while
/// a machine runs.
///
/// ```swift
/// extension Door {
///     static let properties: [MachineProperty<Door>] = [
///         .never("an open door is locked") { $0.isOpen && $0.isLocked },
///         .alwaysPossible("the door can be opened") { $0.isOpen },
///     ]
/// }
///
/// @Test(arguments: Door.properties)
/// func `the door keeps its promises`(property: MachineProperty<Door>) throws {
///     try StateGraph(exploring: Door.self).verify(property)
/// }
/// ```
///
/// What a graph says about a property is true of what the samples of the definition lead to. In a
/// graph that was explored with a key, it is true of the representatives.
///
/// Liveness properties assume that a run continues as long as any event is handled; which one
/// arrives is open, but for what a ``Fairness`` assumes. An event that is handled and leaves the
/// state as it is counts as a step of the run.
public struct MachineProperty<Definition: StateDefinition>: Sendable {
    /// A set of states.
    public typealias Predicate = @Sendable (Definition) -> Bool

    /// What is claimed, in words.
    public let name: String

    @usableFromInline let claim: Claim

    @usableFromInline
    enum Claim: Sendable {
        case always(Predicate)
        case never(Predicate)
        case steps(withRejected: Bool, @Sendable (TraceStep<Definition>) -> Bool)
        case history(History)
        case reachable(Predicate)
        case alwaysPossible(Predicate)
        /// Without a beginning: from the initial states on.
        case leadsTo(from: Predicate?, to: Predicate, assuming: [Fairness<Definition>])
    }

    /// A claim about what has happened so far, summed up in a memory.
    @usableFromInline
    struct History: Sendable {
        @usableFromInline let start: @Sendable (Definition) -> AnyHashable

        /// The memory after a step; `nil` if the step breaks the claim.
        @usableFromInline let next: @Sendable (AnyHashable, TraceStep<Definition>) -> AnyHashable?
    }
}

extension MachineProperty: CustomStringConvertible {
    /// Its name.
    public var description: String { name }
}

extension MachineProperty {
    /// Holds in every state: an invariant.
    ///
    /// ```swift
    /// .always("a live stream has a connection") { !$0.isLive || $0.activities.contains(.connection) }
    /// ```
    public static func always(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .always(holds))
    }

    /// Holds in no state.
    public static func never(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .never(holds))
    }

    /// Holds for every event that is handled: an invariant of transitions.
    ///
    /// ```swift
    /// .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop }
    /// ```
    public static func everyTransition(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .steps(withRejected: false, holds))
    }

    /// Holds for every event in every state, whether it is handled or rejected.
    ///
    /// ```swift
    /// .everyEvent("stop works whenever something plays") { $0.event != .stop || $0.before == .idle || $0.isHandled }
    /// ```
    public static func everyEvent(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .steps(withRejected: true, holds))
    }

    /// Holds for every event, given a memory of the events before it.
    ///
    /// ```swift
    /// .atAllTimes("three tries at most", remembering: { _ in 0 }) { tries, step in
    ///     if step.event == .retry, step.isHandled { tries += 1 }
    ///     if step.after == .idle { tries = 0 }
    ///     return tries <= 3
    /// }
    /// ```
    ///
    /// To check it, a graph visits every state with every memory that is possible there, so let
    /// there be few.
    ///
    /// - Parameters:
    ///   - name: What is claimed.
    ///   - start: The memory at the beginning, in an initial state.
    ///   - holds: Updates the memory with one event, handled or rejected, and returns whether the
    ///     claim still holds.
    public static func atAllTimes<Memory: Hashable & SendableMetatype>(
        _ name: String,
        remembering start: @escaping @Sendable (Definition) -> Memory,
        _ holds: @escaping @Sendable (inout Memory, TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        let history = History(start: { AnyHashable(start($0)) }) { memory, step in
            guard var memory = memory.base as? Memory, holds(&memory, step) else { return nil }
            return AnyHashable(memory)
        }
        return MachineProperty(name: name, claim: .history(history))
    }

    /// Some run reaches such a state.
    public static func reachable(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .reachable(goal))
    }

    /// From every state that can be reached, some run reaches such a state, so that a user is never
    /// stuck.
    ///
    /// A state that is one itself needs no path.
    ///
    /// ```swift
    /// .alwaysPossible("one can go back to idle") { $0 == .idle }
    /// ```
    public static func alwaysPossible(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .alwaysPossible(goal))
    }

    /// Every run reaches such a state.
    ///
    /// - Parameters:
    ///   - name: What is claimed.
    ///   - fairness: What is assumed of the events that arrive; none by default.
    ///   - goal: The states that will be reached.
    public static func eventually(
        _ name: String,
        assuming fairness: [Fairness<Definition>] = [],
        _ goal: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .leadsTo(from: nil, to: goal, assuming: fairness))
    }

    /// Whenever a run is in a state of one kind, it is in a state of another kind then or later.
    ///
    /// ```swift
    /// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
    ///     .weak("an answer comes") { $0.isAnswer },
    /// ])
    /// ```
    ///
    /// - Parameters:
    ///   - name: What is claimed.
    ///   - beginning: The states in which the promise begins.
    ///   - goal: The states that will be reached from there.
    ///   - fairness: What is assumed of the events that arrive; none by default.
    public static func leadsTo(
        _ name: String,
        from beginning: @escaping Predicate,
        to goal: @escaping Predicate,
        assuming fairness: [Fairness<Definition>] = []
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .leadsTo(from: beginning, to: goal, assuming: fairness))
    }
}
