import StateMachineDiagrams
import StateMachineGraphs
import StateMachineScaffolding
import StateMachines
import TestSupport
import Testing

@testable import StateMachineCatalog

/// States with other names in the design than in the code.
@Suite(.timeLimit(.minutes(1)), .computing) struct RenamedStatesTests {
    /// The differences between a design and a machine, and the states that belong together.
    private struct Comparison: Equatable {
        var differences: [String] = []
        var renamed: [String] = []

        init(_ differences: [String] = [], renamed: [String] = []) {
            (self.differences, self.renamed) = (differences, renamed)
        }

        init(_ design: String, _ code: RandomSystem, states: [NameMatching.Renaming] = []) throws {
            let chart = try DiagramLanguage.read("stateDiagram-v2\n\(design)", named: "design.mmd")
            let graphs = try MatchedGraphs(
                design: TransitionSystem(of: chart, comparedWith: code.system),
                code: code.system,
                NameMatching(states: states)
            )
            let found = StateMachineCatalog.differences(between: graphs.design, and: graphs.code)
            differences = found.map { "\($0.kind) \($0.run)" }
            renamed = graphs.renamed.map { "\($0.design)=\($0.code)" }
        }
    }

    /// A camera, drawn with a state around three others.
    private let nested = """
        [*] --> Off
        state On {
          [*] --> Connecting
          Connecting --> Live : ready
          Connecting --> Broken : fail
          Live --> Broken : fail
          Broken --> Connecting : retry
        }
        Off --> On : start
        On --> Off : stop
        """

    /// The camera without this state.
    private let flat = RandomSystem(edges: [
        ("idle", "start", "connecting"), ("connecting", "ready", "live"), ("connecting", "fail", "error"),
        ("live", "fail", "error"), ("error", "retry", "connecting"), ("connecting", "stop", "idle"),
        ("live", "stop", "idle"), ("error", "stop", "idle"),
    ])

    private let pairs = ["Off=idle", "On.Broken=error", "On.Connecting=connecting", "On.Live=live"]

    @Test func `a design with other names and another nesting matches a machine that behaves alike`() throws {
        #expect(try Comparison(nested, flat) == Comparison(renamed: pairs))
    }

    @Test func `a changed transition is one difference, although the names differ`() throws {
        var other = flat
        other.edges.removeAll { $0 == ("live", "fail", "error") }
        other.edges.append(("live", "fail", "connecting"))
        #expect(
            try Comparison(nested, other)
                == Comparison(
                    ["elsewhere idle ─ start → connecting ─ ready → live ─ fail → connecting"],
                    renamed: pairs
                )
        )
    }

    @Test func `a state with a name that both sides have is never renamed`() throws {
        // The two names are exchanged, so both states differ.
        let design = "[*] --> a\n a --> b : go\n b --> a : back"
        let code = RandomSystem(edges: [("b", "go", "a"), ("a", "back", "b")])
        let found = try Comparison(design, code)
        #expect(found.renamed == [] && found.differences.count == 6, "\(found)")
    }

    @Test func `states of which one is final or that share few events do not belong together`() throws {
        let design = "[*] --> a\n a --> b : go\n b --> a : x\n b --> a : y\n b --> a : z"
        func code(_ events: [String]) -> RandomSystem {
            RandomSystem(edges: [("a", "go", "c")] + events.map { ("c", $0, "a") })
        }
        #expect(try Comparison(design, code(["x", "y", "z"])) == Comparison(renamed: ["b=c"]))
        #expect(try Comparison(design, code(["x", "y"])).renamed == ["b=c"])
        #expect(try Comparison(design, code(["x", "u", "v"])).renamed == [])

        let end = "[*] --> a\n a --> b : go\n b --> [*]"
        let final = RandomSystem(edges: [("a", "go", "c")], final: ["c"])
        #expect(try Comparison(end, final) == Comparison(renamed: ["b=c"]))
        #expect(try Comparison(end, RandomSystem(edges: [("a", "go", "c")])).renamed == [])
    }

    @Test func `of several states that could belong together, none is chosen`() throws {
        let design = "[*] --> a\n a --> b : go [x]\n a --> c : go [else]\n b --> a : back\n c --> a : back"
        let code = RandomSystem(edges: [("a", "go", "d"), ("a", "go", "e"), ("d", "back", "a"), ("e", "back", "a")])
        #expect(try Comparison(design, code).renamed == [])
        // Once one of them is chosen, the other one is left.
        let chosen = NameMatching.Renaming(design: "c", code: "d")
        #expect(try Comparison(design, code, states: [chosen]) == Comparison(renamed: ["b=e"]))
    }

    @Test func `a pair can name nested states, as the report does`() throws {
        let chosen = NameMatching.Renaming(design: "On.Live", code: "error")
        let found = try Comparison(nested, flat, states: [chosen])
        #expect(found.renamed.contains("On.Live=error") && !found.differences.isEmpty, "\(found)")
        let error = #expect(throws: Command.UsageError.self) {
            _ = try Comparison(nested, flat, states: [.init(design: "On.Gone", code: "error")])
        }
        #expect(error?.description.hasPrefix("--state On.Gone=error: the design has no state called On.Gone.") == true)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a random machine with other names has no difference in behavior that was not there`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let system = RandomSystem(using: &generator)
        var renamed = system
        renamed.initial = system.initial.map { "other \($0)" }
        renamed.final = Set(system.final.map { "other \($0)" })
        renamed.edges = system.edges.map { ("other \($0.source)", $0.event, "other \($0.target)") }
        let keys = RenamedStates(in: system.graph, and: renamed.graph, chosen: []).keys
        // Where an event decides alone, the states belong together; a pair is never wrong in what it shares.
        for (first, second) in keys {
            #expect(system.graph.states[first]?.isFinal == renamed.graph.states[second]?.isFinal)
        }
        #expect(Set(keys.values).count == keys.count)
        if Set(system.edges.map { "\($0.source) \($0.event)" }).count == system.edges.count {
            #expect(keys.count == system.graph.states.count)
            let graph = system.graph.renaming(keys)
            #expect(differences(between: graph, and: renamed.graph) == [])
        }
    }
}

