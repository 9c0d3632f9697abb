import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.timeLimit(.minutes(1)), .computing) struct ShortDurationTests {
    @Test func `a second and more is in seconds, less in milliseconds`() {
        #expect(Duration.microseconds(1_250).shortDescription == "1.3 ms")
        #expect(Duration.milliseconds(999).shortDescription == "999.0 ms")
        #expect(Duration.milliseconds(1_000).shortDescription == "1.0 s")
        #expect(Duration.milliseconds(61_540).shortDescription == "61.5 s")
    }
}
