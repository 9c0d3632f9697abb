public import StateMachineGraphs
public import StateMachines

/// A state of a system that was explored: what properties speak of.
///
/// It has the stored properties of the system.
///
/// ```swift
/// let property = PoolSystem.Property.never("a request waits, and nothing will happen") {
///     $0.isAtRest && !$0.waiting.isEmpty
/// }
/// ```
@dynamicMemberLookup
public struct SystemState<System: ExploredSystem>: FiniteStateDefinition {
    let space: SystemSpace<System>
    let number: Int

    /// The system in this state.
    public var system: System { space.systems[number] }

    /// A property of the system.
    public subscript<Value>(dynamicMember path: KeyPath<System, Value>) -> Value { system[keyPath: path] }

    /// Whether nothing will happen unless somebody decides to do it: no move is left but those that
    /// are optional, or that something has to be assumed for.
    public var isAtRest: Bool {
        space.isExpanded(number) && space.edges[number].allSatisfy { $0.isOptional || $0.assumption != nil }
    }

    /// A move, by its name.
    public struct Event: Hashable, Sendable, CustomStringConvertible {
        /// The name of the move.
        public let name: String

        /// The name.
        public var description: String { name }
    }

    /// The states in which the exploration begins whose graph is being made.
    public static var initialStates: [SystemState] {
        guard let space = PresentSpace.value as? SystemSpace<System> else { return [] }
        return space.initialIndices.indices.map { SystemState(space: space, number: $0) }
    }

    /// The moves of this state that lead to a state.
    public var sampleEvents: [Event] {
        guard space.isExpanded(number) else { return [] }
        return space.edges[number].compactMap { edge in
            if case .state = edge.end { Event(name: edge.name) } else { nil }
        }
    }

    /// Makes the move of this name.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        let edge = space.isExpanded(number) ? space.edges[number].first { $0.name == event.name } : nil
        guard case .state(let target)? = edge?.end else { throw .invalid }
        self = SystemState(space: space, number: target)
    }

    /// Whether what happens next is known: the state was expanded, and a move leads to a state
    /// unless there is none at all.
    var isJudged: Bool {
        guard space.isExpanded(number) else { return false }
        return space.edges[number].isEmpty || !sampleEvents.isEmpty
    }

    /// Whether both are the same state of the same exploration.
    public static func == (left: SystemState, right: SystemState) -> Bool {
        left.number == right.number && left.space === right.space
    }

    /// Hashes the number of the state.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension SystemState: CustomStringConvertible {
    /// What the system stores.
    public var description: String { StructureDifference.text(system) }
}

/// The space whose graph is being made: the list of initial states has no other way to know it.
enum PresentSpace {
    @TaskLocal static var value: (any AnyObject & Sendable)?
}

extension ExploredSystem {
    /// A claim about the states of this system.
    public typealias Property = MachineProperty<SystemState<Self>>
}
