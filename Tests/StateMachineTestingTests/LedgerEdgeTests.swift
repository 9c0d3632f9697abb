import TestSupport
import Testing

@testable import StateMachineTesting

/// What the accounts say of what is wrong.
@Suite(.timeLimit(.minutes(2)), .computing) struct LedgerEdgeTests {
    @Test func `an activity that is entered and not there afterwards is noticed`() {
        var ledger = ActivityLedger<String>()
        ledger.enter("a")
        ledger.settle([])
        #expect(
            ledger.broken == [BrokenLaw(.accountOfActivities, #""a" does not go on, but was not exited."#)]
        )
    }

    @Test func `an exit that comes too late is told with the first entry before it`() {
        var ledger = ActivityLedger(ongoing: ["a"])
        ledger.enter("b")
        ledger.enter("c")
        ledger.exit("a")
        #expect(ledger.broken == [BrokenLaw(.exitsBeforeEntries, #""b" is entered before "a" is exited."#)])
    }

    @Test func `work that does not end is told in the order in which it began`() {
        let ledger = InstanceLedger<Int>()
        for activity in 0..<20 { _ = ledger.begin(activity, .init()) }
        ledger.endRun()
        #expect(
            ledger.broken
                == (0..<20).map { BrokenLaw(.nothingLeft, "\($0) is at work after the end of the run.") }
        )
    }

    @Test func `an activity that begins with the stop is noticed`() {
        var ledger = ActivityLedger<String>()
        ledger.end(["a"])
        #expect(ledger.broken == [BrokenLaw(.nothingLeft, #""a" goes on after the machine was stopped."#)])
    }
}
