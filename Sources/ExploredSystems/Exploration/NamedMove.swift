/// A move with its whole name.
struct NamedMove<System: ExploredSystem> {
    let name: String
    let assumption: Assumption?
    let isOptional: Bool
    let body: (inout System) throws -> Void

    /// The moves that a system offers.
    static func offered(by system: System, _ reader: StructureReader) -> [NamedMove] {
        var moves = Moves<System>()
        system.moves(&moves)
        // The identifiers of a state are looked up for moves that are about something.
        let ranks = moves.list.contains { $0.subject != nil } ? reader.ranks(in: system) : []
        return moves.list.map { move in
            let name = move.subject.map { "\(move.name) \(reader.text(of: $0, ranks))" } ?? move.name
            return NamedMove(name: name, assumption: move.assumption, isOptional: move.isOptional, body: move.body)
        }
    }
}
