/// One move of one state, with its result.
struct SystemEdge: Sendable {
    enum End: Sendable {
        case state(Int)
        case fault(Int)
        /// The move is left out only to limit the exploration.
        case limit
    }

    let name: String
    let assumptions: [SystemAssumption]
    let isOptional: Bool
    /// Whether another move was made in the middle of this one.
    var isReentrant = false
    let end: End
}
