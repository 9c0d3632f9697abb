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
        if let kind = refused[tree.name] {
            return ChartError(
                tree.position,
                "<\(tree.name)> \(kind)",
                expected: "states, transitions, and <log> for actions"
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

    private static let refused = [
        "script": "runs code, which the scaffold cannot translate",
        "datamodel": "declares data, which the scaffold does not support",
        "data": "declares data, which the scaffold does not support",
        "assign": "changes data, which the scaffold does not support",
        "donedata": "returns data, which the scaffold does not support",
        "param": "passes data, which the scaffold does not support",
        "content": "passes data, which the scaffold does not support",
        "raise": "raises an event, which the scaffold does not support",
        "send": "sends an event, which the scaffold does not support",
        "cancel": "cancels an event, which the scaffold does not support",
        "invoke": "runs another machine, which the scaffold does not support",
        "finalize": "handles the events of another machine, which the scaffold does not support",
        "foreach": "repeats actions, which the scaffold does not support",
    ]
}
