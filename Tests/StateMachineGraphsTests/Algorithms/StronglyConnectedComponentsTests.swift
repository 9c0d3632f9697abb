import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

/// Components of random graphs, and of parts of them, against what can be reached from each vertex.
@Suite(.timeLimit(.minutes(1)), .computing) struct StronglyConnectedComponentsTests {
    private static let missing = UInt32.max

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(40)))
    func `vertices are together exactly if each is reached from the other, and there is a cycle`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = 12
        let targets = (0..<count).map { _ in
            (0..<3).map { _ in random.chance(1, in: 2) ? Int.random(in: 0..<count, using: &random) : nil }
        }
        var (offsets, successors) = (ChunkedArray<UInt32>(), ChunkedArray<UInt32>())
        offsets.append(0)
        for list in targets {
            for target in list { successors.append(target.map(UInt32.init) ?? Self.missing) }
            offsets.append(UInt32(successors.count))
        }
        var components = StronglyConnectedComponents(offsets: offsets, successors: successors, missing: Self.missing)
        // The arrays are used again for each part.
        for _ in 0..<5 {
            let part = (0..<count).filter { _ in random.chance(3, in: 4) }
            let reached = part.map { reachable(from: $0, in: Set(part), targets) }
            let found = components.cyclic(among: part).map(Set.init)
            #expect(Set(found).count == found.count)
            for (one, fromOne) in zip(part, reached) {
                for (other, fromOther) in zip(part, reached) {
                    let areConnected = fromOne.contains(other) && fromOther.contains(one)
                    #expect(found.contains { $0.isSuperset(of: [one, other]) } == areConnected, "\(targets) \(part)")
                    #expect(components.areTogether(one, other) == (areConnected || one == other), "\(targets) \(part)")
                }
            }
            #expect(found.allSatisfy { $0.isSubset(of: part) })
        }
    }

    /// The vertices at the ends of all paths of one edge or more, inside a part of the graph.
    private func reachable(from start: Int, in part: Set<Int>, _ targets: [[Int?]]) -> Set<Int> {
        var (reached, rest): (Set<Int>, [Int]) = ([], [start])
        while let id = rest.popLast() {
            let next = targets[id].compactMap(\.self).filter { part.contains($0) && reached.insert($0).inserted }
            rest += next
        }
        return reached
    }
}
