import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

/// A machine whose events and states have several values for one name, and a name that formats
/// reserve.
private enum Radio: FiniteStateDefinition {
    case off
    case on(Band)

    enum Band: StateDefinition, Hashable {
        case long
        case short(step: Int)

        enum Event { case next }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch self {
            case .long: self = .short(step: 1)
            case .short(let step): self = step < 2 ? .short(step: step + 1) : .long
            }
        }
    }

    enum Direction { case up, down }

    enum Event {
        case turn(Direction)
        case tune(station: String)
        case exit
    }

    static var initialStates: [Radio] { [.off] }

    var sampleEvents: [Event] { [.turn(.up), .turn(.down), .tune(station: "A"), .tune(station: ""), .exit] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .turn(.up)): self = .on(.long)
        case (.on, .turn(.down)), (.on, .exit): self = .off
        case (.on(var band), .tune("A")):
            try band.handleEvent(.next)
            self = .on(band)
        case (.off, .turn), (.on, .turn), (.on, .tune), (.off, .tune), (.off, .exit): throw .invalid
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .computing) struct ExportedDesignTests {
    @Test(arguments: [DiagramFormat.scxml, .xstate, .json, .mermaid, .plantuml])
    func `a machine matches what it exports, with the names of its cases`(format: DiagramFormat) throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Radio.self))
        let code = NamedGraph.Source(of: machine)
        let chart = try DiagramLanguage.read(machine.text(in: format), named: "design.\(format.fileExtension)")
        let graphs = try MatchedGraphs(design: chart, code: code)
        let report = DesignReport(graphs, machine: "Radio", path: "design")
        #expect(report.text == "Radio matches design: 3 states, 8 transitions.")
    }
}
