import ExploredSystems

extension SystemExplorationError {
    /// The missing move, if a move is missing.
    var missingMove: MissingMove? {
        if case .missingMove(let move) = self { move } else { nil }
    }
}
