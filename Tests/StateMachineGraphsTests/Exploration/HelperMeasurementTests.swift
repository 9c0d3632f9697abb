import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

/// A measurement uses helpers where they save time.
@Suite(.timeLimit(.minutes(1)), .computing) struct HelperMeasurementTests {
    /// Passes blocks of 1,024 states to a measurement.
    private final class TimedBlocks {
        var measurement = HelperMeasurement(at: 0, tableSize: 64, now: start)
        private static let start = ContinuousClock.now
        private var (now, state) = (start, 0)

        /// The number of blocks in a measured phase, and in the first phase after a decision.
        static let (measured, decided) = (
            HelperMeasurement.measuredLength / 1_024, HelperMeasurement.shortestLength / 1_024
        )

        /// Returns whether the measurement uses help after the blocks.
        func pass(_ count: Int, each microseconds: Int, tableSize: Int = 64, hasHelper: Bool = true) -> Bool {
            for _ in 0..<count {
                now += .microseconds(microseconds)
                state += 1_024
                measurement.pass(at: state, tableSize: tableSize, hasHelper: hasHelper, now: now)
            }
            return measurement.isHelped
        }
    }

    @Test func `helpers are used if they save time, and the measurement is repeated later`() {
        let blocks = TimedBlocks()
        let (measured, decided) = (TimedBlocks.measured, TimedBlocks.decided)
        #expect(!blocks.pass(measured - 1, each: 100))
        #expect(blocks.pass(1, each: 100))
        // The first blocks with help are not measured. Help takes almost as long: not worth it.
        #expect(blocks.pass(2, each: 900))
        #expect(blocks.pass(measured - 1, each: 86))
        #expect(!blocks.pass(1, each: 86))
        #expect(!blocks.pass(decided + measured - 1, each: 100))
        #expect(blocks.pass(3, each: 100))
        // Help that cannot save time any more ends early.
        #expect(blocks.pass(6, each: 200))
        #expect(!blocks.pass(1, each: 200))
        // The same decision applies twice as long.
        #expect(!blocks.pass(2 * decided + measured - 1, each: 100))
        #expect(blocks.pass(3 + measured, each: 60))
        #expect(blocks.pass(decided - 1, each: 60))
        #expect(!blocks.pass(1, each: 60))
    }

    @Test func `the time with helpers is measured once a helper works regularly, or after a maximum wait`() {
        let (measured, decided) = (TimedBlocks.measured, TimedBlocks.decided)
        let starting = HelperMeasurement.startingLength / 1_024
        for late in [0, starting - 5] {
            let blocks = TimedBlocks()
            #expect(blocks.pass(measured, each: 100))
            #expect(blocks.pass(late, each: 900, hasHelper: false))
            #expect(blocks.pass(1, each: 900))
            #expect(late == 0 || blocks.pass(1, each: 900, hasHelper: false))
            #expect(blocks.pass(late == 0 ? 1 : 2, each: 900))
            #expect(blocks.pass(measured + decided - 1, each: 50))
            #expect(!blocks.pass(1, each: 50))
        }
        let alone = TimedBlocks()
        #expect(alone.pass(measured + starting, each: 100, hasHelper: false))
        #expect(alone.pass(measured - 3, each: 100, hasHelper: false))
        #expect(!alone.pass(1, each: 100, hasHelper: false))
    }

    @Test func `a repeated decision applies to twice as many states, up to a limit`() {
        let blocks = TimedBlocks()
        var length = TimedBlocks.decided
        for _ in 0..<5 {
            #expect(blocks.pass(TimedBlocks.measured, each: 100))
            #expect(blocks.pass(2 + TimedBlocks.measured, each: 60))
            #expect(blocks.pass(length - 1, each: 60))
            #expect(!blocks.pass(1, each: 60))
            length = min(2 * length, HelperMeasurement.longestLength / 1_024)
        }
    }

    @Test func `a measurement begins again when the table has grown`() {
        let blocks = TimedBlocks()
        let (measured, decided) = (TimedBlocks.measured, TimedBlocks.decided)
        #expect(!blocks.pass(measured - 1, each: 100))
        #expect(!blocks.pass(measured, each: 900, tableSize: 128))
        #expect(blocks.pass(3, each: 100, tableSize: 128))
        #expect(blocks.pass(1, each: 9_000, tableSize: 256))
        #expect(blocks.pass(measured, each: 80, tableSize: 256))
        // A decision applies also where the table grows.
        #expect(blocks.pass(decided - 1, each: 80, tableSize: 512))
        #expect(!blocks.pass(1, each: 80, tableSize: 512))
    }
}
