import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineInspection
import StateMachines

/// Shows one machine and sends it the events that the visitor types.
@MainActor
final class Session<Definition: FiniteStateDefinition> {
    typealias Machine = StateMachine<Definition>

    private let machine: Machine
    private let visit: Visit
    private let actsAlone: @Sendable (Definition.Activity) -> Bool

    /// The state before the transition that is being printed.
    private var previous: Definition

    init(
        _ initial: Definition,
        on visit: Visit,
        actingAlone actsAlone: @escaping @Sendable (Definition.Activity) -> Bool
    ) {
        machine = StateMachine(initial)
        previous = initial
        self.visit = visit
        self.actsAlone = actsAlone
        machine.inspect("\(Definition.self)", accepting: [.samples], by: visit.inspector)
    }

    /// Runs the machine until the visitor leaves it or the input ends.
    func play(
        _ work: @escaping @Sendable (Definition.Activity, Machine.Sender) async -> Void
    ) async -> Exhibit.Departure {
        addHooks()
        for line in Overview(of: machine.state).lines(on: visit.output) { visit.say(line) }
        machine.start()
        let run = Task { await machine.run(perform: work) }
        let departure = await executeLines()
        run.cancel()
        _ = await run.result
        return departure
    }

    private func addHooks() {
        machine.onTransition { [unowned self] transition in
            visit.say(TransitionLine.text(from: previous, transition, to: machine.state))
            previous = machine.state
            if visit.isInteractive { visit.say(visit.output.dimmed(Overview(of: machine.state).handledEvents)) }
        }
        machine.onRejection { [unowned self] rejection in
            visit.say(TransitionLine.text(rejection))
        }
    }

    private func executeLines() async -> Exhibit.Departure {
        while let line = await visit.ask("\(Definition.self)> ") {
            do throws(UsageError) {
                switch try PromptCommand(line) {
                case .nothing: break
                case .events: show(Overview(of: machine.state).events(on: visit.output))
                case .states: show(try Overview(of: machine.state).states(on: visit.output))
                case .activities:
                    let names = machine.activities.map { "\(ValueName(of: $0))" }
                    visit.say(names.isEmpty ? "no activity is running" : names.joined(separator: "  "))
                case .wait: await waitForMove()
                case .help: visit.say(PromptCommand.instructions)
                case .back: return .back
                case .quit: return .out
                case .send(let word): machine.send(try event(of: word))
                }
            } catch {
                visit.complain(error.message)
            }
        }
        return .out
    }

    private func show(_ lines: [String]) {
        for line in lines { visit.say(line) }
    }

    /// Returns the sample event with a number or name.
    private func event(of word: String) throws(UsageError) -> Definition.Event {
        let events = machine.state.sampleEvents
        return events[try Choice.index(of: word, among: events.map { "\(ValueName(of: $0))" }, called: "event")]
    }

    /// Waits for the next transition, if an activity will cause one.
    private func waitForMove() async {
        guard machine.activities.contains(where: actsAlone) else {
            visit.say("no transition happens by itself in this state")
            return
        }
        let (moves, continuation) = AsyncStream.makeStream(of: Void.self)
        let hook = machine.onTransition { _ in continuation.yield() }
        defer { hook.cancel() }
        for await _ in moves { return }
    }
}
