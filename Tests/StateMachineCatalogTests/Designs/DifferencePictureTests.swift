import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The marks of a picture with the differences between a design and the code.
@Suite(.timeLimit(.minutes(1)), .computing) struct DifferencePictureTests {
    private func picture(of design: RandomSystem, and code: RandomSystem) throws -> DifferencePicture {
        let graphs = try MatchedGraphs(design: design.system, code: code.system, NameMatching())
        return DifferencePicture(of: graphs, differences(between: graphs.design, and: graphs.code))
    }

    @Test func `a transition from a state that was not explored is not marked as missing`() throws {
        let design = RandomSystem(edges: [("a", "go", "b"), ("b", "back", "a")])
        var code = RandomSystem(edges: [("a", "go", "b")])
        #expect(try picture(of: design, and: code).arrows.map(\.mark) == [nil, .missing])
        code.open = ["b"]
        #expect(try picture(of: design, and: code).arrows.map(\.mark) == [nil, nil])
    }

    @Test(arguments: [[], ["a"], ["a", "b"]])
    func `a Mermaid picture colors the marked arrow, which follows those to the beginnings`(initial: [String]) throws {
        var design = RandomSystem(edges: [("a", "go", "b")])
        design.initial = ["a"]
        var code = design
        code.edges.append(("b", "back", "a"))
        (design.initial, code.initial) = (initial, initial)
        guard !initial.isEmpty else {
            // Without a beginning, nothing can be reached.
            return #expect(try picture(of: design, and: code).arrows.isEmpty)
        }
        let lines = try picture(of: design, and: code).mermaid.split(separator: "\n").map(String.init)
        let arrows = lines.filter { $0.contains("-->") }
        let index = try #require(arrows.firstIndex { $0.contains("+ back") })
        #expect(lines.contains { $0.hasPrefix("  linkStyle \(index) stroke:#1e8449") }, "\(lines)")
    }
}
