import StateMachineTestSupport
import Testing

@testable import StreamMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct FrameRateTests {
    @Test func `pictures in even steps have the rate of their steps`() {
        var rate = FrameRate()
        #expect(rate.value(at: .zero) == 0)
        for number in 0..<100 {
            rate.note(1, at: .milliseconds(100 * number))
            #expect(abs(rate.value(at: .milliseconds(100 * number)) - (number == 0 ? 0 : 10)) < 1e-9)
        }
        #expect(rate.value(at: .milliseconds(9_900 + 2_000)) > 0)
        #expect(rate.value(at: .milliseconds(9_900 + 2_001)) == 0)
    }

    @Test func `skipped pictures count, and a flood is not kept`() {
        var rate = FrameRate()
        for number in 0..<2_000 { rate.note(2, at: .microseconds(500 * number)) }
        #expect(abs(rate.value(at: .seconds(1)) - 4_000) < 80)
    }

    @Test func `a picture counts for exactly two seconds`() {
        for (moment, value) in [(.seconds(2), 0.5), (.seconds(2) + .nanoseconds(1), 0)] as [(Duration, Double)] {
            var rate = FrameRate()
            rate.note(1, at: .zero)
            rate.note(1, at: moment)
            #expect(rate.value(at: moment) == value)
        }
    }

    @Test func `pictures less than ten milliseconds apart are one arrival`() {
        for (moment, value) in [(10_000, 100), (9_999, 0)] as [(Int, Double)] {
            for start in [Duration.zero, .seconds(7)] {
                var rate = FrameRate()
                rate.note(1, at: start)
                rate.note(1, at: start + .microseconds(moment))
                #expect(abs(rate.value(at: start + .microseconds(moment)) - value) < 1e-9)
            }
        }
    }

    @Test func `a new rate shows after two seconds`() {
        var rate = FrameRate()
        for number in 0..<20 { rate.note(1, at: .milliseconds(100 * number)) }
        for number in 0..<12 { rate.note(1, at: .milliseconds(2_000 + 500 * number)) }
        #expect(abs(rate.value(at: .milliseconds(7_500)) - 2) < 1e-9)
    }
}
