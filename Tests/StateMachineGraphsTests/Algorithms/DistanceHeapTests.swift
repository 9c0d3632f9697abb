import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.timeLimit(.minutes(1)), .computing) struct DistanceHeapTests {
    @Test(arguments: 0..<UInt64(20))
    func `nodes are popped nearest first, whenever they were inserted`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var heap = DistanceHeap()
        var rest: [(node: Int, distance: Int)] = []
        for node in 0..<200 {
            let distance = Int.random(in: 0..<50, using: &random)
            heap.insert(node, at: distance)
            rest.append((node, distance))
            guard random.chance(1, in: 3), let nearest = heap.popNearest() else { continue }
            #expect(nearest.distance == rest.map(\.distance).min())
            rest.removeAll { $0 == nearest }
        }
        var popped: [(node: Int, distance: Int)] = []
        while let nearest = heap.popNearest() { popped.append(nearest) }
        #expect(popped.map(\.distance) == rest.map(\.distance).sorted())
        #expect(Set(popped.map(\.node)) == Set(rest.map(\.node)))
        #expect(heap.popNearest() == nil)
    }
}
