import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// The relations between the states of a chart, and what a transition leaves.
@Suite(.timeLimit(.minutes(1)), .computing) struct ChartTreeTests {
    private func tree(_ states: String) throws -> ChartTree {
        try ChartTree(SCXMLReader.read("<scxml>\(states)</scxml>"))
    }

    @Test func `a state is inside another one, beside it, or around it`() throws {
        // The chart is 0.
        let tree = try tree(
            "<state id='a'><state id='b'><state id='c'/><state id='d'/></state><state id='e'/></state><state id='f'/>"
        )
        let inside: [StateID: Set<StateID>] = [0: [1, 2, 3, 4, 5, 6], 1: [2, 3, 4, 5], 2: [3, 4]]
        for outer in tree.nodes.indices {
            #expect(Set(tree.nodes.indices.filter { tree.isInside($0, outer) }) == inside[outer] ?? [])
        }
        #expect(tree.nodes.indices.map(tree.ancestors) == [[], [0], [1, 0], [2, 1, 0], [2, 1, 0], [1, 0], [0]])
        #expect(tree.nodes.indices.map { tree.child(of: 1, around: $0) } == [nil, nil, 2, 2, 2, 5, nil])
        #expect(tree.nodes.indices.map { tree.child(of: 0, around: $0) } == [nil, 1, 1, 1, 1, 1, 6])
    }

    /// 3.13 and appendix D, `getTransitionDomain`: the state that stays, by the source and the
    /// target.
    @Test(arguments: [
        ("x", "y", "i", "i"), ("x", "x", "i", "i"), ("x", "i", "o", "o"), ("x", "z", "o", "o"), ("x", "o", "", ""),
        ("x", "f", "", ""),
        ("i", "y", "o", "i"), ("i", "i", "o", "o"), ("i", "z", "o", "o"), ("o", "z", "", "o"), ("o", "o", "", ""),
        ("o", "f", "", ""),
        ("p", "r", "", ""), ("p", "ra", "", ""), ("ra", "rb", "r", "r"), ("ra", "sa", "", ""), ("r", "ra", "", "r"),
        ("r", "sb", "", ""),
        ("ra", "p", "", ""), ("ra", "f", "", ""),
    ])
    func `the domain is the innermost compound state around both, or the source of an internal transition`(
        source: String,
        target: String,
        external: String,
        within: String
    ) throws {
        for (type, expected) in [("external", external), ("internal", within)] {
            func arrow(_ id: String) -> String {
                id == source ? "<transition event='e' type='\(type)' target='\(target)'/>" : ""
            }
            let tree = try tree(
                """
                <state id='o'>\(arrow("o"))<state id='i'>\(arrow("i"))<state id='x'>\(arrow("x"))</state><state id='y'/></state><state id='z'/></state>
                <parallel id='p'>\(arrow("p"))<state id='r'>\(arrow("r"))<state id='ra'>\(arrow("ra"))</state><state id='rb'/></state>
                <state id='s'><state id='sa'/><state id='sb'/></state></parallel><state id='f'/>
                """
            )
            #expect(tree.domain(of: tree.edges[EdgeID(0)]).map { tree.nodes[$0].state.id } == expected, "\(type)")
        }
    }

    @Test(arguments: [
        ("<state id='a'><state id='b'/><final id='f'/></state>", true),
        ("<state id='a'><state id='b'/></state>", false),
        ("<state id='a'><state id='b'><state id='c'/><final id='f'/></state></state>", false),
        ("<state id='a'/>", false), ("<final id='a'/>", false),
        (
            "<parallel id='a'><state id='r'><final id='f'/></state><state id='s'><final id='g'/></state></parallel>",
            true
        ),
        ("<parallel id='a'><state id='r'><final id='f'/></state><state id='s'/></parallel>", false),
        (
            "<parallel id='a'><state id='r'><final id='f'/></state><state id='s'><state id='g'/></state></parallel>",
            false
        ),
        (
            "<parallel id='a'><parallel id='p'><state id='r'><final id='f'/></state></parallel><state id='s'><final id='g'/></state></parallel>",
            true
        ),
        (
            "<parallel id='a'><parallel id='p'><state id='r'/></parallel><state id='s'><final id='g'/></state></parallel>",
            false
        ),
    ])
    func `an end is awaited of a state that can reach one`(state: String, isAwaited: Bool) throws {
        let waiting = "<state id='w'><transition event='done.state.a' target='w'/></state>"
        let tree = try tree(state + waiting)
        #expect(tree.awaitedCompletions == (isAwaited ? [1] : []))
        let prefixed = try self.tree(state + waiting.replacing("done.state.a", with: "done"))
        #expect(prefixed.awaitedCompletions.contains(1) == isAwaited)
        #expect(try self.tree(state + waiting.replacing("done.state.a", with: "done.state.w")).awaitedCompletions == [])
    }

    /// Transitions that need no event, or only ends of states, can form an endless loop.
    @Test(arguments: [
        // Each other, or itself.
        ("<state id='a'><transition target='b'/></state><state id='b'><transition target='a'/></state>", true),
        (
            "<state id='a'><transition target='b'/></state><state id='b'><transition event='e' target='a'/></state>",
            false
        ),
        ("<state id='a'><transition cond='true' target='a'/></state>", true),
        // With a state around the target, what is entered is below it.
        (
            "<state id='a'><state id='b'><transition target='c'/></state></state><state id='c'><transition target='a'/></state>",
            true
        ),
        (
            "<state id='a' initial='d'><state id='b'><transition target='c'/></state><state id='d'/></state><state id='c'><transition target='a'/></state>",
            false
        ),
        // All regions are entered, also those beside a target.
        (
            "<parallel id='p'><state id='r'><state id='i'><transition target='c'/></state></state><state id='s'><state id='j'/></state></parallel>"
                + "<state id='c'><transition target='j'/></state>", true
        ),
        // What stays active leads on.
        ("<state id='a'><transition type='internal' target='b'/><state id='b'/></state>", true),
        // A history may store anything inside.
        (
            "<state id='a'><history id='h'><transition target='b'/></history><state id='b'/><state id='d'><transition target='c'/></state></state>"
                + "<state id='c'><transition target='h'/></state>", true
        ),
        (
            "<state id='a'><history id='h'><transition target='b'/></history><state id='b'/><state id='d'/></state>"
                + "<state id='c'><transition target='h'/></state>", false
        ),
        // Ends of the state around, and of a parallel one around that.
        ("<state id='a'><state id='b'/><final id='f'/><transition event='done.state.a' target='f'/></state>", true),
        ("<state id='a'><state id='b'/><final id='f'/><transition event='done.state.a' target='b'/></state>", false),
        (
            "<parallel id='p'><state id='r'><state id='b'/><final id='f'/></state><transition event='done.state.p' target='f'/></parallel>",
            true
        ),
        (
            "<parallel id='p'><state id='r'><state id='b'/><final id='f'/></state><transition event='done.state.p' target='b'/></parallel>",
            false
        ),
    ])
    func `steps that may go on for ever are refused`(states: String, isEndless: Bool) {
        let problem: String?
        do throws(ChartError) {
            _ = try ChartTree(SCXMLReader.read("<scxml>\(states)</scxml>"))
            problem = nil
        } catch {
            problem = error.problem
        }
        #expect(
            (problem == "transitions without an external event can form an endless loop") == isEndless,
            "\(problem ?? "")"
        )
    }

    @Test(arguments: [
        ("<transition cond='g' target='b'/><transition cond='!g' target='a'/>", ["g"], [String]()),
        ("<transition cond='g' target='b'/><transition target='a'/>", ["g"], []),
        // The machine may stay in the state, so each event can be the one that makes it leave.
        ("<transition cond='g' target='b'/>", ["g"], ["g"]),
    ])
    func `an event has no guard of a state that the machine has always left before`(
        transitions: String,
        entering: [String],
        elsewhere: [String]
    ) throws {
        let tree = try tree(
            """
            <parallel id='p'><state id='r'><state id='a'><transition event='go' target='t'/></state>
              <state id='t'>\(transitions)</state><state id='b'><transition event='go' target='a'/></state></state>
            <state id='s'><state id='x'><transition event='other' target='y'/></state><state id='y'/></state></parallel>
            """
        )
        let guards = tree.guardsOfSteps(after: ["go", "other"]).map { Set($0).sorted() }
        #expect(guards == [entering, elsewhere])
    }

    @Test func `a history that may store an end can lead to an endless loop`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try tree(
                """
                <state id='p'><history id='h' type='deep'><transition target='b'/></history>
                  <state id='w'><state id='b'><transition event='e' target='f'/></state><final id='f'/>
                    <transition event='done.state.w' target='z'/></state></state>
                <state id='z'><transition target='h'/></state>
                """
            )
        }
        #expect(error.problem == "transitions without an external event can form an endless loop")
    }

    @Test func `a target that is named twice is one`() throws {
        let tree = try tree("<state id='a'><transition event='e' target='b b'/></state><state id='b'/>")
        #expect(tree.edges[EdgeID(0)].targets == [2])
    }
}