/// A machine whose events and states have several values for one name, and a name that formats reserve.
private enum Ticket: FiniteStateDefinition {
    case valid(rides: Int)
    case used

    enum Event {
        case scan(code: String)
        case exit
    }

    static var initialStates: [Ticket] { [.valid(rides: 2)] }

    var sampleEvents: [Event] { [.scan(code: "42"), .scan(code: ""), .exit] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.valid(let rides), .scan("42")): self = rides > 1 ? .valid(rides: rides - 1) : .used
        case (.valid, .exit): self = .used
        case (.valid, .scan), (.used, .scan), (.used, .exit): throw .invalid
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .computing) struct ExportedDesignTests {
    @Test(arguments: [DiagramFormat.scxml, .xstate, .json, .mermaid, .plantuml])
    func `a machine matches what it exports, with the names of its cases`(format: DiagramFormat) throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Ticket.self))
        let code = TransitionSystem(of: machine)
        let chart = try DiagramLanguage.read(machine.text(in: format), named: "design.\(format.fileExtension)")
        let graphs = try MatchedGraphs(
            design: TransitionSystem(of: chart, comparedWith: code),
            code: code,
            NameMatching()
        )
        let report = DesignReport(graphs, machine: "Ticket", path: "design")
        #expect(report.text == "Ticket matches design: 2 states, 3 transitions.")
    }
}

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
        let code = TransitionSystem(of: machine)
        let text = try DesignText(of: code, named: "Panel", diagram: machine.text(in: .mermaid)).text
        #expect(text.contains("state \"zoom\" as region_2 {"), "\(text)")
        // A diagram of another machine is not written.
        #expect(throws: Problem.self) {
            _ = try DesignText(of: code, named: "Panel", diagram: text.replacing("mute", with: "hush"))
        }
    }
}
