import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog
@testable import StateMachineDiagrams

/// Layouts that need no Graphviz: each is a state at one place, in a picture whose size the test
/// chooses.
@Suite(.timeLimit(.minutes(1)), .computing) struct PageDiagramTests {
    /// Returns the frames of two regions, and the places of their states.
    private func drawn(for space: DiagramSpace, down: String, right: String) throws -> [String] {
        let regions = ["one", "two"].map { name in
            DrawnChart.Region(name: name, states: [.init(id: name == "one" ? 0 : 1, name: name, type: "T")])
        }
        let chart = DrawnChart(name: "T", regions: regions, arrows: [], ignored: [], updating: [], positions: [])
        let diagram = try PageDiagram(of: chart, for: space) { dot in
            let size = dot.contains("rankdir=TB") ? down : right
            return GraphvizLayout(
                output: """
                    <svg viewBox="0.00 0.00 \(size)"><g id="graph0" transform="translate(4 40)"><polygon points="0,0"/>
                    <g id="node1" class="node"><path d="M1,-2C3.5,-4"/>
                    <text text-anchor="start" x="1" y="-2">a</text></g>
                    </g></svg>
                    """
            )
        }
        let parts =
            #/
            <rect\ x="[^"]*"\ y="[^"]*"\ width="[^"]*"\ height="[^"]*"
            | \ id="region.*?<path\ [^>]*> | \ x="[^"]*"\ y="[^"]*">a
            /#
        return diagram.svg.matches(of: parts).map { String($0.output) }
    }

    @Test func `regions are side by side in a wide window, and below one another on a phone`() throws {
        #expect(
            try drawn(for: .wide, down: "200 700", right: "400 300") == [
                #"<rect x="2.0" y="2.0" width="412.0" height="326.0""#,
                #" id="region0_node1" class="node"><path d="M13.0,60.0C15.5,58.0"/>"#, #" x="13.0" y="60.0">a"#,
                #"<rect x="424.0" y="2.0" width="412.0" height="326.0""#,
                #" id="region1_node1" class="node"><path d="M435.0,60.0C437.5,58.0"/>"#, #" x="435.0" y="60.0">a"#,
            ]
        )
        let frames = try drawn(for: .narrow, down: "300 100", right: "600 80").filter { $0.hasPrefix("<rect") }
        #expect(
            frames == [
                #"<rect x="2.0" y="2.0" width="312.0" height="126.0""#,
                #"<rect x="2.0" y="138.0" width="312.0" height="126.0""#,
            ]
        )
    }
}
