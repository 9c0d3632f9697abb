import StateMachineCommandLine

extension SCXMLReader {
    /// Returns an error about an element that its parent element cannot contain.
    static func refusal(of tree: XMLTree, in parent: XMLTree) -> ChartError {
        if ["if", "elseif", "else"].contains(tree.name) {
            return ChartError(
                tree.position,
                "<\(tree.name)> makes actions conditional, which the scaffold does not support",
                fix: "write a transition with a condition for each case"
            )
        }
        if tree.isDelayedSend {
            return ChartError(
                tree.position,
                "<send> sends a delayed event, which the scaffold supports only in the <onentry> of a nonfinal state",
                fix: "enter a state that waits, and send the event there"
            )
        }
        if let kind = refused[tree.name] {
            let fix = tree.name == "cancel" ? "cancel the event in the state that sends it" : nil
            return ChartError(
                tree.position,
                "<\(tree.name)> \(kind)",
                expected: fix == nil ? "states, transitions, and <log> for actions" : nil,
                fix: fix
            )
        }
        let expected =
            switch parent.name {
            case "scxml": "<state>, <parallel>, <final> or <initial>"
            case "state": "a state, <history>, <initial>, <transition>, <onentry> or <onexit>"
            case "parallel": "<state>, <parallel>, <history>, <transition>, <onentry> or <onexit>"
            case "final": "<onentry> or <onexit>"
            default: "<log>, which names an action"
            }
        return ChartError(
            tree.position,
            "<\(tree.name)> is not supported directly inside <\(parent.name)>",
            expected: expected
        )
    }

    /// Adds an error for each attribute that SCXML does not define for its element.
    ///
    /// Ignored, a misspelled attribute would make another machine.
    static func refuseAttributes(in tree: XMLTree, _ errors: inout ErrorList) {
        if tree.isSCXML, let known = attributes[tree.name] {
            for name in tree.attributes.keys.sorted() where !name.hasPrefix("machine:") && !known.contains(name) {
                errors.add(
                    ChartError(
                        tree.position,
                        "<\(tree.name)> has the attribute “\(name.abbreviated(after: 80))”, which is not in SCXML",
                        expected: known.isEmpty ? "no attributes" : known.joined(separator: ", ")
                    )
                )
            }
        }
        for child in tree.children where !errors.isFull { refuseAttributes(in: child, &errors) }
    }

    /// The attributes of the elements that the reader accepts, as the recommendation lists them.
    private static let attributes = [
        "scxml": ["initial", "name", "version", "datamodel", "binding"],
        "state": ["id", "initial"],
        "parallel": ["id"],
        "final": ["id"],
        "history": ["id", "type"],
        "transition": ["event", "cond", "target", "type"],
        "initial": [], "onentry": [], "onexit": [],
        "log": ["label", "expr"],
    ]

    static let refused = [
        "script": "runs code, which the scaffold cannot translate",
        "datamodel": "declares data, which the scaffold does not support",
        "data": "declares data, which the scaffold does not support",
        "assign": "changes data, which the scaffold does not support",
        "donedata": "returns data, which the scaffold does not support",
        "param": "passes data, which the scaffold does not support",
        "content": "passes data, which the scaffold does not support",
        "raise": "raises an event, which the scaffold does not support",
        "send": "sends an event, which the scaffold does not support",
        "cancel": "cancels an event, which the scaffold supports only in an <onexit>",
        "invoke": "runs another machine, which the scaffold does not support",
        "finalize": "handles the events of another machine, which the scaffold does not support",
        "foreach": "repeats actions, which the scaffold does not support",
    ]
}
