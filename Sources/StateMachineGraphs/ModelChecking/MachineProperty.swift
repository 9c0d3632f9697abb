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
/// To explore a definition, you list sample events: one or a few values for each case of its event
/// type. The exploration tries every sample event in every state, and the resulting ``StateGraph``
/// checks a property in all the states that it found. To check a property while a machine runs,
/// call the machine's `watch(_:onFailure:)` method.
///
/// A check covers only the states in the graph. If you group states with equal keys (see
/// ``StateGraph/init(exploring:stateLimit:abstractedBy:within:threads:progress:)``), only one state
/// of each group is checked.
///
/// Some properties are about runs. Here, a run is a sequence of events that begins in an initial
/// state. It ends only in a state that handles none of the sample events.
///
/// The properties `eventually`, `leadsTo`, and `eventuallyAlways` say what every run reaches in the
/// end. By default, the sample events may arrive in any order. For example, an event that leaves
/// the state unchanged may arrive again and again, so that the run never reaches its goal. To
/// exclude such runs, pass a ``Fairness`` assumption.
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
    /// A property that holds if a condition is true in every reachable state: an invariant.
    ///
    /// ```swift
    /// .always("a live stream has a connection") { !$0.isLive || $0.activities.contains(.connection) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - holds: A condition that every reachable state must satisfy.
    public static func always(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.always, isBroken: { !holds($0) })))
    }

    /// A property that holds if a condition is false in every reachable state.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - holds: A condition that no reachable state may satisfy.
    public static func never(_ name: String, _ holds: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.never, isBroken: holds)))
    }

    /// A property that holds if a condition is true for every handled event: a transition
    /// invariant.
    ///
    /// ```swift
    /// .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - holds: A condition that every step with a handled event must satisfy.
    public static func everyTransition(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.everyTransition, holds: holds)))
    }

    /// A property that holds if a condition is true for every event in every state, whether the
    /// event is handled or rejected.
    ///
    /// ```swift
    /// .everyEvent("stop works whenever something plays") { $0.event != .stop || $0.before == .idle || $0.isHandled }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - holds: A condition that every step must satisfy.
    public static func everyEvent(
        _ name: String,
        _ holds: @escaping @Sendable (TraceStep<Definition>) -> Bool
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .safety(Safety(.everyEvent, holds: holds)))
    }

    /// A property that holds if a condition is true for every event, given a memory of the earlier
    /// events.
    ///
    /// ```swift
    /// .atAllTimes("three tries at most", remembering: { _ in 0 }) { tries, step in
    ///     if step.event == .retry, step.isHandled { tries += 1 }
    ///     if step.after == .idle { tries = 0 }
    ///     return tries <= 3
    /// }
    /// ```
    ///
    /// Keep the number of possible memory values small, because the check visits each state once
    /// for each value that the memory can have there.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - start: A closure that returns the memory for an initial state.
    ///   - holds: A closure that updates the memory for one handled or rejected event, and returns
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

    /// A property that holds if some run reaches a goal state.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - goal: A condition that identifies the goal states.
    public static func reachable(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .goal(goal))
    }

    /// A property that holds if a goal state can be reached from every reachable state, so that a
    /// user never gets stuck.
    ///
    /// A goal state satisfies the property trivially, even if no path from it leads to another goal
    /// state. A path to a goal state may use any sample event, however unlikely it is.
    ///
    /// The `ExploredSystems` module adds an `assuming` argument, which excludes paths that need,
    /// for example, a race or a timer that fires late.
    ///
    /// ```swift
    /// .alwaysPossible("one can go back to idle") { $0 == .idle }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - goal: A condition that identifies the goal states.
    public static func alwaysPossible(_ name: String, _ goal: @escaping Predicate) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.alwaysPossible(through: nil), goal)))
    }

    /// A property that holds if a goal state can be reached from every reachable state by certain
    /// events only.
    package static func alwaysPossible(
        _ name: String,
        through isCounted: @escaping EventFilter,
        _ goal: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.alwaysPossible(through: isCounted), goal)))
    }

    /// A property that holds if every run reaches a goal state.
    ///
    /// A run violates the property if it ends before it reaches a goal state, or if it continues
    /// forever without reaching one.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - fairness: Assumptions about the events that arrive; none by default.
    ///   - goal: A condition that identifies the goal states.
    public static func eventually(
        _ name: String,
        assuming fairness: [Fairness<Definition>] = [],
        _ goal: @escaping Predicate
    ) -> MachineProperty {
        MachineProperty(name: name, claim: .promise(Promise(.leadsTo(from: nil), assuming: fairness, goal)))
    }

    /// A property that holds if every run eventually stays in states that satisfy a condition.
    ///
    /// ```swift
    /// .eventuallyAlways("the download is complete in the end") { $0.isComplete }
    /// ```
    ///
    /// A run violates the property if it ends in a state that doesn't satisfy the condition, or if
    /// it keeps returning to such states forever.
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

    /// A property that holds if every run that reaches a state satisfying `from` then reaches a
    /// state satisfying `to`.
    ///
    /// ```swift
    /// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
    ///     .weak("an answer comes") { $0.isAnswer },
    /// ])
    /// ```
    ///
    /// Each time a run reaches a state that satisfies `from`, it must then reach a state that
    /// satisfies `to`. If a state satisfies both conditions, the goal is reached immediately.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - beginning: A condition that identifies the states that must lead to a goal state.
    ///   - goal: A condition that identifies the goal states.
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
    /// A property that holds if every reachable state is final or handles a sample event.
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
