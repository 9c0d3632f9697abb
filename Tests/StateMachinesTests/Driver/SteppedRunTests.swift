import StateMachineTestSupport
import StateMachines
import Testing

/// Runs whose tasks get their turns in an order that the test decides.
@Suite(.timeLimit(.minutes(1)), .computing, .enabled(if: Stage<Listing>.isPossible)) struct SteppedRunTests {
    private let gate = Gate()

    @Test func `an instance that has waited for its predecessor starts, whoever else is entered then`() {
        let stage = Stage(Listing(list: [1]))
        stage.run(until: { $0.list == [9] }) { [gate] activity in
            stage.journal.note("began \(activity)")
            await gate.pass()
        }
        stage.now { $0.machine.send(.list([])) }
        stage.now { $0.machine.send(.list([1])) }
        stage.settle()
        #expect(stage.journal.entries == ["began 1"])
        gate.open()
        // The first instance ends, and the next event comes before the run has noticed.
        stage.settleTasks()
        stage.now { $0.machine.send(.list([1, 2])) }
        stage.settle()
        #expect(stage.journal.entries == ["began 1", "began 1", "began 2"])
        stage.now { $0.machine.send(.list([9])) }
        stage.settle()
        #expect(stage.journal.entries.last == "run over")
    }

    @Test func `an instance that waits for its predecessor when the run ends never starts`() {
        let stage = Stage(Listing(list: [1]))
        stage.run(until: \.list.isEmpty) { [gate] activity in
            stage.journal.note("began \(activity)")
            await gate.pass()
        }
        stage.now { $0.machine.send(.list([2])) }
        stage.now { $0.machine.send(.list([1])) }
        stage.settle()
        stage.now { $0.machine.stop() }
        stage.settle()
        gate.open()
        stage.settle()
        #expect(stage.journal.entries == ["began 1", "run over"])
    }

    @Test func `a run waits for a delivery that is under way when the work has ended`() {
        let stage = Stage(Listing(list: [1]))
        stage.run(until: \.list.isEmpty) { [gate] _ in await gate.pass() }
        stage.begin {
            for sender in stage.senders.entries { stage.journal.note("\(await sender.send(.ping))") }
        }
        stage.now { $0.machine.send(.list([])) }
        stage.settleExceptFirst()
        gate.open()
        stage.settleExceptFirst()
        #expect(stage.journal.entries == [])
        stage.settle()
        let stale = StateMachine<Listing>.DropReason.stale
        #expect(stage.journal.entries == ["dropped(\(stale))", "run over"])
    }

    @Test func `what is posted when a run that stopped its machine is ending is reported`() async throws {
        let stage = Stage(Listing(list: [1]))
        stage.now { stage in
            stage.machine.onDrop { [journal = stage.journal] in journal.note("\($0), \($1)") }
        }
        stage.run(until: \.list.isEmpty) { [gate] _ in await gate.pass() }
        stage.now { $0.machine.stop() }
        stage.settle()
        gate.open()
        stage.settleTasks()
        for sender in stage.senders.entries { sender.post(.ping) }
        // The run gets to its end before the delivery, which finds nothing then.
        try #require(await eventually { stage.executor.count == 2 })
        stage.executor.runFirst()
        stage.settleExceptFirst()
        stage.settle()
        let stale = StateMachine<Listing>.DropReason.stale
        #expect(stage.journal.entries == ["ping, \(stale)", "run over"])
    }

    @Test func `the condition of a run is not asked again when the run has ended`() {
        let stage = Stage(Listing(list: [1]))
        stage.run { state in
            stage.journal.note("\(state.list)")
            return state.list.isEmpty
        } _: { [gate] _ in
            await gate.pass()
        }
        for event in [Listing.Event.list([2]), .list([]), .ping, .list([3])] { stage.now { $0.machine.send(event) } }
        gate.open()
        stage.settle()
        #expect(stage.journal.entries == ["[1]", "[2]", "[]", "run over"])
    }

    @Test func `a stop cancels the work before it calls the hooks of the exit`() {
        let stage = Stage(Listing(list: [1]))
        stage.now { stage in
            stage.machine.onActivityExit { [journal = stage.journal] in journal.note("exit \($0)") }
        }
        stage.run(until: \.list.isEmpty) { [gate] activity in
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                stage.journal.note("cancelled \(activity)")
            }
        }
        stage.now { $0.machine.stop() }
        gate.open()
        stage.settle()
        #expect(stage.journal.entries == ["cancelled 1", "exit 1", "run over"])
    }

    /// An object that is an activity.
    private final class Marker: Hashable, Sendable {
        static func == (lhs: Marker, rhs: Marker) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private struct Marked: StateDefinition {
        var marker: Marker?

        mutating func handleEvent(_ event: Marker?) throws(TransitionError) { marker = event }
        var activities: [Marker] { marker.map { [$0] } ?? [] }
    }

    @Test func `an instance that sends when its run is ending is not kept by the run`() {
        weak var marker: Marker?
        let stage: Stage<Marked>
        do {
            let first = Marker()
            marker = first
            stage = Stage(Marked(marker: first))
        }
        stage.run(until: { $0.marker == nil }) { [gate] _ in await gate.pass() }
        stage.now { $0.machine.send(nil) }
        stage.settle()
        #expect(marker != nil)
        gate.open()
        // The work ends, and its sender sends before the run has noticed.
        stage.settleTasks()
        stage.begin { for sender in stage.senders.entries { await sender.send(nil) } }
        stage.settle()
        stage.senders.removeAll()
        #expect(stage.journal.entries == ["run over"])
        #expect(marker == nil)
    }
}
