/// A move with its full name.
struct NamedMove<System: ExploredSystem> {
    let name: String
    /// The name without the subject.
    let title: String
    let assumptions: [SystemAssumption]
    let isOptional: Bool
    let body: (inout System) throws -> Void

    /// Returns the moves that a system offers, sorted by name.
    ///
    /// Sorting makes the order repeatable, because the order of sets and dictionaries differs from
    /// process to process.
    static func offered(by system: System, _ reader: StateReader) -> [NamedMove] {
        var moves = SystemMoves<System>()
        system.moves(&moves)
        return named(moves, of: system, reader)
    }

    /// Returns moves with their names, sorted by name.
    static func named(_ moves: SystemMoves<System>, of system: System, _ reader: StateReader) -> [NamedMove] {
        // Only moves with a subject need the ranks of identifiers.
        let ranks = moves.list.contains { $0.subject != nil } ? reader.ranks(in: system) : IdentifierRanks()
        let named = moves.list.map { move in
            let subject = move.subject.map { " \(reader.text(of: $0, ranks))" } ?? ""
            let name = move.name + subject + (move.ordinal > 1 ? " (\(move.ordinal))" : "")
            let assumptions = move.assumption.map { [$0] } ?? []
            return NamedMove(
                name: name,
                title: move.name,
                assumptions: assumptions,
                isOptional: move.isOptional,
                body: move.body
            )
        }
        return named.sorted { $0.name < $1.name }
    }
}
