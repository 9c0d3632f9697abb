import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Choices, forks and joins of a diagram, its ends, and frames side by side.
@Suite(.timeLimit(.minutes(1)), .computing) struct MermaidPseudoStateTests {
    private func read(_ text: String) throws -> Chart { try MermaidReader.read("stateDiagram-v2\n" + text) }

    private func state(_ id: String, in chart: Chart) throws -> Chart.State {
        func all(_ state: Chart.State) -> [Chart.State] { [state] + state.children.flatMap(all) }
        return try #require(all(chart.root).first { $0.id == id })
    }

    @Test func `actions come in the order of the arrows, and guards of all arrows have to hold`() throws {
        let chart = try read(
            """
            state c <<choice>>
            state d [[choice]]
            a --> c : go [x] / one
            c --> d : [y] / two, three
            d --> b : [z] / four
            d --> a : / five
            c --> e : / six
            """
        )
        let transitions = try state("a", in: chart).transitions
        #expect(transitions.map(\.targets) == [["b"], ["a"], ["e"]])
        #expect(
            transitions.map(\.actions) == [
                ["one", "two", "three", "four"], ["one", "two", "three", "five"], ["one", "six"],
            ]
        )
        let (x, y, z) = (Condition.guard("x"), Condition.guard("y"), Condition.guard("z"))
        #expect(transitions.map(\.condition) == [.all([x, .all([y, z])]), .all([x, y]), x])
        #expect(transitions.map(\.label) == ["go [x] / one", "go [x] / one", "go [x] / one"])
    }

    /// The words on an arrow of a choice are its guard, with or without brackets.
    @Test(arguments: [
        ("x", Condition.guard("x")), ("[x]", .guard("x")), ("x && !y", .all([.guard("x"), .not(.guard("y"))])),
        ("[not x or y]", .any([.not(.guard("x")), .guard("y")])), ("is it late", .guard("is it late")),
        ("[is it late]", .guard("is it late")),
        ("[not so late]", .not(.guard("so late"))), ("[!so late]", .not(.guard("so late"))), ("[In(b)]", .isIn("b")),
        ("x > 3", .guard("x > 3")),
    ])
    func `a guard of a choice is a condition, or a name as it is`(label: String, condition: Condition) throws {
        let chart = try read("state c <<choice>>\na --> c : go\nc --> b : \(label)")
        #expect(try state("a", in: chart).transitions.map(\.condition) == [condition])
    }

    @Test(arguments: [
        ("a --> b : go [not so late]", Condition.not(.guard("so late"))),
        ("a --> b : go [!so late]", .not(.guard("so late"))),
        ("a --> b : go [!x]", .not(.guard("x"))), ("a --> b : go [x > 3]", .guard("x > 3")),
        ("a --> b : go [(x || y) && z]", .all([.any([.guard("x"), .guard("y")]), .guard("z")])),
        ("a --> b : go [true]", .constant(true)),
    ])
    func `a guard of an arrow is a condition, or a name as it is`(text: String, condition: Condition) throws {
        #expect(try state("a", in: read(text)).transitions.map(\.condition) == [condition])
    }

    @Test func `a join leads on from its first source, when all others are active`() throws {
        let chart = try read(
            """
            %% labels: event / action
            state j <<join>>
            state p {
              a --> a2 : x
              --
              b --> b2 : x
              --
              c --> c2 : x
            }
            state a2
            a --> j : end / stop
            b --> j : end / stop
            c --> j : end / stop
            j --> z
            """
        )
        let transition = try #require(try state("a", in: chart).transitions.last)
        #expect(transition.targets == ["z"] && transition.actions == ["stop"])
        #expect(transition.events == [EventDescriptor("end")])
        #expect(transition.condition == .all([.isIn("b"), .isIn("c")]))
        for id in ["b", "c"] { #expect(try !state(id, in: chart).transitions.contains { $0.targets == ["z"] }) }
    }

    @Test func `an arrow without an event may lead to a choice, and one from there to the end`() throws {
        let chart = try read("state c <<choice>>\n[*] --> a\na --> c\nc --> b : [x]\nc --> [*]")
        let transitions = try state("a", in: chart).transitions
        #expect(transitions.map(\.events) == [[], []])
        #expect(transitions.map(\.targets) == [["b"], ["end"]])
        #expect(try state("end", in: chart).kind == .final)
    }

    @Test func `frames side by side are regions, unless an arrow leads to one of them`() throws {
        let frames = "state A {\n [*] --> x\n x --> TARGET : go\n}\nstate B {\n [*] --> y\n}"
        let apart = try read(frames.replacing("TARGET", with: "x")).root
        #expect(apart.children.map(\.kind) == [.parallel])
        #expect(apart.children[0].children.map(\.id) == ["A", "B"])
        #expect(try read(frames.replacing("TARGET", with: "B")).root.children.map(\.id) == ["A", "B"])
    }

    @Test(arguments: [
        (
            "state j <<join>>\na --> j : e\nb --> j : f\nj --> z",
            "line 4, column 1: the arrows to the join “j” have different labels; expected the same label on each of them"
        ),
        (
            "state j <<join>>\na --> j : e\nb --> j : e\nj --> z\nj --> y",
            "several arrows leave the join “j”; expected one arrow"
        ),
        (
            "state j <<join>>\n[*] --> j\na --> j\nj --> z",
            "the arrow from [*] to the join “j” does not begin at a state; expected an arrow from a state"
        ),
        (
            "state j <<join>>\na --> j : e\n[*] --> j\nj --> z",
            "the arrow from [*] to the join “j” does not begin at a state"
        ),
        (
            "state j <<join>>\nstate c <<choice>>\na --> c : e\nc --> j : [x]\nj --> z",
            "line 5, column 1: the arrow from “c” to the join “j” does not begin at a state"
        ),
        (
            "state j <<join>>\na --> j : e\nb --> j : e\nj --> z : [late] / ring",
            "line 5, column 1: the arrow that leaves the join “j” has a label; expected the label on the arrows"
        ),
        (
            "state f <<fork>>\na --> f : e\nf --> b : x",
            "line 4, column 1: an arrow that leaves the fork “f” has a label; expected the label on the arrow that leads to the fork"
        ),
        (
            "state c <<choice>>\na --> c : e\nc --> b\nc --> d",
            "line 5, column 1: two arrows that leave the choice “c” have no guard"
        ),
        (
            "state c <<choice>>\nstate d <<choice>>\na --> c : e\nc --> d : [x]\nd --> c : [y]",
            "line 6, column 1: “c” is in a loop of choices, forks and joins"
        ),
        ("a --> b : go [ ]", "a guard is empty; expected the name of a guard, [guard]"),
        ("a --> b : []", "a guard is empty; expected the name of a guard, [guard]"),
        ("a --> b : go\na : / ring", "line 3, column 1: “/ ring” has no event; expected event / action"),
        ("state \"x as y", "the label of a state is not closed"),
        ("state \"x\" y", "“as” is missing after the label of a state"),
        ("state x>>", "“x>>” is not valid"), ("note right of a b : x", "“a b” is not valid"),
        ("note over a : x", "the note is not attached to a state"),
        ("a --> b;c : e", "“b;c” is not valid"),
    ])
    func `a diagram that cannot be meant so is refused where it is`(text: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try read(text) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `at most 10 pseudo states follow each other`() throws {
        func chain(_ count: Int) -> String {
            let choices = (1...count).map {
                "state c\($0) <<choice>>\nc\($0) --> \($0 == count ? "z" : "c\($0 + 1)")\n"
            }
            return "a --> c1 : go\n" + choices.joined()
        }
        #expect(try state("a", in: read(chain(10))).transitions.map(\.targets) == [["z"]])
        let error = try #require(throws: ChartError.self) { _ = try read(chain(11)) }
        #expect(error.problem == "more than 10 choices, forks and joins follow each other")
    }

    @Test func `a choice has at most 100 branches`() throws {
        func choice(_ count: Int) -> String {
            "state c <<choice>>\na --> c : go\n" + (0..<count).map { "c --> b : [g\($0)]\n" }.joined()
        }
        #expect(try state("a", in: read(choice(100))).transitions.count == 100)
        let error = try #require(throws: ChartError.self) { _ = try read(choice(101)) }
        #expect(error.problem == "the choice “c” has more than 100 branches" && error.position.line == 104)
    }

    @Test func `choices follow each other at most 10 times`() throws {
        func chain(_ count: Int) -> String {
            (1...count).map { "state c\($0) <<choice>>\n" }.joined() + "a --> c1 : go\n"
                + (1..<count).map { "c\($0) --> c\($0 + 1) : [g\($0)]\n" }.joined() + "c\(count) --> b : [g]"
        }
        #expect(try state("a", in: read(chain(10))).transitions.map(\.targets) == [["b"]])
        #expect(throws: ChartError.self) { _ = try read(chain(11)) }
    }

    @Test func `frames side by side that nothing leads to are regions`() throws {
        let frames = "state A {\n[*] --> a\na --> b : e\n}\nstate B {\n[*] --> c\nc --> d : e\n}\n"
        let divided = try read(frames).root
        #expect(divided.children.map(\.id) == ["regions"] && divided.children[0].kind == .parallel)
        #expect(divided.children[0].children.map(\.id) == ["A", "B"])
        for other in ["[*] --> A", "A --> B : go", "B --> A : go", "x --> A : go", "state C"] {
            #expect(try read(frames + other).root.children.map(\.id).prefix(2) == ["A", "B"], "\(other)")
        }
        #expect(try read("state A {\n[*] --> a\na --> b : e\n}").root.children.map(\.id) == ["A"])
        #expect(
            try read(frames.replacing("[*] --> a\n", with: "[*] --> regions\nregions --> a : f\n")).root.children.map(
                \.id
            ) == ["regions_2"]
        )
    }

    @Test func `ends have ids of their own, and regions too`() throws {
        let chart = try read(
            "a --> [*] : stop\nstate end\nend --> a : go\nstate p {\nb --> [*] : stop\n--\nstate pRegion1\n--\nc --> [*]\n}\n"
        )
        #expect(chart.root.children.map(\.id) == ["a", "end", "p", "end_2"])
        #expect(chart.root.children[2].children.map(\.id) == ["pRegion1_2", "pRegion2", "pRegion3"])
        #expect(try state("b", in: chart).transitions[0].targets == ["pEnd"])
        #expect(try state("c", in: chart).kind == .final)
        #expect(try state("pRegion2", in: chart).label == nil && state("end_2", in: chart).label == "[*]")
    }

    @Test func `a reaction for the rest comes after those with guards`() throws {
        let transitions = try state("a", in: read("a --> b : go [x]\na : go [else] / one\na : go [y] / two"))
            .transitions
        #expect(transitions.map(\.actions) == [[], ["two"], ["one"]])
        #expect(transitions.map(\.condition) == [.guard("x"), .guard("y"), nil])
    }
}
