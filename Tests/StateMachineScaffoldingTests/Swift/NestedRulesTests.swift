import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

/// Where the rules of states inside other states are written.
@Suite(.timeLimit(.minutes(1)), .computing) struct NestedRulesTests {
    private func write(_ diagram: String) throws -> [String: String] {
        let notation = "%% labels: event [guard] / action, one per line"
        return try MachineWriter(MermaidReader.read("stateDiagram-v2\n\(diagram)\n\(notation)"), module: "Shop")
            .sources()
    }

    private static let shipping = """
        [*] --> Cart
        Cart --> Shipping : order
        state Shipping {
            [*] --> Packing
            Packing --> Moving : load
            Moving --> Packing : return
        }
        Moving --> Cart : lose
        Shipping --> Cart : cancel
        """

    @Test func `the rules of a nested machine are in its type, and the machine forwards the events`() throws {
        let files = try write(Self.shipping)
        let machine = try #require(files["ShopState.swift"])
        let nested = try #require(files["ShopState.Shipping.swift"])
        let forwarding = """
                    case .shipping(var shipping):
                        switch event {
                        case .cancel: self = .cart
                        case .load, .return:
                            defer { self = .shipping(shipping) }
                            try shipping.handleEvent(event)
                        case .lose:
                            switch shipping {
                            case .moving: self = .cart
                            case .packing: throw .invalid
                            }
                        case .order: throw .invalid
                        }
            """
        #expect(machine.contains(forwarding), "\(machine)")
        #expect(nested.contains("public enum Shipping: StateDefinition, Hashable {"), "\(nested)")
        #expect(nested.contains("func handleEvent(_ event: ShopState.Event) throws(TransitionError)"), "\(nested)")
        #expect(nested.contains("case .load: self = .moving"), "\(nested)")
        #expect(nested.contains("The enclosing `handleEvent` handles the others."), "\(nested)")
    }

    @Test func `what the nested machine rejects is for the state around it`() throws {
        let text = try write(Self.shipping.replacing("Shipping --> Cart : cancel", with: "Shipping --> Cart : load"))
        let expected = """
                        case .load:
                            do {
                                defer { self = .shipping(shipping) }
                                try shipping.handleEvent(event)
                            } catch {
                                self = .cart
                            }
            """
        #expect(text["ShopState.swift"]?.contains(expected) == true, "\(text)")
    }

    @Test func `the end of a nested machine is followed at once`() throws {
        let arrival = "Moving --> Packing : return\nMoving --> [*] : arrive / ring()"
        let diagram =
            Self.shipping.replacing("Moving --> Packing : return", with: arrival)
            .replacing("Moving --> Cart : lose\n", with: "") + "\nShipping --> Cart"
        let text = try write(diagram)["ShopState.swift"] ?? ""
        let expected = """
                            let actions = try shipping.handleEvent(event)
                            if shipping.isFinal {
                                self = .cart
                            } else {
                                self = .shipping(shipping)
                            }
                            return actions
            """
        #expect(text.contains(expected), "\(text)")
        #expect(!text.contains("Completion") && !text.contains("settle"), "\(text)")
    }

    @Test(arguments: [
        // A condition on a state outside.
        """
        <state id='p'><state id='a'><transition event='e' cond="In('q')" target='b'/></state><state id='b'/></state>
        <state id='q'><transition event='e' target='p'/></state>
        """,
        // A stored state inside.
        """
        <state id='p'><state id='a'><history id='h'><transition target='i'/></history><state id='i'/>
          <transition event='e' target='b'/></state><state id='b'><transition event='e' target='h'/></state></state>
        """,
        // The state leaves itself between two rules that stay inside.
        """
        <state id='p'><state id='a'><transition event='e' cond='x' target='b'/>
          <transition event='e' cond='y' target='q'/><transition event='e' target='a'/></state><state id='b'/></state>
        <state id='q'/>
        """,
    ])
    func `rules that need the states outside stay in the machine`(states: String) throws {
        let tree = try ChartTree(SCXMLReader.read("<scxml>\(states)</scxml>"))
        let machine = try SwiftMachine(tree, module: "Machine")
        #expect(machine.ownRules.map { tree.nodes[$0].state.id }.contains("p") == false)
    }

    @Test func `a step without an event does not throw, and nothing is tried`() throws {
        let inner = "state c {\n[*] --> d\nd --> [*] : end / y\n}\nc --> a"
        let text = try write("[*] --> a\na --> b : go / x\nb --> c : / z\n\(inner)").values.joined()
        #expect(!text.contains("try?") && !text.contains("Completion"), "\(text)")
        #expect(text.contains("while let more = advance() { actions += more }"), "\(text)")
        let queued = try MachineWriter(
            SCXMLReader.read(
                """
                <scxml><state id='c'><state id='d'><transition event='e' target='f'><log label='x'/></transition></state>
                <final id='f'/><transition event='done.state.c' cond="!In('d')" target='a'/></state><state id='a'/></scxml>
                """
            ),
            module: "Machine"
        ).sources().values.joined()
        #expect(queued.contains("actions += take(completions.removeFirst(), &completions)"), "\(queued)")
    }

    @Test func `a comment that its name repeats is left out`() throws {
        let diagram = "[*] --> Cart\nCart --> Paid : pay now / sendMail()\nPaid --> Cart : HTTP error\n2 --> Cart : 2 x"
        let text = try write(diagram).values.joined()
        #expect(!text.contains("“pay now”") && !text.contains("“Cart”") && !text.contains("“HTTP error”"), "\(text)")
        #expect(text.contains("/// “2 x”.\n        case event2X"), "\(text)")
    }

    @Test func `the beginnings of a machine of regions are all initial states`() throws {
        var chart = try SCXMLReader.read(
            """
            <scxml><parallel id='p'>
              <state id='r'><state id='a'><transition event='e' target='b'/></state><state id='b'/></state>
              <state id='s'><state id='c'><transition event='f' target='d'/></state><state id='d'/></state>
            </parallel></scxml>
            """
        )
        chart.otherBeginnings = [Chart.Initial(targets: ["b", "d"], position: Position(line: 1, column: 1))]
        let text = try MachineWriter(chart, module: "Machine").sources()["MachineState.swift"] ?? ""
        #expect(text.contains("{ [MachineState(), MachineState(r: .b, s: .d)] }"), "\(text)")
    }
}
