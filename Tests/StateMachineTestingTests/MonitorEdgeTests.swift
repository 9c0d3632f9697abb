import StateMachineTestSupport
import Testing

@testable import StateMachineTesting

/// What the accounts say of what is wrong.
@Suite(.timeLimit(.minutes(2)), .computing) struct MonitorEdgeTests {
    @Test func `an activity that is entered and not there afterwards is noticed`() {
        var monitor = ActivityMonitor<String>()
        monitor.enter("a")
        monitor.settle([])
        #expect(
            monitor.broken == [BrokenLaw(.accountOfActivities, #""a" is not current although it was not exited."#)]
        )
    }

    @Test func `an exit that comes too late is reported with the first entry before it`() {
        var monitor = ActivityMonitor(ongoing: ["a"])
        monitor.enter("b")
        monitor.enter("c")
        monitor.exit("a")
        #expect(monitor.broken == [BrokenLaw(.exitsBeforeEntries, #""b" is entered before "a" is exited."#)])
    }

    @Test func `work that does not end is reported in the order in which it began`() {
        let monitor = InstanceMonitor<Int>()
        for activity in 0..<20 { _ = monitor.begin(activity, .init()) }
        monitor.endRun()
        #expect(
            monitor.broken
                == (0..<20).map { BrokenLaw(.nothingLeft, "\($0) still runs after the end of the run.") }
        )
    }

    @Test func `an activity that begins with the stop is noticed`() {
        var monitor = ActivityMonitor<String>()
        monitor.end(["a"])
        #expect(monitor.broken == [BrokenLaw(.nothingLeft, #""a" is still current after the machine was stopped."#)])
    }
}
