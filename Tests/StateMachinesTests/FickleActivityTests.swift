import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// An activity whose `==` changes its answer during a run.
@Suite(.timeLimit(.minutes(1)), .computing, .enabled(if: Stage<Listing>.isPossible)) struct FickleActivityTests {
    /// How many more comparisons are answered truthfully.
    private static let comparisonsLeft = Locked(Int.max)

    private struct Fickle: Hashable {
        static func == (one: Fickle, other: Fickle) -> Bool {
            comparisonsLeft.withLock { left in
                left -= 1
                return left >= 0
            }
        }

        func hash(into hasher: inout Hasher) {}
    }

    private struct Fickles: StateDefinition {
        var activities: [Fickle] = [Fickle()]

        mutating func handleEvent(_ isActive: Bool) throws(TransitionError) { activities = isActive ? [Fickle()] : [] }
    }

    /// The instance is entered again while its task is ending, and while the driver deals with the
    /// end, the activity ceases to equal itself.
    @Test func `a run never returns before all work has ended, and starts no instance twice`() throws {
        for count in 0..<12 {
            Self.comparisonsLeft.withLock { $0 = .max }
            let stage = Stage(Fickles())
            let (first, later) = (Gate(), Gate())
            let (begun, ended) = (Counter(), Counter())
            stage.run(until: { _ in false }) { _ in
                begun.increment()
                await (begun.value == 1 ? first : later).pass()
                ended.increment()
            }
            first.open()
            stage.settleTasks()
            stage.now { stage in
                stage.machine.send(false)
                stage.machine.send(true)
                Self.comparisonsLeft.withLock { $0 = count }
            }
            stage.settle()
            Self.comparisonsLeft.withLock { $0 = .max }
            #expect(begun.value <= 2, "after \(count) comparisons")
            stage.now { $0.machine.stop() }
            stage.settle()
            later.open()
            stage.settle()
            #expect(stage.journal.entries == ["run over"])
            #expect(begun.value == ended.value, "after \(count) comparisons")
        }
    }
}
