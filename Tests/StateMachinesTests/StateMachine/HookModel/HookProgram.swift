import StateMachineGraphs
import StateMachines

/// What a test, or a hook, does with a machine.
enum HookCommand {
    case send(Listing.Event)
    case add(HookKind)
    case remove(Int)
    /// Observes a value, and perhaps another one when notified of a change.
    case observe([ObservedValue])
    case start, stop
}

/// What can be read of a machine.
enum ObservedValue: CaseIterable { case state, activities }

/// A kind of hook; those of states ask whether the list contains a number.
enum HookKind: Hashable {
    case stateEntry(of: Int)
    case stateExit(of: Int)
    case activityEntry, activityExit, transition, change, rejection, drop
}

/// A machine to do something with, or a model of one.
protocol HookSubject: AnyObject {
    func perform(_ command: HookCommand, in program: HookProgram)
}

/// A random program whose hooks do something, too, and a journal of what they hear.
///
/// What a hook does is decided when it is called, from one sequence of random numbers: two machines
/// that call the same hooks in the same order make the same program of it.
final class HookProgram {
    private(set) var log: [String] = []
    private var random: SeededGenerator
    private var remainingCommands = 400
    private(set) var hookCount = 0
    private unowned let subject: any HookSubject

    init(seed: UInt64, on subject: any HookSubject) {
        random = SeededGenerator(seed: seed)
        self.subject = subject
    }

    /// What happened in the program, in order.
    static func run(seed: UInt64, on subject: any HookSubject) -> [String] {
        let program = HookProgram(seed: seed, on: subject)
        for _ in 0..<4 { subject.perform(program.add(), in: program) }
        for _ in 0..<40 {
            program.note("---")
            program.act()
        }
        return program.log
    }

    /// Observers of one change are notified in no particular order; here the order is that of their
    /// numbers.
    func note(_ entry: String) {
        var index = log.endIndex
        while entry.hasPrefix("observer"), index > 0, log[index - 1].hasPrefix("observer"), log[index - 1] > entry {
            index -= 1
        }
        log.insert(entry, at: index)
    }

    func nextHookID() -> Int {
        hookCount += 1
        return hookCount
    }

    /// Records the call of a hook, and sometimes does something with the machine, once or twice.
    func heard(_ entry: String) {
        note(entry)
        if random.chance(1, in: 3) { act() }
        if random.chance(1, in: 8) { act() }
    }

    private func act() {
        guard remainingCommands > 0 else { return }
        remainingCommands -= 1
        subject.perform(command(), in: self)
    }

    private func command() -> HookCommand {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: .send(.list((0..<Int.random(in: 0...4, using: &random)).map { _ in number() }))
        case 45..<52: .send(.ping)
        case 52..<60: .send(.nonsense)
        case 60..<80: add()
        case 80..<92: .remove(Int.random(in: 0...hookCount, using: &random))
        case 92..<97:
            .observe(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in random.chance(1, in: 2) ? .state : .activities }
            )
        case 97..<99: .start
        default: random.chance(1, in: 4) ? .stop : .start
        }
    }

    private func number() -> Int { Int.random(in: 1...4, using: &random) }

    private func add() -> HookCommand {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .add(.stateEntry(of: number()))
        case 1: .add(.stateExit(of: number()))
        case 2: .add(.activityEntry)
        case 3: .add(.activityExit)
        case 4: .add(.transition)
        case 5: .add(.change)
        case 6: .add(.rejection)
        default: .add(.drop)
        }
    }
}
