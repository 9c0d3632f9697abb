import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct BitSetTests {
    private func set(_ numbers: Int...) -> BitSet {
        var set = BitSet()
        for number in numbers { set.insert(number) }
        return set
    }

    @Test func `sets with the same numbers are equal, however they have come about`() {
        #expect(set(0, 70).subtracting(set(70)) == set(0))
        #expect(set(70).intersection(set(0)).isEmpty)
        #expect(set(0, 63, 64, 200).intersection(set(63, 64)) == set(64, 63))
        #expect(set(64).subtracting(set(0)) == set(64))
        var union = set(1)
        union.formUnion(set(130))
        #expect(union == set(130, 1))
        union.formIntersection(set(1, 2))
        #expect(union == set(1))
    }

    @Test func `a set is a part of another one if it has nothing besides`() {
        #expect(set(1, 64).isSubset(of: set(1, 64, 65)))
        #expect(!set(1, 65).isSubset(of: set(1, 64)))
        #expect(!set(64).isSubset(of: set(0)))
        #expect(set().isSubset(of: set()))
    }
}
