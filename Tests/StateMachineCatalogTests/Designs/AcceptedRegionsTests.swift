import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// A machine with two regions.
private struct Panel: FiniteStateDefinition {
    var sound = Sound.on
    var zoom = Zoom.far

    enum Sound: StateDefinition, Hashable {
        case on, muted

        enum Event { case mute, unmute }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.on, .mute): self = .muted
            case (.muted, .unmute): self = .on
            case (.on, .unmute), (.muted, .mute): throw .invalid
            }
        }
    }

    enum Zoom: StateDefinition, Hashable {
        case near, far

        enum Event { case turn }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .far ? .near : .far }
    }

    enum Event: CaseIterable { case mute, unmute, turn }

    static var initialStates: [Panel] { [Panel()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .mute: try sound.handleEvent(.mute)
        case .unmute: try sound.handleEvent(.unmute)
        case .turn: try zoom.handleEvent(.turn)
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .computing) struct AcceptedRegionsTests {
    @Test func `an accepted design of a machine with regions has these regions`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Panel.self))
        let code = NamedGraph.Source(of: machine)
        let text = try DesignText(of: code, named: "Panel", diagram: machine.text(in: .mermaid)).text
        #expect(text.contains("state \"zoom\" as region_2 {"), "\(text)")
        // A diagram of another machine is not written.
        #expect(throws: Problem.self) {
            _ = try DesignText(of: code, named: "Panel", diagram: text.replacing("mute", with: "hush"))
        }
    }
}
