import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.timeLimit(.minutes(1)), .computing) struct DeltaDebuggingTests {
    @Test(arguments: 0..<UInt64(30))
    func `all elements that matter are left, and no others`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let needed = Set((0..<40).filter { _ in random.chance(1, in: 6) })
        var failing = Array(0..<40)
        let rest = await deltaDebugged(failing) { part, kept in
            #expect(part.count < failing.count && part.prefix(kept) == failing.prefix(kept))
            guard needed.isSubset(of: part) else { return .passes }
            // What follows the last one that matters is not needed.
            failing = Array(part.prefix((part.lastIndex { needed.contains($0) } ?? -1) + 1))
            return .fails(failing.count)
        }
        #expect(rest == needed.sorted())
    }

    @Test func `an element that matters only beside another is left out after it`() async {
        // The second one needs the third.
        let rest = await deltaDebugged([1, 2, 3]) { part, _ in
            part.contains(1) && (!part.contains(2) || part.contains(3)) ? .fails(part.count) : .passes
        }
        #expect(rest == [1])
    }

    @Test func `where all elements matter, each part is tried once`() async {
        var sizes: [Int] = []
        let rest = await deltaDebugged(Array(0..<8)) { part, _ in
            sizes.append(8 - part.count)
            return .passes
        }
        #expect(rest == Array(0..<8))
        #expect(sizes == [8, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1])
    }

    @Test func `one element of many is found by halves`() async {
        var count = 0
        let rest = await deltaDebugged(Array(0..<1_024)) { part, _ in
            count += 1
            return part.contains(700) ? .fails(part.count) : .passes
        }
        #expect(rest == [700] && count < 40)
    }

    @Test func `the shortest part so far is left when no more may be tried`() async {
        var count = 0
        let rest = await deltaDebugged(Array(0..<8)) { part, _ in
            count += 1
            if count == 4 { return .isOver }
            return part.contains(0) ? .fails(part.count) : .passes
        }
        // All eight, the last four, the first four, and then no more.
        #expect(rest == Array(0..<4) && count == 4)
    }

    @Test func `nothing is tried in a cancelled task`() async {
        let tried = Journal<Void>()
        let rest = await Task.cancelled {
            await deltaDebugged([1, 2]) { _, _ in
                tried.note(())
                return .passes
            }
        }
        #expect(rest == [1, 2] && tried.entries.isEmpty)
    }
}
