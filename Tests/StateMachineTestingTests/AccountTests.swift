import StateMachineTestSupport
import Testing

@testable import StateMachineTesting

/// Accounts of what cannot happen with this library, kept to the end.
@Suite(.timeLimit(.minutes(1)), .computing) struct AccountTests {
    private func broken(ongoing: [String], _ play: (inout ActivityMonitor<String>) -> Void) -> [MachineLaw] {
        var monitor = ActivityMonitor(ongoing: ongoing)
        play(&monitor)
        return monitor.broken.map(\.law)
    }

    @Test func `each exit is compared with the one before it`() {
        #expect(
            broken(ongoing: ["a", "b", "c"]) { monitor in
                for activity in ["c", "a", "b"] { monitor.exit(activity) }
            } == [.exitsBeforeEntries]
        )
    }

    @Test func `what is exited or entered twice breaks one law, and not another`() {
        #expect(
            broken(ongoing: ["a"]) { monitor in
                monitor.exit("a")
                monitor.exit("a")
            } == [.accountOfActivities]
        )
        #expect(
            broken(ongoing: []) { monitor in
                monitor.enter("a")
                monitor.enter("a")
                monitor.settle(["a"])
            } == [.enteredOnce]
        )
    }

    @Test func `the order of exits is that of the last list`() {
        #expect(
            broken(ongoing: ["a", "b"]) { monitor in
                monitor.settle(["b", "a"])
                monitor.exit("a")
                monitor.exit("b")
            } == []
        )
    }

    @Test func `what goes on after the stop is reported once`() {
        #expect(
            broken(ongoing: ["a"]) { monitor in
                monitor.end([])
                monitor.end([])
            } == [.nothingLeft]
        )
    }

    @Test func `what was taken is not reported again`() {
        var monitor = ActivityMonitor(ongoing: ["a"])
        monitor.enter("a")
        #expect(monitor.takeBroken().count == 1)
        #expect(monitor.takeBroken() == [])
        #expect(monitor.broken == [])
    }

    private typealias Instances = InstanceMonitor<String>

    private func brokenRun(_ play: (Instances) -> Void) -> [MachineLaw] {
        let monitor = Instances()
        play(monitor)
        return monitor.broken.map(\.law)
    }

    @Test func `an exit is that of the latest instance`() {
        #expect(
            brokenRun { run in
                let first = Instances.Cancellation()
                _ = run.begin("a", first)
                _ = run.begin("a", .init())
                first.cancel()
                run.exit("a")
            } == [.noOverlap, .cancelledBeforeNext]
        )
    }

    @Test func `an instance is exited once`() {
        #expect(
            brokenRun { run in
                _ = run.begin("a", .init())
                run.exit("a")
                run.exit("a")
            } == [.cancelledBeforeNext]
        )
    }

    @Test func `an instance that begins when it is cancelled already was exited before`() {
        #expect(
            brokenRun { run in
                let cancelled = Instances.Cancellation()
                cancelled.cancel()
                _ = run.begin("a", .init())
                _ = run.begin("a", cancelled)
                run.exit("a")
            } == [.noOverlap, .cancelledBeforeNext]
        )
    }
}
