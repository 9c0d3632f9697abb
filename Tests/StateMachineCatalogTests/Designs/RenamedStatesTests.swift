import StateMachineCommandLine
import StateMachineGraphs
import StateMachineScaffolding
import StateMachineTestSupport
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
            let graphs = try MatchedGraphs(design: chart, code: code.system, NameMatching(states: states))
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
        let error = #expect(throws: UsageError.self) {
            _ = try Comparison(nested, flat, states: [.init(design: "On.Gone", code: "error")])
        }
        #expect(error?.message.hasPrefix("--state On.Gone=error: the design has no state called On.Gone.") == true)
    }

    @Test func `states with equal events are found before states with similar ones`() throws {
        let design = "[*] --> a\n a --> b : go [x]\n a --> c : go [else]\n b --> a : x\n c --> a : x\n c --> a : y"
        let code = RandomSystem(edges: [("a", "go", "d"), ("d", "x", "a"), ("d", "y", "a")])
        #expect(try Comparison(design, code).renamed == ["c=d"])
    }

    @Test func `a state that was not explored belongs to a state with its events`() throws {
        let design = "[*] --> a\n a --> b : go\n b --> a : x\n b --> a : y"
        var code = RandomSystem(edges: [("a", "go", "c"), ("c", "x", "a")])
        code.open = ["c"]
        #expect(try Comparison(design, code) == Comparison(renamed: ["b=c"]))
        code.edges = [("a", "go", "c")]
        #expect(try Comparison(design, code).renamed == [])
    }

    @Test func `a state belongs to one state at most`() throws {
        for second in [("On.Broken", "live"), ("On.Live", "error"), ("On.Live", "live")] {
            let pairs = [("On.Live", "live"), second].map { NameMatching.Renaming(design: $0, code: $1) }
            let error = #expect(throws: UsageError.self) { _ = try Comparison(nested, flat, states: pairs) }
            #expect(error?.message.hasSuffix("one of these states is already paired with another state.") == true)
        }
    }

    @Test func `the end of a state in a diagram is the case that the scaffolding writes`() throws {
        let design = "[*] --> on\n state on {\n [*] --> a\n a --> [*] : go\n}"
        var code = RandomSystem(edges: [("on.a", "go", "on.end")]).system
        for index in code.nodes.indices {
            code.nodes[index].place = StatePlace(path: ["on", index == 0 ? "a" : "end"])
        }
        let chart = try DiagramLanguage.read("stateDiagram-v2\n\(design)", named: "design.mmd")
        let graphs = try MatchedGraphs(design: chart, code: code)
        #expect(graphs.renamed == [] && differences(between: graphs.design, and: graphs.code) == [])
    }

    @Test func `random machines in which every state has another name have no differences`() throws {
        var compared = 0
        for seed in 0..<UInt64(ProcessEnvironment.runs(40)) {
            var generator = SeededGenerator(seed: seed)
            let system = RandomSystem(using: &generator)
            var renamed = system
            renamed.initial = system.initial.map { "other \($0)" }
            renamed.final = Set(system.final.map { "other \($0)" })
            renamed.edges = system.edges.map { ("other \($0.source)", $0.event, "other \($0.target)") }
            let keys = RenamedStates(in: system.graph, and: renamed.graph, chosen: []).keys
            for (first, second) in keys {
                #expect(system.graph.states[first]?.isFinal == renamed.graph.states[second]?.isFinal)
            }
            #expect(Set(keys.values).count == keys.count)
            // An event that leads to several states leaves a choice.
            guard Set(system.edges.map { "\($0.source) \($0.event)" }).count == system.edges.count else { continue }
            compared += 1
            #expect(keys.count == system.graph.states.count)
            #expect(differences(between: system.graph.renaming(keys), and: renamed.graph) == [])
        }
        #expect(compared >= 4)
    }

    @Test func `a report has at most 20 other names`() throws {
        let names = (1...30).map { "s\($0)" }
        let design = "[*] --> s1\n" + zip(names, names.dropFirst()).map { " \($0) --> \($1) : next\n" }.joined()
        let code = RandomSystem(edges: zip(names, names.dropFirst()).map { ("t\($0)", "next", "t\($1)") }).system
        let chart = try DiagramLanguage.read("stateDiagram-v2\n\(design)", named: "design.mmd")
        let graphs = try MatchedGraphs(design: chart, code: code)
        let lines = DesignReport(graphs, machine: "Long", path: "design.mmd").text.split(separator: "\n")
        #expect(lines.count == 22 && lines.last == "10 more states have other names.", "\(lines)")
    }
}
