import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct DOTReaderTests {
    @Test func `a graph becomes a chart of its nodes and edges`() throws {
        let chart = try DOTReader.read(
            """
            /* a door */ strict digraph Door {
                graph [rankdir=LR]; node [shape=box]
                # a line of the preprocessor
                start [shape=point, label=""];
                start -> closed;
                closed -> open [label="open [allowed] / ring; light"] // twice
                open -> closed [label="close,\\nslam [else]"]
                open:e -> "broken down":w -> closed [label="kick(force: Int)"]
                { rank=same; open; closed }
                gone [shape=doublecircle, label="Gone\\nfor good"]
                closed -> gone [label="remove"]
            }
            """
        )
        #expect(chart.name == "Door")
        #expect(chart.root.initial?.targets == ["closed"])
        #expect(chart.root.children.map(\.id) == ["closed", "open", "broken down", "gone"])
        #expect(chart.root.children.map(\.kind) == [.atomic, .atomic, .atomic, .final])
        #expect(chart.root.children.map(\.label) == [nil, nil, nil, "Gone for good"])
        let closed = chart.root.children[0].transitions
        #expect(closed.map(\.targets) == [["open"], ["gone"]])
        #expect(closed[0].events == [EventDescriptor("open")] && closed[0].condition == .guard("allowed"))
        #expect(closed[0].actions == ["ring", "light"])
        #expect(closed[0].position == Position(line: 6, column: 5))
        // The arrow for the rest comes last.
        #expect(
            chart.root.children[1].transitions.map(\.events) == ["kick", "close", "slam"].map { [EventDescriptor($0)] }
        )
        #expect(chart.parameters == ["kick": [Chart.Parameter("force", .int)]])
        #expect(try MachineWriter(chart, module: "Door").sources().count == 1)
    }

    @Test func `the first node is the beginning of a graph without a start`() throws {
        let tree = try ChartTree(DOTReader.read("digraph { a -> b [label=go] edge [label=back] b -> a }"))
        #expect(tree.nodes[.root].initial == [1] && tree.nodes[1].state.id == "a")
        #expect(tree.events == ["go", "back"])
    }

    @Test func `a backslash at the end of a line in quotation marks joins the lines`() throws {
        let chart = try DOTReader.read("digraph { a -> b [label=\"put \\\naway\"] }")
        #expect(chart.root.children[0].transitions.map(\.events) == [[EventDescriptor("put away")]])
    }

    @Test func `default attributes in braces apply only to the nodes and edges inside them`() throws {
        let chart = try DOTReader.read(
            """
            digraph {
                edge [label=go]
                a -> b
                subgraph ends { node [shape=doublecircle] edge [label=stop] a -> done }
                b -> c
            }
            """
        )
        #expect(chart.root.children.map(\.id) == ["a", "b", "done", "c"])
        #expect(chart.root.children.map(\.kind) == [.atomic, .atomic, .final, .atomic])
        #expect(chart.root.children[0].transitions.map(\.events) == ["go", "stop"].map { [EventDescriptor($0)] })
        #expect(chart.root.children[1].transitions.map(\.events) == [[EventDescriptor("go")]])
    }

    @Test(arguments: [
        ("graph { a -- b }", "line 1, column 1: the file does not begin with a directed graph; expected digraph {"),
        ("digraph {\n a -- b\n}", "line 2, column 4: an edge without a direction is not supported; expected ->"),
        ("digraph {\n a -> b [label=\"x\"]\n", "line 2, column 19: an opening brace has no closing brace; expected }"),
        ("digraph { a } b", "line 1, column 15: text follows the graph; expected one graph in the file"),
        ("digraph { a [label=<<table><tr/></table>>] }", "line 1, column 20: a label with a table is not supported"),
        ("digraph { a [label=<b] }", "line 1, column 20: a label in HTML is not closed; expected >"),
        ("digraph { a [label=\"b] }", "line 1, column 20: a text is not closed; expected a closing quotation mark"),
        ("digraph { /* a", "line 1, column 11: a comment is not closed; expected */"),
        (
            "digraph {\n  // event: \"x (1)\" = 1x\n  a -> a [label=\"x (1)\"]\n}",
            "line 2, column 3: “1x” is not a name for a case in Swift; expected event: \"x (1)\" = event1x"
        ),
        ("digraph { a -> }", "line 1, column 16: the arrow has no target; expected the name of a state"),
        ("digraph { a [=] }", "line 1, column 14: an attribute is required here"),
        ("digraph { a ? }", "line 1, column 13: “?” is not valid"),
        (
            "digraph { s [shape=point] s -> a -> s [label=x] }",
            "an arrow leads to “s”, whose shape marks it as a start"
        ),
        ("digraph { s [shape=point] s -> a [label=\"x [y]\"] }", "the arrow from the start “s” has the label “x [y]”"),
        ("digraph { a -> b [label=x] a -> b [label=\"x / y()\"] }", "the machine never takes this transition for “x”"),
        ("digraph { a -> b [label=\"/ x()\"] }", "the label “/ x()” has no event; expected event [guard] / action"),
        (
            "digraph { a -> b [label=\"p(x: Int)\"] b -> a [label=\"p(y: Int)\"] }",
            "line 1, column 38: the event “p” has other parameters in line 1; expected p(x: Int)"
        ),
    ])
    func `says what is wrong, and where`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try DOTReader.read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `all wrong labels are reported at once, each with a line to write instead`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try DOTReader.read(
                "digraph {\n a -> b [label=\"/ x()\"]\n \"b c\" -> a [label=\"go [x\"]\n b -> a [label=ok]\n}"
            )
        }
        #expect(
            error.report(of: "d.dot") == """
                d.dot: line 2, column 2: the label “/ x()” has no event; expected event [guard] / action
                    understood: an arrow from “a” to “b” with the label “/ x()”
                    write instead: a -> b [label="event / x()"]
                d.dot: line 3, column 2: the brackets of “go [x” do not match; expected event [guard] / action
                    understood: an arrow from “b c” to “a” with the label “go [x”
                    write instead: "b c" -> a [label="go [x]"]
                """
        )
    }

    @Test func `all wrong statements are reported at once, with the wrong labels`() throws {
        let text = """
            digraph {
              a -> ;
              a -> b [=x]; b -- c
              subgraph cluster_1 {
                c -> d
              }
              a -> b [label="go [x"]
              b -> a [label=back]
            """
        let error = try #require(throws: ChartError.self) { _ = try DOTReader.read(text + "\n}") }
        #expect(
            error.all.map { "\($0.position): \($0.problem)" } == [
                "line 2, column 8: the arrow has no target", "line 3, column 11: an attribute is required here",
                "line 3, column 18: an edge without a direction is not supported",
                "line 7, column 3: the brackets of “go [x” do not match",
            ]
        )
        let open = try #require(throws: ChartError.self) { _ = try DOTReader.read(text) }
        #expect(open.all.count == 4 && open.all.last?.problem == "an opening brace has no closing brace")
        // Without a bracket, the list ends at the next arrow.
        let list = try #require(throws: ChartError.self) {
            _ = try DOTReader.read("digraph {\n a -> b [label=x\n b -> c [label=y]\n c -- d\n a -> b\n -- c [x=y]\n}")
        }
        #expect(list.all.map(\.position.line) == [3, 4, 6], "\(list)")
        let many = String(repeating: "a -- b\n", count: 2_000)
        let full = try #require(throws: ChartError.self) { _ = try DOTReader.read("digraph {\n\(many)}") }
        #expect(full.all.count == 50)
    }

    @Test(arguments: ["1x: Int", "at 5:00", "x: 5", "x: Money", "x", ""])
    func `parentheses without names and known types belong to the words of an event`(inside: String) throws {
        let chart = try DOTReader.read("digraph { a -> b [label=\"p(\(inside))\"] b -> a [label=ok] }")
        #expect(chart.parameters.isEmpty)
        #expect(chart.root.children[0].transitions[0].events == [EventDescriptor("p(\(inside))")])
    }

    @Test func `large and deep graphs are refused`() throws {
        let many = "digraph {" + (0...2_000).map { "s\($0);" }.joined() + "}"
        let error = try #require(throws: ChartError.self) { _ = try DOTReader.read(many) }
        #expect(error.problem == "the graph has more than 2000 nodes")
        let deep = try #require(throws: ChartError.self) {
            _ = try DOTReader.read("digraph " + String(repeating: "{", count: 9_000))
        }
        #expect(deep.problem == "braces are nested more than 50 levels deep")
    }
}
