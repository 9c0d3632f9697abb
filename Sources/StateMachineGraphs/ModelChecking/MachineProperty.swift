public import StateMachines

/// A named expectation about a definition, which a check proves or refutes.
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
/// A ``StateGraph`` checks a property in every state that the sample events lead to. To check it
/// while a machine runs, call the machine's `watch(_:onFailure:)` method.
///
/// A verdict covers only the states in the graph. If the graph was explored with a key, there is
/// only one state for each key.
///
/// Three kinds are liveness properties: `eventually`, `leadsTo` and `eventuallyAlways`. They assume
/// that a run continues while the current state handles at least one sample event, and that sample
/// events may arrive in any order, unless a ``Fairness`` assumption excludes some runs. A handled
/// event that leaves the state unchanged counts as a step.
public struct MachineProperty<Definition: StateDefinition>: Sendable {
    /// A condition on a state.
    public typealias Predicate = @Sendable (Definition) -> Bool

    /// A condition on an event in a state.
    @usableFromInline package typealias EventFilter = @Sendable (Definition, Definition.Event) -> Bool

    /// The property's name, which states in words what you expect.
    public let name: String

    @usableFromInline let claim: Claim

    @usableFromInline
    init(name: String, claim: Claim) {
        self.name = name
        self.claim = claim
    }
}

extension MachineProperty: CustomStringConvertible {
    /// The property's name.
    public var description: String { name }
}

extension MachineProperty {
    /// Holds if a condition is true in every reachable state: an invariant.
    ///
    /// ```swift
    /// .always("a live stream has a connection") { !$0.isLive || $0.activities.contains(.connection) }
    /// ```
    public static func always(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.always, isBroken: { !holds($0) })))
    }

    /// Holds if a condition is false in every reachable state.
    public static func never(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.never, isBroken: holds)))
    }

    /// Holds if a condition is true for every handled event: an invariant of transitions.
    ///
    /// ```swift
    /// .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop }
    /// ```
    public static func everyTransition(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.everyTransition, holds: holds)))
    }

    /// Holds if a condition is true for every event in every state, handled or rejected.
    ///
    /// ```swift
    /// .everyEvent("stop works whenever something plays") { $0.event != .stop || $0.before == .idle || $0.isHandled }
    /// ```
    public static func everyEvent(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.everyEvent, holds: holds)))
    }

    /// Holds if a condition is true for every event, given a memory of the earlier events.
    ///
    /// ```swift
    /// .atAllTimes("three tries at most", remembering: { _ in 0 }) { tries, step in
    ///     if step.event == .retry, step.isHandled { tries += 1 }
    ///     if step.after == .idle { tries = 0 }
    ///     return tries <= 3
    /// }
    /// ```
    ///
    /// Choose a memory with few values, because the check visits each state once for each value
    /// that the memory can have there.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - start: A closure that returns the memory for an initial state.
    ///   - holds: A closure that updates the memory for one event, handled or rejected, and returns
    ///     whether the property still holds.
    @inlinable
    public static func atAllTimes<Memory: Hashable & SendableMetatype>(
        _ name: String,
        remembering start: @escaping @Sendable (Definition) -> Memory,
        _ holds: @escaping @Sendable (inout Memory, TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        let memories: Safety.Memories = { MemoryTable(keeping: $0, remembering: start, holds) }
        return MachineProperty(name: name, claim: .safety(Safety(.atAllTimes, memories: memories)))
    }

    /// Holds if some run reaches a goal state.
    public static func reachable(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .goal(goal))
    }

    /// Holds if a goal state can be reached from every reachable state, so a user is never stuck.
    ///
    /// A goal state itself counts as reached, even if no path leads back to a goal state.
    ///
    /// Every event of a path counts, however unlikely it is. In a system that you explore with the
    /// `ExploredSystems` module, a path may contain moves that depend on assumptions. To exclude
    /// these moves, pass the `assuming` argument that the module adds.
    ///
    /// ```swift
    /// .alwaysPossible("one can go back to idle") { $0 == .idle }
    /// ```
    public static func alwaysPossible(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.alwaysPossible(through: nil), goal)))
    }

    /// Holds if a goal state can be reached from every reachable state by certain events only.
    package static func alwaysPossible(
        _ name: String,
        through isCounted: @escaping EventFilter,
        _ goal: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.alwaysPossible(through: isCounted), goal)))
    }

    /// Holds if every run reaches a goal state.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - fairness: Assumptions about the events that arrive; none by default.
    ///   - goal: A condition that makes a state a goal state.
    public static func eventually(
        _ name: String,
        assuming fairness: [Fairness<Definition>] = [],
        _ goal: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.leadsTo(from: nil), assuming: fairness, goal)))
    }

    /// Holds if every run eventually stays in states that satisfy a condition.
    ///
    /// ```swift
    /// .eventuallyAlways("the download is complete in the end") { $0.isComplete }
    /// ```
    ///
    /// A run violates the property if it ends in a state that does not satisfy the condition, or if
    /// it returns to such states forever.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - fairness: Assumptions about the events that arrive; none by default.
    ///   - holds: A condition that every state of a run must satisfy from some point on.
    public static func eventuallyAlways(
        _ name: String,
        assuming fairness: [Fairness<Definition>] = [],
        _ holds: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.eventuallyAlways, assuming: fairness, holds)))
    }

    /// Holds if every run that reaches a state satisfying `from` then reaches a state satisfying
    /// `to`.
    ///
    /// ```swift
    /// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
    ///     .weak("an answer comes") { $0.isAnswer },
    /// ])
    /// ```
    ///
    /// A run must reach a goal state each time that it reaches a beginning state, which is a state
    /// that satisfies `from`. A state that satisfies both counts as reaching the goal immediately.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - beginning: A condition that makes a state a beginning state.
    ///   - goal: A condition that makes a state a goal state.
    ///   - fairness: Assumptions about the events that arrive; none by default.
    public static func leadsTo(
        _ name: String,
        from beginning: @escaping Predicate,
        to goal: @escaping Predicate,
        assuming fairness: [Fairness<Definition>] = []
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.leadsTo(from: beginning), assuming: fairness, goal)))
    }
}

extension MachineProperty where Definition: FiniteStateDefinition {
    /// Holds if every reachable state is final or handles a sample event.
    ///
    /// ```swift
    /// extension Checkout {
    ///     static let properties: [MachineProperty<Checkout>] = [.noDeadEnd()]
    /// }
    /// ```
    ///
    /// - Parameter name: The property's name.
    @inlinable
    public static func noDeadEnd(_ name: String = "the machine stops only in final states") -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.noDeadEnd, isBroken: { !$0.isFinal && $0.handlesNothing })))
    }
}
