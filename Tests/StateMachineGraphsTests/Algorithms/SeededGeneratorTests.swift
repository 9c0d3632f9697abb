import StateMachineGraphs
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct SeededGeneratorTests {
    @Test func `what has no chance never happens, and what is certain always does`() {
        var random = SeededGenerator(seed: 1)
        #expect((0..<100).allSatisfy { _ in !random.chance(0, in: 3) && random.chance(3, in: 3) })
    }

    @Test func `a chance of one in three comes true about every third time`() {
        var random = SeededGenerator(seed: 1)
        let count = (0..<9_000).count { _ in random.chance(1, in: 3) }
        #expect((2_800...3_200).contains(count))
    }

    /// The numbers are those of the reference implementation of SplitMix64 by Sebastiano Vigna,
    /// 2015.
    @Test func `the numbers are those of SplitMix64`() {
        var random = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test func `the same seed makes the same numbers`() {
        var (one, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
        #expect((0..<10).allSatisfy { _ in one.next() == other.next() })
    }
}
