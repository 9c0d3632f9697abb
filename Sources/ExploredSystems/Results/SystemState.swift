public import StateMachineGraphs
public import StateMachines

/// A state of an explored system, for use in properties.
///
/// You can read every property of the system directly from the state:
///
/// ```swift
/// let property = PoolSystem.Property.never("a request waits, and nothing will happen") {
///     $0.isAtRest && !$0.waiting.isEmpty
/// }
/// ```
@dynamicMemberLookup
public struct SystemState<System: ExploredSystem>: FiniteStateDefinition {
    let space: ExploredStates<System>
    let number: Int
    /// The sample of a merged state whose system this is; `nil` for the state itself.
    var sample: Int?

    /// The system in this state.
    public var system: System { sample.map { space.merged[$0].system } ?? space.systems[number] }

    /// Returns the value of a property of the system.
    public subscript<Value>(dynamicMember path: KeyPath<System, Value>) -> Value { system[keyPath: path] }

    /// Whether nothing more happens until someone chooses to act.
    ///
    /// In a state at rest, every possible move is optional, depends on an assumption or changes
    /// nothing. For example, a poll that finds nothing does not end a wait, however often it is
    /// repeated. If ``SystemExploration/isComplete`` is `false` because something is hidden, such a
    /// move may change what is hidden, so the state does not count as a state at rest.
    ///
    /// The value is also `false` if some moves of the state were not made, or if a move is left out
    /// only because of a limit: see ``SystemMoves/callAsFunction(_:of:assuming:within:_:)``.
    public var isAtRest: Bool {
        space.isExpanded(number)
            && space.edges[number].allSatisfy { $0.isOptional || !$0.assumptions.isEmpty || changesNothing($0) }
    }

    private func changesNothing(_ edge: SystemEdge) -> Bool {
        if case .state(number) = edge.end { space.hidden.isEmpty && space.variations.isEmpty } else { false }
    }

    /// A move, represented by its name.
    public struct Event: Hashable, Sendable, CustomStringConvertible {
        /// The name of the move.
        package let name: String

        /// The name of the move.
        public var description: String { name }
    }

    /// The initial states of the exploration whose graph is being built.
    public static var initialStates: [SystemState] {
        guard let space = PresentSpace.value as? ExploredStates<System> else { return [] }
        return space.initialIndices.indices.map { SystemState(space: space, number: $0) }
    }

    /// The moves from this state that lead to another state and not to a fault.
    public var sampleEvents: [Event] {
        space.edges[number].compactMap { edge in
            if case .state = edge.end, space.isFollowed(number, edge) { Event(name: edge.name) } else { nil }
        }
    }

    /// Makes the move with the event's name.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        let edge = space.edges[number].first { $0.name == event.name }
        guard case .state(let target)? = edge?.end else { throw .invalid }
        self = SystemState(space: space, number: target)
    }

    /// Whether the graph continues after this state, even if some moves were not made.
    var isFollowed: Bool { isJudged || !sampleEvents.isEmpty }

    /// Whether properties can be judged after this state.
    ///
    /// All of its moves were made, none was left out because of a limit, and at least one leads to
    /// a state unless there are no moves.
    var isJudged: Bool {
        guard space.isExpanded(number), !isLimited else { return false }
        return space.edges[number].isEmpty || !sampleEvents.isEmpty
    }

    /// Whether a move of the state was left out only to limit the exploration.
    var isLimited: Bool {
        space.edges[number].contains { if case .limit = $0.end { true } else { false } }
    }

    /// Returns whether both values are the same state of the same exploration.
    public static func == (left: SystemState, right: SystemState) -> Bool {
        left.number == right.number && left.space === right.space
    }

    /// Hashes the number of the state.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension SystemState: ShortlyNamed {
    /// The number of the state, since all of its values would be too long for a name.
    package var shortName: String { "state \(number)" }
}

extension SystemState: CustomStringConvertible {
    /// The stored values of the system.
    public var description: String { StateDifference.text(system) }
}

/// The space whose graph is being built, for the static list of initial states.
enum PresentSpace {
    @TaskLocal static var value: (any AnyObject & Sendable)?
}

extension ExploredSystem {
    /// A claim about the states of this system.
    public typealias Property = MachineProperty<SystemState<Self>>
}
