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

    /// An activity that equals the ones with lower numbers, which do not equal it.
    private struct Lopsided: Hashable {
        let number: Int

        static func == (one: Lopsided, other: Lopsided) -> Bool { one.number >= other.number }

        func hash(into hasher: inout Hasher) {}
    }

    private struct Lopsideds: StateDefinition {
        var activities = [Lopsided(number: 1)]

        mutating func handleEvent(_ number: Int) throws(TransitionError) {
            activities = number == 0 ? [] : [Lopsided(number: number)]
        }
    }

    /// The second activity does not wait for the first one, but is found when the first one ends.
    @Test func `an instance whose work has ended is not started again`() throws {
        let stage = Stage(Lopsideds())
        let gate = Gate()
        let (begun, ended) = (Counter(), Counter())
        stage.run(until: { _ in false }) { activity in
            begun.increment()
            if activity.number == 1 { await gate.pass() }
            ended.increment()
        }
        stage.settle()
        stage.now { stage in
            stage.machine.send(0)
            stage.machine.send(2)
        }
        stage.settle()
        #expect((begun.value, ended.value) == (2, 1))
        gate.open()
        stage.settle()
        #expect((begun.value, ended.value) == (2, 2))
        stage.now { $0.machine.stop() }
        stage.settle()
        #expect(stage.journal.entries == ["run over"])
    }
}
