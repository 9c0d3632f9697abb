/// A state and a sequence of sample events, as numbers.
struct Route {
    /// The number of the state in which it begins.
    var start: Int

    /// Indices into `successors`, each among those of the state that the one before it leads to.
    var moves: [Int] = []
}

extension StateGraph {
    /// The sample events of a state, by their indices in `successors`.
    func moves(of id: Int) -> Range<Int> { Int(offsets[id])..<Int(offsets[id + 1]) }

    func isHandled(_ move: Int) -> Bool { successors[move] != .rejected }

    func target(of move: Int, from id: Int) -> Int { isHandled(move) ? Int(successors[move]) : id }

    /// The move that leads from one state to another; of several, the first one.
    func move(from source: Int, to target: Int) -> Int? {
        moves(of: source).first { successors[$0] == UInt32(target) }
    }

    /// A shortest way from an initial state to a state.
    func route(to id: Int) -> Route {
        var route = Route(start: id)
        while Int(parents[route.start]) != route.start {
            let parent = Int(parents[route.start])
            guard let move = move(from: parent, to: route.start) else { break }
            route.moves.append(move)
            route.start = parent
        }
        route.moves.reverse()
        return route
    }
}
