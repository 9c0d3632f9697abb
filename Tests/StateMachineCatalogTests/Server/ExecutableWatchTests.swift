import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .computing) struct ExecutableWatchTests {
    private func stamp(_ number: Int, size: Int = 1) -> ExecutableWatch.Stamp {
        ExecutableWatch.Stamp(date: Date(timeIntervalSince1970: Double(number)), size: size, number: number)
    }

    /// A linker writes a program in several steps.
    @Test func `a program has changed when it is another one, twice in a row`() {
        var watch = ExecutableWatch(stamp(0))
        let looks = [0, 1, 2, 2, 2, 0, 0].map { watch.hasChanged(stamp($0)) }
        #expect(looks == [false, false, false, true, true, false, false])
        #expect(!watch.hasChanged(stamp(0, size: 2)) && watch.hasChanged(stamp(0, size: 2)))
    }

    @Test func `a program that is not there has not changed, until it is there again`() {
        var watch = ExecutableWatch(stamp(0))
        let looks = [nil, nil, 0, 0, nil, 1, 1].map { watch.hasChanged($0.map { stamp($0) }) }
        #expect(looks == [false, false, false, false, false, false, true])
    }
}
