import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Regions without names: one that only contains a composite state is this state.
@Suite(.timeLimit(.minutes(1)), .computing) struct UnnamedRegionTests {
    /// Two regions, of which the first contains the lines in a composite state called `Climate`.
    private static func diagram(_ lines: String, around: String = "", region: String = "") -> String {
        """
        stateDiagram-v2
        state Off
        [*] --> Off
        Off --> On : start
        On --> Off : stop
        state On {
            \(region)
            state Climate {
                state Heating
                [*] --> Idle
                Idle --> Heating : cold
                Heating --> Idle : warm
                \(lines)
            }
            \(around)
            --
            [*] --> Local
            Local --> Remote : call
        }
        """
    }

    private static func regions(_ text: String) throws -> [String] {
        try #require(MermaidReader.read(text).root.children.first { $0.id == "On" }).children.map(\.id)
    }

    @Test func `a composite state alone in a region is the region`() throws {
        #expect(try Self.regions(Self.diagram("")) == ["Climate", "OnRegion2"])
        #expect(try Self.regions(Self.diagram("", around: "[*] --> Climate")) == ["Climate", "OnRegion2"])
        #expect(try Self.regions(Self.diagram("", around: "Climate --> Off : leave")) == ["Climate", "OnRegion2"])
        let entered = Self.diagram("").replacing("Off --> On : start", with: "state Climate\nOff --> Climate : start")
        #expect(throws: ChartError.self) { try Self.regions(entered) }
        let plantUML = Self.diagram("").replacing("stateDiagram-v2", with: "@startuml") + "\n@enduml\n"
        #expect(try PlantUMLReader.read(plantUML).root.children[1].children.map(\.id) == ["Climate", "OnRegion2"])
        let writer = try MachineWriter(MermaidReader.read(Self.diagram("")), module: "Room")
        let text = writer.sources().values.joined()
        #expect(text.contains("var climate: Climate = .idle") && !text.contains("OnRegion1"), "\(text)")
        #expect(
            writer.regionNotes == [
                "note: a region of “On” is called `onRegion2`; to name a region, write the comment “region: NAME” in it"
            ]
        )
    }

    @Test(arguments: [
        // What is beside the composite state, a name, and the end of it.
        ("", "[*] --> Climate\nClimate --> Vent : air", ""),
        ("", "", "%% region: weather"),
        ("Idle --> [*] : done", "", ""),
        // Transitions that exit the composite state and nothing else.
        ("Idle --> Climate : reset", "", ""),
        ("", "Climate --> Climate : reset", ""),
        ("", "Climate --> Heating : boost", ""),
    ])
    func `a region stays around a composite state where it means something`(
        lines: String,
        around: String,
        region: String
    ) throws {
        let name = region == "" ? "OnRegion1" : "weather"
        #expect(try Self.regions(Self.diagram(lines, around: around, region: region)) == [name, "OnRegion2"])
    }

    @Test func `a machine does the same with and without the frame`() throws {
        let lines = """
            Climate : entry / light
            Climate : exit / dark
            Climate : do / measure
            Heating --> Off : burn / alarm
            Climate --> Off : leave
            Climate : knock / answer
            """
        let framed = try MermaidReader.read(Self.diagram(lines, region: "%% region: weather"))
        let merged = try MermaidReader.read(Self.diagram(lines))
        #expect(framed != merged)
        let events = ["start", "stop", "cold", "warm", "call", "burn", "leave", "knock"]
        for seed in 0..<UInt64(40) {
            var random = SeededGenerator(seed: seed)
            var (one, other) = (ChartInterpreter(framed), ChartInterpreter(merged))
            for _ in 0..<30 {
                let event = events.randomElement(using: &random) ?? ""
                #expect(one.handle(event) == other.handle(event), "seed \(seed)")
                #expect(one.leaves == other.leaves, "seed \(seed)")
            }
        }
    }

    @Test func `regions with names need no note`() throws {
        let text = Self.diagram("").replacing("    [*] --> Local", with: "    %% region: control\n    [*] --> Local")
        #expect(try MachineWriter(MermaidReader.read(text), module: "Room").regionNotes == [])
    }
}
