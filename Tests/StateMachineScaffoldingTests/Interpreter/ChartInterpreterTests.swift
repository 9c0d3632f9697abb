import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Charts by hand, and what the recommendation's text says of them.
@Suite(.timeLimit(.minutes(1)), .computing) struct ChartInterpreterTests {
    private func run(_ states: String, _ initial: String, _ events: String) throws -> [String] {
        var interpreter = ChartInterpreter(try SCXMLReader.read("<scxml initial='\(initial)'>\(states)</scxml>"))
        return [interpreter.leaves.joined(separator: " ")]
            + events.split(separator: " ").map { event in
                guard let output = interpreter.handle(String(event)) else { return "-" }
                return ([interpreter.leaves.joined(separator: " ")] + output).joined(separator: " ")
            }
    }

    /// A state with actions at its entry and its exit.
    private func state(_ id: String, _ content: String = "") -> String {
        "<state id='\(id)'><onentry><log label='+\(id)'/></onentry><onexit><log label='-\(id)'/></onexit>\(content)</state>"
    }

    @Test func `the transition of a child comes before that of its parent`() throws {
        let inner = state("b", "<transition event='e' target='c'/>") + state("c")
        #expect(
            try run(state("a", inner + "<transition event='e' target='d'/>") + state("d"), "a", "e e") == [
                "b", "c -b +c", "d -c -a +d",
            ]
        )
    }

    @Test func `exits come innermost first, then actions, then entries outermost first`() throws {
        let from = state("a", state("b", state("c", "<transition event='e' target='f'><log label='go'/></transition>")))
        #expect(try run(from + state("d", state("g") + state("f")), "a", "e") == ["c", "f -c -b -a go +d +f"])
    }

    @Test func `an internal transition leaves its source active, an external one does not`() throws {
        let transitions = "<transition event='i' target='c' type='internal'/><transition event='x' target='c'/>"
        #expect(
            try run(state("a", transitions + state("b") + state("c")), "a", "i x") == ["b", "c -b +c", "c -c -a +a +c"]
        )
    }

    @Test func `a transition without a target is taken and leaves all states`() throws {
        #expect(
            try run(state("a", "<transition event='e'><log label='x'/></transition>"), "a", "e f") == ["a", "a x", "-"]
        )
    }

    @Test func `regions exit in reverse order and enter in document order`() throws {
        let first = state(
            "r",
            state("a", "<transition event='e' target='b'><log label='1'/></transition>") + state("b")
        )
        let second = state(
            "s",
            state("c", "<transition event='e' target='d'><log label='2'/></transition>") + state("d")
        )
        #expect(try run("<parallel id='p'>\(first)\(second)</parallel>", "p", "e") == ["a c", "b d -c -a 1 2 +b +d"])
    }

    @Test func `the first region in document order wins a conflict`() throws {
        let first =
            "<state id='r'><state id='a'><transition event='e' target='b'/><transition event='o' target='out'/></state>"
            + "<state id='b'/></state>"
        let second =
            "<state id='s'><state id='c'><transition event='e' target='out'/><transition event='o' target='d'/></state>"
            + "<state id='d'/></state>"
        let chart = "<parallel id='p'>\(first)\(second)</parallel><state id='out'/>"
        #expect(try run(chart, "p", "e") == ["a c", "b c"])
        #expect(try run(chart, "p", "o") == ["a c", "out"])
    }

    @Test func `a child that comes later takes the place of its ancestor's transition`() throws {
        let second = "<state id='s'><state id='c'><transition event='e' target='d'/></state><state id='d'/></state>"
        let chart =
            "<parallel id='p'><transition event='e' target='out'/><state id='r'><state id='a'/></state>\(second)</parallel>"
            + "<state id='out'/>"
        #expect(try run(chart, "p", "e e") == ["a c", "a d", "out"])
    }

    @Test func `a shallow history remembers a child, and a deep one all inside`() throws {
        func chart(_ type: String) -> String {
            let inner = "<state id='b'><state id='c'><transition event='n' target='d'/></state><state id='d'/></state>"
            let history = "<history id='h' type='\(type)'><transition target='x'/></history>"
            return
                "<state id='a' initial='x'>\(history)<state id='x'><transition event='n' target='b'/></state>\(inner)"
                + "<transition event='q' target='o'/></state>"
                + "<state id='o'><transition event='q' target='h'/></state>"
        }
        #expect(try run(chart("shallow"), "o", "q n n q q") == ["o", "x", "c", "d", "o", "c"])
        #expect(try run(chart("deep"), "o", "q n n q q") == ["o", "x", "c", "d", "o", "d"])
    }

    @Test func `In reads the states before the event`() throws {
        let first = "<state id='r'><state id='a'><transition event='e' target='b'/></state><state id='b'/></state>"
        let second =
            "<state id='s'><state id='c'><transition event='e' cond=\"In('a')\" target='d'/></state><state id='d'/></state>"
        #expect(try run("<parallel id='p'>\(first)\(second)</parallel>", "p", "e") == ["a c", "b d"])
    }

    @Test func `completion runs before the next event, and a parallel state is complete with all its regions`() throws {
        let first = "<state id='r'><state id='a'><transition event='e' target='f'/></state><final id='f'/></state>"
        let second = "<state id='s'><state id='c'><transition event='g' target='h'/></state><final id='h'/></state>"
        let chart =
            "<parallel id='p'>\(first)\(second)<transition event='done.state.p' target='out'><log label='done'/>"
            + "</transition></parallel><state id='out'/>"
        #expect(try run(chart, "p", "e g") == ["a c", "f c", "out done"])
    }

    @Test func `several targets enter several regions, the others begin as always`() throws {
        let regions = ["r", "s", "t"].map { "<state id='\($0)'><state id='\($0)1'/><state id='\($0)2'/></state>" }
            .joined()
        let chart = "<state id='o'><transition event='e' target='r2 t2'/></state><parallel id='p'>\(regions)</parallel>"
        #expect(try run(chart, "o", "e") == ["o", "r2 s1 t2"])
    }

    @Test func `events are matched by their parts, and a star matches all`() throws {
        let chart =
            "<state id='a'><transition event='e.x' target='b'/><transition event='*' target='c'/></state><state id='b'/><state id='c'/>"
        #expect(try run(chart, "a", "e.x.y") == ["a", "b"])
        #expect(try run(chart, "a", "e.xy") == ["a", "c"])
    }

    @Test func `a final state of the chart ends the machine`() throws {
        #expect(
            try run("<state id='a'><transition event='e' target='f'/></state><final id='f'/>", "a", "e e") == [
                "a", "f", "-",
            ]
        )
    }

    @Test func `a guard that the event does not carry does not hold`() throws {
        let chart = try SCXMLReader.read("<scxml><state id='a'><transition event='e' cond='x || y'/></state></scxml>")
        var interpreter = ChartInterpreter(chart)
        #expect(interpreter.handle("e") == nil)
        #expect(interpreter.handle("e", guards: ["x": false]) == nil)
        #expect(interpreter.handle("e", guards: ["y": true]) == [])
    }
}
