import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct PassingStateTests {
    /// Returns to its beginning within the event that ends its work.
    private enum Oven: FiniteStateDefinition {
        case off
        case baking(Program)
        case done

        enum Program: StateDefinition, Hashable {
            case heating, ready

            enum Event: CaseIterable { case finish }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                guard self == .heating else { throw .invalid }
                self = .ready
            }
        }

        enum Event: Hashable {
            case start
            case program(Program.Event)
        }

        @TaskLocal static var passing: [Oven] = [.done]

        static var initialStates: [Oven] { [.off] }
        static var passingStates: [Oven] { passing }
        var sampleEvents: [Event] { [.start, .program(.finish)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.off, .start): self = .baking(.heating)
            case (.baking(var program), .program(let event)):
                try program.handleEvent(event)
                self = program == .ready ? .done : .baking(program)
                if self == .done { self = .off }
            case (.off, .program), (.baking, .start), (.done, _): throw .invalid
            }
        }
    }

    private func findings(passing: [Oven]) throws -> [String] {
        try Oven.$passing.withValue(passing) { try StateGraph(exploring: Oven.self).findings().map(\.description) }
    }

    @Test func `the end of a child and a listed passing state are no findings`() throws {
        #expect(try findings(passing: [.done]) == [])
        #expect(try findings(passing: []) == ["No sample event leads to done, a case of PassingStateTests.Oven."])
    }

    @Test func `a state in which the machine rests is no passing state`() throws {
        let findings = try Oven.$passing.withValue([.done, .baking(.heating), .baking(.ready)]) {
            try StateGraph(exploring: Oven.self).findings()
        }
        #expect(
            findings.map(\.description) == [
                "The machine can rest in baking(heating), so it is not a passing state. Remove it from passingStates."
            ]
        )
        #expect(findings.map(\.isDefect) == [true])
    }

    /// A payload decides whether the machine leaves the case at once.
    private enum Retry: FiniteStateDefinition {
        case waiting(Int)
        case stopped

        enum Event: CaseIterable { case fail }
        static var initialStates: [Retry] { [.waiting(0)] }
        static var passingStates: [Retry] { [.waiting(3)] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard case .waiting(let count) = self else { throw .invalid }
            self = count < 2 ? .waiting(count + 1) : .stopped
        }
    }

    @Test func `a state is compared with the states of the graph, and not only its case`() throws {
        #expect(try StateGraph(exploring: Retry.self).findings().filter(\.isDefect).isEmpty)
    }

    /// Contains a machine with a passing state of its own.
    private enum Kitchen: FiniteStateDefinition {
        case closed
        case cooking(Oven)

        enum Event: Hashable {
            case open
            case oven(Oven.Event)
        }

        static var initialStates: [Kitchen] { [.closed] }
        var sampleEvents: [Event] { [.open, .oven(.start), .oven(.program(.finish))] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.closed, .open): self = .cooking(.off)
            case (.cooking(var oven), .oven(let event)):
                try oven.handleEvent(event)
                self = .cooking(oven)
            case (.closed, .oven), (.cooking, .open): throw .invalid
            }
        }
    }

    @Test func `the passing states of a nested definition are passing states of the outer one`() throws {
        let graph = try StateGraph(exploring: Kitchen.self)
        #expect(graph.findings().map(\.description) == [])
        #expect(graph.passingParts.contains { $0.title == "cooking.done" })
    }

    /// Forgets to pass an event on to the nested machine.
    private enum House: FiniteStateDefinition {
        case door(Door, visits: Bool)

        enum Door: StateDefinition, Hashable {
            case closed, locked

            enum Event: CaseIterable { case lock }
            mutating func handleEvent(_ event: Event) throws(TransitionError) { self = .locked }
        }

        enum Event: Hashable {
            case visit
            case door(Door.Event)
        }

        static var initialStates: [House] { [.door(.closed, visits: false)] }
        var sampleEvents: [Event] { [.visit, .door(.lock)] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch self {
            case .door(let door, let visits): self = .door(door, visits: !visits)
            }
        }
    }

    @Test func `a case that a forgotten event leads to is unreachable`() throws {
        let findings = try StateGraph(exploring: House.self).findings().filter(\.isDefect)
        #expect(
            findings.map(\.description) == ["No sample event leads to locked, a case of PassingStateTests.House.Door."]
        )
    }

    // MARK: Events

    /// Offers some cases of its events.
    private enum Player: FiniteStateDefinition {
        case stopped
        case playing(Volume)

        enum Volume: StateDefinition, Hashable {
            case loud, quiet

            enum Event { case up, down, mute }
            mutating func handleEvent(_ event: Event) throws(TransitionError) { self = event == .up ? .loud : .quiet }
        }

        enum Source { case disk, radio }

        enum Event {
            case play(Source)
            case volume(Volume.Event)
            case both(Source, Volume.Event)
            case forgotten(Int)
        }

        static var initialStates: [Player] { [.stopped] }
        var sampleEvents: [Event] { [.play(.disk), .volume(.up), .both(.disk, .up), .both(.disk, .down)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.stopped, .play): self = .playing(.loud)
            case (.playing(var volume), .volume(let event)), (.playing(var volume), .both(_, let event)):
                try volume.handleEvent(event)
                self = .playing(volume)
            case (.playing, .forgotten): self = .stopped
            case (.stopped, _), (.playing, .play): throw .invalid
            }
        }
    }

    @Test func `a case of an event or a child's event that no sample event has is a defect`() throws {
        let findings = try StateGraph(exploring: Player.self).findings().filter(\.isDefect)
        #expect(
            findings.map(\.description) == [
                "No sample event is forgotten, a case of PassingStateTests.Player.Event.",
                "No sample event is mute, a case of PassingStateTests.Player.Volume.Event.",
            ]
        )
    }

    @Test func `a graph that may lack sample events does not report missing ones`() throws {
        let abstracted = try StateGraph(exploring: Player.self, abstractedBy: { $0 == .stopped })
        #expect(abstracted.findings().allSatisfy { !$0.isDefect })
        let constrained = try StateGraph(exploring: Player.self, within: { $0 == .stopped })
        #expect(constrained.findings().allSatisfy { !$0.isDefect })
    }
}
