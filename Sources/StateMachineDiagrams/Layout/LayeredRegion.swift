/// The states of a region in rows, from the initial states downward.
///
/// It is the layered method of Sugiyama, Tagawa and Toda (1981) in its simplest form: the row of a
/// state is its distance from the initial states, arrows that skip rows pass through free places,
/// and the order in a row follows the average place of the neighbors.
struct LayeredRegion {
    /// A place in a row: a state, or the free place of an arrow that passes.
    enum Item: Hashable {
        case state(Int)
        case passing(arrow: Int, row: Int)
    }

    /// An arrow between two states of the region, by their indices.
    struct Edge {
        var arrow: Int
        var source: Int
        var target: Int
    }

    let edges: [Edge]
    private(set) var rows: [[Item]] = []
    /// The row of each state.
    private(set) var rowOfState: [Int] = []

    /// Arranges states.
    ///
    /// - Parameters:
    ///   - count: The number of states.
    ///   - initial: The indices of the initial states.
    ///   - edges: The arrows between different states.
    init(count: Int, initial: [Int], edges: [Edge]) {
        self.edges = edges
        rowOfState = Self.distances(count: count, from: initial, edges)
        rows = Array(repeating: [], count: (rowOfState.max() ?? 0) + 1)
        for state in 0..<count { rows[rowOfState[state]].append(.state(state)) }
        for edge in edges {
            for row in passedRows(of: edge) { rows[row].append(.passing(arrow: edge.arrow, row: row)) }
        }
        order()
    }

    /// Returns the rows between the ends of an arrow, from its source to its target.
    func passedRows(of edge: Edge) -> [Int] {
        let (first, last) = (rowOfState[edge.source], rowOfState[edge.target])
        return first < last ? Array((first..<last).dropFirst()) : (last..<first).dropFirst().reversed()
    }

    /// Returns the items along an arrow, from its source to its target.
    func items(along edge: Edge) -> [Item] {
        [.state(edge.source)] + passedRows(of: edge).map { .passing(arrow: edge.arrow, row: $0) }
            + [.state(edge.target)]
    }

    /// Returns the distance of each state from the initial states.
    ///
    /// A state that the arrows do not reach begins a search of its own.
    private static func distances(count: Int, from initial: [Int], _ edges: [Edge]) -> [Int] {
        let targets = Dictionary(grouping: edges, by: \.source).mapValues { $0.map(\.target) }
        var distances = [Int?](repeating: nil, count: count)
        for starts in [initial] + (0..<count).map({ [$0] }) {
            var level = starts.filter { distances[$0] == nil }
            for state in level { distances[state] = 0 }
            while !level.isEmpty {
                var next: [Int] = []
                for state in level {
                    for target in targets[state] ?? [] where distances[target] == nil {
                        distances[target] = (distances[state] ?? 0) + 1
                        next.append(target)
                    }
                }
                level = next
            }
        }
        return distances.map { $0 ?? 0 }
    }

    /// Sorts each row by the average place of the neighbors in the row before or after it.
    private mutating func order() {
        var neighbors: [Item: [Item]] = [:]
        for edge in edges {
            let items = items(along: edge)
            for (item, next) in zip(items, items.dropFirst()) {
                neighbors[item, default: []].append(next)
                neighbors[next, default: []].append(item)
            }
        }
        for sweep in 0..<8 {
            let indices = sweep.isMultiple(of: 2) ? Array(rows.indices.dropFirst()) : rows.indices.dropLast().reversed()
            for row in indices {
                let other = rows[sweep.isMultiple(of: 2) ? row - 1 : row + 1]
                let places = Dictionary(uniqueKeysWithValues: other.enumerated().map { ($1, Double($0)) })
                let averages = rows[row].enumerated().map { place, item in
                    let near = (neighbors[item] ?? []).compactMap { places[$0] }
                    let scale = Double(max(other.count - 1, 1)) / Double(max(rows[row].count - 1, 1))
                    return near.isEmpty ? Double(place) * scale : near.reduce(0, +) / Double(near.count)
                }
                let sorted = rows[row].indices.sorted { (averages[$0], $0) < (averages[$1], $1) }
                rows[row] = sorted.map { rows[row][$0] }
            }
        }
    }
}
