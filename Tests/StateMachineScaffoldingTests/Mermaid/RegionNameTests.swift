import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Comments that name the regions of a diagram.
@Suite(.timeLimit(.minutes(1)), .computing) struct RegionNameTests {
    private static let mermaid = """
        stateDiagram-v2
        state home {
            %% region: lights
            [*] --> off
            off --> on : press
            --
            [*] --> cold
            cold --> warm : heat
            %% region: the heating
        }
        """

    @Test func `a comment names the region that contains it`() throws {
        let chart = try MermaidReader.read(Self.mermaid)
        #expect(chart.root.children[0].children.map(\.id) == ["lights", "the heating"])
        let text = try MachineWriter(chart, module: "Home").sources()["HomeState.swift"] ?? ""
        #expect(text.contains("var lights: Lights = .off"), "\(text)")
        #expect(text.contains("var theHeating: TheHeating = .cold"), "\(text)")
    }

    @Test func `a comment names a region in PlantUML`() throws {
        let text = Self.mermaid.replacing("stateDiagram-v2", with: "@startuml").replacing("%%", with: "'")
        let chart = try PlantUMLReader.read(text + "\n@enduml")
        #expect(chart.root.children[0].children.map(\.id) == ["lights", "the heating"])
    }

    @Test(arguments: [
        (
            "state a {\n%% region: x\nb --> c : e\n}",
            "line 3, column 1: the comment names the region “x”, but “a” has no regions"
        ),
        ("%% region: x\na --> b : e", "line 2, column 1: the comment names the region “x”, but it is outside a region"),
        (
            "state a {\n%% region: x\n%% region: y\nb --> c : e\n--\nd --> f : e\n}",
            "line 4, column 1: the region already has the name “x” from line 3"
        ),
        (
            "state a {\n%% region: c\nb --> c : e\n--\nd --> f : e\n}",
            "line 3, column 1: the comment gives the region the name “c”, which is already used"
        ),
    ])
    func `a name at the wrong place is an error`(diagram: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try MermaidReader.read("stateDiagram-v2\n" + diagram) }
        #expect("\(error)".contains(message), "\(error)")
    }
}
