import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Graphviz files as people draw them: what is a part of the machine, and what only of the picture.
@Suite(.timeLimit(.minutes(1)), .computing) struct DOTPictureTests {
    private func read(_ statements: String) throws -> Chart {
        try DOTReader.read("digraph {\n\(statements)\n}")
    }

    private func transitions(of chart: Chart) -> [String] {
        chart.root.children.flatMap { state in
            state.transitions.map { "\(state.id): \($0.events[0].name) -> \($0.targets[0])" }
        }
    }

    @Test func `titles, invisible parts and edges without an arrowhead are left out`() throws {
        let chart = try read(
            """
            title [label="Mailbox", shape=none]
            hidden [style=invis]
            a -> b [label=go]
            a -> b [label=moves, style=invis]
            title -> a [style=invis]
            b -> a [dir=none]
            """
        )
        #expect(chart.root.children.map(\.id) == ["a", "b"])
        #expect(transitions(of: chart) == ["a: go -> b"])
        #expect(chart.root.initial?.targets == ["a"])
    }

    @Test func `a state whose shape is that of a text is noted`() throws {
        let chart = try read("start [shape=point]; start -> a; a -> b [label=go]; b [shape=note]")
        #expect(
            ChartNote.report(chart.notes).map { $0.contains("“b” is a state, although its shape is note") } == [true]
        )
    }

    @Test func `with the comment about labels, words in parentheses are an event`() throws {
        let edges = "start [shape=point]; start -> a; a -> b [label=\"(go)\"]"
        #expect(transitions(of: try read(edges)) == ["a: b -> b"])
        #expect(transitions(of: try read("// \(LabelNotation.comment)\n\(edges)")) == ["a: (go) -> b"])
    }

    @Test func `an edge can lead backward or in both directions`() throws {
        let chart = try read("a -> b [label=go]\na -> b [label=undo, dir=back]\nb -> c [label=flip, dir=both]")
        #expect(transitions(of: chart) == ["a: go -> b", "b: undo -> a", "b: flip -> c", "c: flip -> b"])
    }

    @Test func `a node without a text is the start or an end, by its edges`() throws {
        let chart = try read(
            """
            "" [shape=none]
            e [shape=point]
            "" -> a [label="power on"]
            a -> b [label=go]
            b -> e [label=stop]
            a -> c [label=done]
            c [shape=doubleoctagon]
            d [peripheries=2]
            b -> d [label=pause]
            d -> b [label=resume]
            """
        )
        #expect(chart.root.initial?.targets == ["a"])
        #expect(chart.root.children.filter { $0.kind == .final }.map(\.id) == ["e", "c"])
        #expect(
            chart.notes.map(\.meaning) == [
                "“power on” is not an event: the arrow only shows that the machine begins in “a”",
                "the machine does not end in “d”, because arrows leave it",
            ]
        )
    }

    @Test func `a machine begins where most states can be reached, and unlabeled edges are named after their targets`()
        throws
    {
        let chart = try read("x -> c\na -> b -> c\nb [label=\"./run ready?\"]")
        #expect(chart.root.initial?.targets == ["a"])
        #expect(transitions(of: chart) == ["x: c -> c", "a: ./run ready? -> b", "b: c -> c"])
    }

    @Test func `labels can be HTML, wrapped, brackets or backslashes, and clusters are frames`() throws {
        let chart = try read(
            """
            subgraph cluster_a { label="Frame"; a; b }
            a -> b [label=<<b>go</b><br/>on &amp; on>]
            b -> a [label="claim(name)\\l-> mailbox id\\l"]
            a -> a [label="[0-9]"]
            b -> b [label="\\\\"]
            """
        )
        #expect(
            transitions(of: chart) == [
                "a: go on & on -> b", "a: [0-9] -> a", "b: claim(name) -> a", "b: \\ -> b",
            ]
        )
        #expect(chart.root.children[1].transitions[0].actions == ["mailbox id"])
        #expect(
            chart.notes.map(\.meaning).contains("the cluster “cluster_a” is only a frame in the picture, not a state")
        )
    }
}
