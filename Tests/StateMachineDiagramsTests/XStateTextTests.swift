import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Configurations for XState 5, compared as a whole.
@Suite(.timeLimit(.minutes(1)), .computing) struct XStateTextTests {
    @Test func `states are nested, and targets elsewhere have ids`() {
        let machine = MachineDescription(
            name: "Shop",
            states: [
                .init(name: leaf("cart"), isInitial: true), .init(name: outer("paid", leaf("packing"))),
                .init(name: outer("paid", leaf("sent"))), .init(name: leaf("gone"), isFinal: true),
            ],
            events: [leaf("pay", "5"), leaf("next")],
            steps: [
                .init(source: 0, event: 0, reaction: .init(target: 1, output: ValueName(caseName: "receipt"))),
                .init(source: 1, event: 1, reaction: .init(target: 2)),
                .init(source: 1, event: 0, reaction: .init(target: 1)),
                .init(source: 2, event: 1, reaction: .init(target: 3)),
            ]
        )
        #expect(
            machine.text(in: .xstate) == """
                {
                  "id": "Shop",
                  "initial": "cart",
                  "states": {
                    "cart": {
                      "on": {
                        "pay": {
                          "target": "#paid_packing",
                          "actions": "receipt",
                          "meta": { "machine:name": "pay(5)" }
                        }
                      }
                    },
                    "paid": {
                      "initial": "paid_packing",
                      "states": {
                        "paid_packing": {
                          "id": "paid_packing",
                          "on": {
                            "next": "paid_sent",
                            "pay": { "meta": { "machine:name": "pay(5)" } }
                          },
                          "meta": { "machine:name": "packing" }
                        },
                        "paid_sent": { "on": { "next": "#gone" }, "meta": { "machine:name": "sent" } }
                      }
                    },
                    "gone": { "id": "gone", "type": "final" }
                  }
                }

                """
        )
    }

    @Test func `regions are a parallel state, and a guard is a name`() {
        let names = [("on", "up"), ("off", "up"), ("on", "down"), ("off", "down")].map {
            regional(["light": leaf($0.0), "lift": leaf($0.1)])
        }
        let machine = MachineDescription(
            names,
            [
                (0, "press", 1), (1, "press", 0), (2, "press", nil), (3, "press", nil), (0, "move", 2), (1, "move", 3),
                (2, "move", 0), (3, "move", 1),
            ]
        )
        let text = machine.text(in: .xstate)
        #expect(text.contains("\"type\": \"parallel\""))
        #expect(text.contains("\"press\": { \"target\": \"off\", \"guard\": \"In('#up')\" }"), "\(text)")
    }

    @Test func `an activity is an invoked actor of the outermost state that always has it`() {
        let machine = MachineDescription(
            name: "Shop",
            states: [
                .init(name: leaf("cart"), isInitial: true),
                .init(name: outer("paid", leaf("packing")), activities: [leaf("audit"), leaf("charge", "5")]),
                .init(name: outer("paid", leaf("sent")), activities: [leaf("audit")]),
            ],
            events: [leaf("next")],
            steps: [
                .init(source: 0, event: 0, reaction: .init(target: 1)),
                .init(source: 1, event: 0, reaction: .init(target: 2)),
            ]
        )
        let text = machine.text(in: .xstate)
        #expect(
            text.contains(
                """
                    "paid": {
                      "initial": "paid_packing",
                      "invoke": { "src": "audit" },
                      "states": {
                        "paid_packing": {
                          "id": "paid_packing",
                          "invoke": { "src": "charge" },
                """
            ),
            "\(text)"
        )
        #expect(text.split(separator: "invoke").count == 3, "\(text)")
    }

    @Test func `in regions, an activity belongs to the region that decides it`() {
        let names = [("on", "up"), ("off", "up"), ("on", "down"), ("off", "down")].map {
            regional(["light": leaf($0.0), "lift": leaf($0.1)])
        }
        var machine = MachineDescription(
            names,
            [
                (0, "press", 1), (1, "press", 0), (2, "press", 3), (3, "press", 2), (0, "move", 2), (1, "move", 3),
                (2, "move", 0), (3, "move", 1),
            ]
        )
        for (index, activities) in [["glow", "lifting"], ["lifting"], ["glow"], []].enumerated() {
            machine.states[index].activities = activities.map { leaf($0) }
        }
        let text = machine.text(in: .xstate)
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let glowing = lines.firstIndex { $0.hasPrefix("\"on_\": {") }.map { lines[$0] + lines[$0 + 1] }
        #expect(glowing?.contains("\"invoke\": { \"src\": \"glow\" }") == true, "\(text)")
        let lifting = lines.firstIndex { $0.hasPrefix("\"up\": {") }.map { lines[$0] + lines[$0 + 1] }
        #expect(lifting?.contains("\"invoke\": { \"src\": \"lifting\" }") == true, "\(text)")
        #expect(text.split(separator: "invoke").count == 3, "\(text)")
    }

    @Test func `a machine with the name of a target has another id, because ids are unique`() {
        let states = [leaf("cart"), outer("paid", leaf("packing"))]
        var machine = MachineDescription(states, [(0, "pay", 1), (1, "pay", nil)])
        machine.name = "paid_packing"
        let text = machine.text(in: .xstate)
        #expect(text.contains("\"id\": \"paid_packing_\""), "\(text)")
        #expect(text.contains("\"id\": \"paid_packing\""), "\(text)")
    }

    @Test(arguments: LabelSample.all.indices) func `the text is JSON, whatever the names are`(index: Int) throws {
        let name = LabelSample.all[index].text
        let machine = MachineDescription([leaf("a", name), leaf("a", "other")], [(0, ValueName(caseName: name), 1)])
        let json = try JSONSerialization.jsonObject(with: Data(machine.text(in: .xstate).utf8)) as? [String: Any]
        #expect(json?["id"] as? String == "written")
        #expect((json?["states"] as? [String: Any])?.isEmpty == false)
    }
}
