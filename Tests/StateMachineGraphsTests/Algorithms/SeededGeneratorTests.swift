import StateMachineGraphs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct SeededGeneratorTests {
    @Test func `what has no chance never happens, and what is certain always does`() {
        var random = SeededGenerator(seed: 1)
        #expect((0..<100).allSatisfy { _ in !random.chance(0, in: 3) && random.chance(3, in: 3) })
    }

    @Test func `the same seed makes the same numbers`() {
        var (one, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
        #expect((0..<10).allSatisfy { _ in one.next() == other.next() })
    }
}
