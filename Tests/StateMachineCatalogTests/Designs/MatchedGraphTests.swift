import StateMachineCommandLine
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The names and the hidden parts of designs.
@Suite(.timeLimit(.minutes(1)), .computing) struct MatchedGraphTests {
    /// Compares a design with a machine, whose states are given as paths with dots.
    private func compare(
        _ design: String,
        named name: String = "design.mmd",
        _ edges: [(String, String, String)],
        final: Set<String> = [],
        _ matching: NameMatching = NameMatching()
    ) throws -> [String] {
        var code = RandomSystem(edges: edges, final: final).system
        for index in code.nodes.indices {
            code.nodes[index].place = StatePlace(
                path: (code.nodes[index].place.name ?? "").split(separator: ".").map(String.init)
            )
        }
        for index in code.edges.indices {
            code.edges[index].event = code.edges[index].event[0].split(separator: ".").map(String.init)
        }
        return try compare(design, named: name, code, matching)
    }

    private func compare(
        _ design: String,
        named name: String = "design.mmd",
        _ code: NamedGraph.Source,
        _ matching: NameMatching = NameMatching()
    ) throws -> [String] {
        let chart = try DiagramLanguage.read(design, named: name)
        let graphs = try MatchedGraphs(design: chart, code: code, matching)
        return differences(between: graphs.design, and: graphs.code).map { "\($0.kind) \($0.run)" }
    }

    @Test(arguments: [
        ("design.dot", "digraph { idle -> busy [label=\"start\"] busy -> idle [label=\"stop\"] }"),
        ("design.puml", "@startuml\n[*] --> idle\nidle --> busy : start\nbusy --> idle : stop\n@enduml"),
    ])
    func `a design in Graphviz or PlantUML is compared`(name: String, design: String) throws {
        let edges = [("idle", "start", "busy"), ("busy", "stop", "idle")]
        #expect(try compare(design, named: name, edges) == [])
        #expect(try compare(design, named: name, edges.dropLast()).count == 1)
    }

    @Test func `a comment of the design chooses the name of an event`() throws {
        let design = """
            stateDiagram-v2
              %% event: "card (refused)" = declined
              [*] --> idle
              idle --> failed : card (refused)
              failed --> idle : TRY_AGAIN
            """
        #expect(try compare(design, [("idle", "declined", "failed"), ("failed", "tryAgain", "idle")]) == [])
        #expect(try compare(design, [("idle", "card", "failed"), ("failed", "tryAgain", "idle")]).count == 2)
    }

    @Test func `spaces, the case of the first letter and payloads do not matter in names`() throws {
        let design = """
            stateDiagram-v2
              state "Payment failed" as s1
              [*] --> Idle
              Idle --> s1 : Pay now(amount)
              s1 --> Idle : retry [card is valid] / log
              s1 --> s1 : retry [else]
            """
        let edges = [
            ("idle", "payNow", "paymentFailed"), ("paymentFailed", "retry", "idle"),
            ("paymentFailed", "retry", "paymentFailed"),
        ]
        #expect(try compare(design, edges) == [])
        #expect(
            try compare(design, edges.dropLast())
                == ["elsewhere Idle ─ Pay now → Payment failed ─ retry [else] → Payment failed"]
        )
    }

    @Test func `renamed states and events match, and wrong names are errors that list the names`() throws {
        let design = "stateDiagram-v2\n [*] --> off\n off --> on : push\n on --> off : push"
        let edges = [("dark", "toggle", "bright"), ("bright", "toggle", "dark")]
        var matching = NameMatching()
        // No state behaves alike, because the events differ.
        #expect(try compare(design, edges, matching).count == 4)
        matching.states = [.init(design: "off", code: "dark"), .init(design: "on", code: "bright")]
        matching.events = [.init(design: "push", code: "toggle")]
        #expect(try compare(design, edges, matching) == [])
        matching.events = [.init(design: "pull", code: "toggle")]
        let error = #expect(throws: UsageError.self) { _ = try compare(design, edges, matching) }
        #expect(error?.message == "--event pull=toggle: the design has no event called pull. Its events are: push.")
        matching.events = []
        matching.states = [.init(design: "off", code: "gone")]
        let other = #expect(throws: UsageError.self) { _ = try compare(design, edges, matching) }
        #expect(
            other?.message
                == "--state off=gone: the code has no state called gone. Its states are: bright, dark."
        )
    }

    @Test func `a state that is drawn without inner states hides the inner states of the code`() throws {
        let design = "stateDiagram-v2\n [*] --> loading\n loading --> loaded : data\n loaded --> loaded : data"
        let edges = [
            ("loading", "data.many", "loaded.full"), ("loading", "data.none", "loaded.empty"),
            ("loaded.full", "data.none", "loaded.empty"), ("loaded.empty", "data.many", "loaded.full"),
        ]
        #expect(try compare(design, edges) == [])
        let drawn =
            design + "\n state loaded {\n [*] --> full\n empty --> full : data.many\n full --> empty : data.none\n }"
        #expect(try !compare(drawn, edges).isEmpty)
    }

    @Test func `a history leads to every state that it can store`() throws {
        let design = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="on">
              <state id="on">
                <history id="h"><transition target="a"/></history>
                <state id="a"><transition event="next" target="b"/></state>
                <state id="b"/>
                <transition event="pause" target="paused"/>
              </state>
              <state id="paused"><transition event="resume" target="h"/></state>
            </scxml>
            """
        let edges = [
            ("on.a", "next", "on.b"), ("on.a", "pause", "paused"), ("on.b", "pause", "paused"),
            ("paused", "resume", "on.a"), ("paused", "resume", "on.b"),
        ]
        #expect(try compare(design, named: "design.scxml", edges) == [])
        #expect(
            try compare(design, named: "design.scxml", edges.dropLast())
                == ["elsewhere on.a ─ next → on.b ─ pause → paused ─ resume → on.b"]
        )
    }

    @Test func `a transition for every event is taken for the events of the code`() throws {
        let design = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
              <state id="a"><transition event="go" target="b"/><transition event="*" target="a"/></state>
              <final id="b"/>
            </scxml>
            """
        let edges = [("a", "go", "b"), ("a", "stay", "a")]
        #expect(try compare(design, named: "d.scxml", edges, final: ["b"]) == [])
        #expect(try compare(design, named: "d.scxml", edges) == ["missing a ─ go → b"])
    }

    @Test func `a guard of a transition that follows a completion may be true or false`() throws {
        let design = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
              <state id="work">
                <transition event="done.state.work" cond="isGood" target="ready"/>
                <transition event="done.state.work" target="failed"/>
                <state id="a"><transition event="go" target="z"/></state>
                <final id="z"/>
              </state>
              <state id="ready"/>
              <state id="failed"/>
            </scxml>
            """
        #expect(try compare(design, named: "d.scxml", [("work.a", "go", "ready"), ("work.a", "go", "failed")]) == [])
    }

    @Test(arguments: [true, false])
    func `regions match in any order, by their names if both sides name them`(isSwapped: Bool) throws {
        func design(_ first: String, _ second: String) -> String {
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
              <parallel id="p">
                <state id="\(first)"><state id="on"><transition event="mute" target="off"/></state><state id="off"/></state>
                <state id="\(second)"><state id="far"/></state>
              </parallel>
            </scxml>
            """
        }
        var code = NamedGraph.Source()
        code.nodes = ["on", "off"].map { sound in
            let regions = [("sound", sound), ("zoom", "far")].map { label, name in
                StatePlace.Region(label: label, place: StatePlace(name: name))
            }
            return .init(place: StatePlace(regions: isSwapped ? regions.reversed() : regions))
        }
        code.nodes[0].isInitial = true
        code.edges = [.init(source: 0, event: ["mute"], target: 1)]
        #expect(try compare(design("sound", "zoom"), named: "d.scxml", code) == [])
        #expect(try compare(design("first", "second"), named: "d.scxml", code) == [])
        #expect(try !compare(design("zoom", "sound"), named: "d.scxml", code).isEmpty)
    }

    @Test func `an event with too many guards is an error`() {
        let arrows = (0..<9).map { " a --> a : go [g\($0)]" }
        let design = (["stateDiagram-v2", " [*] --> a"] + arrows).joined(separator: "\n")
        let error = #expect(throws: Problem.self) { _ = try compare(design, [("a", "go", "a")]) }
        #expect(error?.description.contains("depends on 9 guards") == true)
    }
}
