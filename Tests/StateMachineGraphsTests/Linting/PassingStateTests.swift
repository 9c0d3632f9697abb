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
        #expect(try findings(passing: []) == ["No sample event leads to done, a case of Oven."])
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
