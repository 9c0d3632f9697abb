import StateMachineTestSupport
import Testing

@testable import StateMachineTesting

/// Accounts of machines that break the laws of the library.
@Suite(.timeLimit(.minutes(5)), .computing) struct MonitorTests {
    private func broken(
        ongoing: [String] = [],
        exit exits: [String] = [],
        enter entries: [String] = [],
        then activities: [String]
    ) -> [MachineLaw] {
        var monitor = ActivityMonitor(ongoing: ongoing)
        for activity in exits { monitor.exit(activity) }
        for activity in entries { monitor.enter(activity) }
        monitor.settle(activities)
        return monitor.broken.map(\.law)
    }

    @Test func `entries and exits in order break no law`() {
        #expect(broken(ongoing: ["a", "b", "c"], exit: ["c", "b"], enter: ["d", "e"], then: ["a", "d", "e"]) == [])
    }

    @Test func `exits after entries, and those in the wrong order, are noticed`() {
        var monitor = ActivityMonitor(ongoing: ["a"])
        monitor.enter("b")
        monitor.exit("a")
        #expect(monitor.broken.map(\.law) == [.exitsBeforeEntries])
        #expect(broken(ongoing: ["a", "b"], exit: ["a", "b"], then: []) == [.exitsBeforeEntries])
        #expect(broken(enter: ["b", "a"], then: ["a", "b"]) == [.exitsBeforeEntries])
    }

    @Test func `entering twice is noticed`() {
        #expect(broken(ongoing: ["a"], enter: ["a"], then: ["a"]) == [.enteredOnce])
        #expect(broken(enter: ["a", "a"], then: ["a"]).contains(.enteredOnce))
    }

    @Test func `a difference from the machine's own activities is noticed once`() {
        #expect(broken(exit: ["a"], then: []) == [.accountOfActivities])
        #expect(broken(then: ["a"]) == [.accountOfActivities])
        #expect(broken(ongoing: ["a"], then: []) == [.accountOfActivities])
        var monitor = ActivityMonitor<String>()
        monitor.settle(["a"])
        monitor.settle(["a"])
        #expect(monitor.broken.count == 1)
    }

    @Test func `what goes on after a stop is noticed`() {
        var monitor = ActivityMonitor(ongoing: ["a"])
        monitor.end([])
        #expect(monitor.broken.map(\.law) == [.nothingLeft])
    }

    @Test func `events of hooks that are not enqueued, are lost, or change their order are noticed`() {
        func broken(_ change: (inout EventMonitor) -> Void) -> [MachineLaw] {
            var monitor = EventMonitor(expecting: ["a", "b"])
            change(&monitor)
            return monitor.broken.map(\.law)
        }
        #expect(
            broken { monitor in
                _ = monitor.handle("a")
                monitor.sendFromHook("b", isWaiting: true, hasMoved: false)
                _ = monitor.handle("b")
                monitor.end()
            } == []
        )
        #expect(broken { $0.sendFromHook("a", isWaiting: false, hasMoved: false) } == [.runToCompletion])
        #expect(broken { $0.sendFromHook("a", isWaiting: true, hasMoved: true) } == [.runToCompletion])
        #expect(broken { _ = $0.handle("b") } == [.runToCompletion])
        #expect(broken { $0.end() } == [.runToCompletion])
        #expect(broken { for event in ["a", "b", "b"] { _ = $0.handle(event) } } == [.runToCompletion])
    }

    private typealias Instances = InstanceMonitor<String>

    private func brokenRun(_ play: (Instances) -> Void) -> [MachineLaw] {
        let monitor = Instances()
        play(monitor)
        return monitor.broken.map(\.law)
    }

    @Test func `a correct run breaks no law`() {
        #expect(
            brokenRun { run in
                let (first, second) = (Instances.Cancellation(), Instances.Cancellation())
                let slow = run.begin("a", first)
                first.cancel()
                run.exit("a")
                let other = run.begin("b", second)
                run.answer(isOffered: false, toExited: "a")
                run.answer(isOffered: true)
                run.deliver()
                run.end(slow)
                run.end(run.begin("a", Instances.Cancellation()))
                run.end(other)
                run.endRun()
            } == []
        )
    }

    @Test func `an instance that is not cancelled in time is noticed`() {
        #expect(
            brokenRun { run in
                _ = run.begin("a", .init())
                run.exit("a")
            } == [.cancelledBeforeNext]
        )
        #expect(
            brokenRun { run in
                _ = run.begin("a", .init())
                run.exit("a")
                _ = run.begin("b", .init())
            } == [.cancelledBeforeNext, .cancelledBeforeNext]
        )
    }

    @Test func `equal activities that overlap are noticed`() {
        #expect(
            brokenRun { run in
                let cancellation = Instances.Cancellation()
                _ = run.begin("a", cancellation)
                cancellation.cancel()
                run.exit("a")
                _ = run.begin("a", .init())
            } == [.noOverlap]
        )
    }

    @Test func `stale events that are offered to the state, and events without a notification, are noticed`() {
        #expect(
            brokenRun { run in
                run.deliver()
                run.answer(isOffered: true, toExited: "a")
                run.endRun()
            } == [.staleIsDropped]
        )
        #expect(
            brokenRun { run in
                run.deliver()
                run.answer(isOffered: false, toExited: "a")
                run.endRun()
            } == [.staleIsDropped]
        )
    }

    @Test func `work that goes on after the end of a run is noticed`() {
        #expect(
            brokenRun { run in
                _ = run.begin("a", .init())
                run.endRun()
            } == [.nothingLeft]
        )
    }
}
