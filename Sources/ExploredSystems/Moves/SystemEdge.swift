/// One move of one state, with its result.
struct SystemEdge: Sendable {
    enum End: Sendable {
        case state(Int)
        case fault(Int)
    }

    let name: String
    let assumptions: [SystemAssumption]
    let isOptional: Bool
    /// Whether another move was made in the middle of this one.
    var isReentrant = false
    let end: End

    /// Returns a copy of this edge with another fault number.
    func numberingFaults(_ number: (Int) -> Int) -> SystemEdge {
        guard case .fault(let old) = end else { return self }
        return SystemEdge(
            name: name,
            assumptions: assumptions,
            isOptional: isOptional,
            isReentrant: isReentrant,
            end: .fault(number(old))
        )
    }
}
