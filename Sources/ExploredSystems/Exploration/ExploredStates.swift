import StateMachineGraphs

/// The results of an exploration: the states, and the result of each move.
///
/// It is not a `StateGraph` because a move of a hand-written system can crash, and because two
/// objects can only be compared by what is read of them.
final class ExploredStates<System: ExploredSystem>: Sendable {
    /// The states, which do not have to be `Sendable`.
    ///
    /// Nothing changes them, and only the querying code uses them.
    nonisolated(unsafe) let systems: [System]
    /// A sample of the states that counted as equal to earlier states, used like ``systems``.
    nonisolated(unsafe) let merged: [MergedSamples<System>.Sample]
    let parents: [Int]
    let edges: [[SystemEdge]]
    let faults: [SystemFault]
    /// Which faults count as one.
    let faultGroups: FaultGroups
    /// Whether the graph contains a move of a state.
    let isFollowed: @Sendable (Int, SystemEdge) -> Bool
    private let areExpanded: [Bool]
    /// The number of moves that were not made because they trap in nearby states.
    let postponedCount: Int
    /// The stored properties that hide something from the exploration.
    let hidden: [HiddenProperty]
    /// The moves whose results depend on something that is not part of the states.
    let variations: [StateVariation]
    /// The names and types in ``SystemIdentifiers`` that no state contains.
    let unusedIdentifiers: UnusedIdentifiers
    /// The types in ``ExploredSystem/readings`` whose values no state contains.
    let unusedReadings: [String]
    /// For each initial state, its index in the system's list.
    let initialIndices: [Int]

    init(_ work: ExplorationWork<System>) {
        (systems, parents, merged) = (work.systems, work.parents, work.samples.list)
        (initialIndices, postponedCount) = (work.initialIndices, work.postponedCount)
        (hidden, unusedIdentifiers) = (work.hiddenProperties, work.unusedIdentifiers)
        unusedReadings = work.unusedReadings
        variations = work.variations.sorted { $0.text < $1.text }
        let route = work.routeMoves
        isFollowed = { state, edge in route.map { $0[state]?.contains(edge.name) ?? false } ?? true }
        areExpanded = work.systems.indices.map(work.isExpanded)
        faults = FoundFault.resolved(work.faults)
        faultGroups = FaultGroups(work.faults, faults)
        edges = work.edges
    }

    private init(_ other: ExploredStates, following isFollowed: @escaping @Sendable (Int, SystemEdge) -> Bool) {
        (systems, parents, merged) = (other.systems, other.parents, other.merged)
        (faults, faultGroups) = (other.faults, other.faultGroups)
        (initialIndices, postponedCount) = (other.initialIndices, other.postponedCount)
        (hidden, unusedIdentifiers, variations) = (other.hidden, other.unusedIdentifiers, other.variations)
        unusedReadings = other.unusedReadings
        (areExpanded, edges, self.isFollowed) = (other.areExpanded, other.edges, isFollowed)
    }

    /// Returns whether all moves of a state were made.
    func isExpanded(_ state: Int) -> Bool { areExpanded[state] }

    /// Whether a move of some state was left out only to limit the exploration.
    var isLimited: Bool {
        edges.contains { $0.contains { if case .limit = $0.end { true } else { false } } }
    }

    /// Returns how two states differ that count as one state and that a property tells apart.
    func difference(seenBy property: System.Property) -> StateDifference? {
        for (index, sample) in merged.enumerated() {
            let (state, other) = (
                SystemState(space: self, number: sample.number),
                SystemState(space: self, number: sample.number, sample: index)
            )
            if property.predicates.contains(where: { $0(state) != $0(other) }) {
                return StateDifference(from: state.system, to: other.system)
            }
        }
        return nil
    }

    /// Returns the stored value that has the most different values on the way to the last state.
    ///
    /// If the states never end, this is probably the value that grows.
    func mostVaried() -> String? {
        var (state, values) = (systems.count - 1, VaryingValues(System.identifiers))
        values.note(systems[state])
        while parents[state] != state {
            state = parents[state]
            values.note(systems[state])
        }
        return values.mostVaried
    }

    /// Whether some states need assumptions and none of those states was expanded.
    var isNothingAssumedExpanded: Bool {
        let free = Set(search(assuming: []) { _, _, _, _ in }.vertices)
        let assumed = systems.indices.filter { !free.contains($0) }
        return !assumed.isEmpty && assumed.allSatisfy { edges[$0].isEmpty && !isExpanded($0) }
    }

    /// The largest number of assumptions of which every set is tried.
    private static var mostAssumptions: Int { 10 }

    /// Whether ``assumptionSets(where:)`` contains all sets.
    var hasAllAssumptionSets: Bool { Set(edges.joined().flatMap(\.assumptions)).count <= Self.mostAssumptions }

    /// The sets of assumptions of the moves, smaller sets first.
    ///
    /// Many assumptions have too many subsets, so the list then contains small ones and the full
    /// set.
    ///
    /// - Parameter isWanted: Whether sets of a size are wanted.
    func assumptionSets(where isWanted: (Int) -> Bool = { _ in true }) -> [[SystemAssumption]] {
        let all = Set(edges.joined().flatMap(\.assumptions)).sorted { $0.description < $1.description }
        let haveAll = all.count <= Self.mostAssumptions
        let sizes = (0...all.count).filter { isWanted($0) && (haveAll || $0 <= 2 || $0 == all.count) }
        return sizes.flatMap { Self.subsets(of: all[...], size: $0) }
    }

    /// Returns this space without the moves that need other assumptions.
    func assuming(_ assumed: Set<SystemAssumption>) -> ExploredStates {
        ExploredStates(self) { [isFollowed] state, edge in
            isFollowed(state, edge) && edge.assumptions.allSatisfy(assumed.contains)
        }
    }

    private static func subsets(of all: ArraySlice<SystemAssumption>, size: Int) -> [[SystemAssumption]] {
        guard size > 0 else { return [[]] }
        guard let first = all.first, all.count >= size else { return [] }
        return subsets(of: all.dropFirst(), size: size - 1).map { [first] + $0 }
            + subsets(of: all.dropFirst(), size: size)
    }

    /// A search along moves, which have numbers in each state.
    typealias Search = BreadthFirstSearch<Int, Int>

    /// Searches along the moves that need no other assumption, and calls a closure with each move
    /// that leads to a fault.
    func search(
        assuming assumed: Set<SystemAssumption>,
        _ noteFault: (_ fault: Int, _ state: Int, _ move: Int, Search) -> Void
    ) -> Search {
        var search = Search()
        for state in initialIndices.indices { search.find(state) }
        while let index = search.takeNext() {
            for (number, edge) in edges[search.vertices[index]].enumerated() {
                guard edge.assumptions.allSatisfy(assumed.contains) else { continue }
                switch edge.end {
                case .state(let target): search.find(target, from: (index, number))
                case .fault(let fault): noteFault(fault, index, number, search)
                case .limit: break
                }
            }
        }
        return search
    }
}
