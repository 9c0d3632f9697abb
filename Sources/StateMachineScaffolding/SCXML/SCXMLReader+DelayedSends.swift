extension SCXMLReader {
    /// Delayed events of one state: those that its `<onentry>` sends, and those that its `<onexit>`
    /// cancels.
    ///
    /// Together, they are an activity of the state. It waits and then sends the event, and it is
    /// cancelled when the machine leaves the state.
    struct DelayedSends {
        private var sends: [(element: XMLTree, event: String, delay: String)] = []
        private var cancels: [(element: XMLTree, id: String)] = []

        /// Adds the delayed events in a handler, and returns the handler with its other elements.
        mutating func take(from handler: XMLTree, of state: Chart.State.Kind) throws(ChartError) -> XMLTree {
            var rest = handler
            rest.children = []
            for child in handler.children {
                switch child.isSCXML ? child.name : "" {
                case "send" where handler.name == "onentry" && state != .final && child.attributes["delay"] != nil:
                    sends.append((child, try Self.event(of: child), try Self.delay(of: child)))
                case "cancel" where handler.name == "onexit":
                    cancels.append((child, try Self.cancelled(by: child)))
                default: rest.children.append(child)
                }
            }
            return rest
        }

        /// The names of the events, with the positions of their `<send>` elements.
        var events: [(name: String, position: Position)] { sends.map { ($0.event, $0.element.position) } }

        /// Returns the activities that wait for the delayed events.
        func activities(of state: String) throws(ChartError) -> [String] {
            for (element, id) in cancels where !sends.contains(where: { $0.element.attributes["id"] == id }) {
                throw ChartError(
                    element.position,
                    "<cancel> cancels “\(id.prefix(80))”, which the state does not send",
                    expected: "the id of a delayed <send> in the <onentry> of the same state"
                )
            }
            return try sends.map { send throws(ChartError) in
                let id = send.element.attributes["id"]
                guard let id, cancels.contains(where: { $0.id == id }) else {
                    throw ChartError(
                        send.element.position,
                        "the delayed event “\(send.event.prefix(80))” arrives even if the machine has left the state",
                        fix: """
                            to cancel it, add <cancel sendid="\(id?.prefix(80) ?? "x")"/> to the <onexit> of the state\
                            \(id == nil ? ", and id=\"x\" to <send>" : "")
                            """
                    )
                }
                return "wait \(send.delay) for \(send.event) in \(state)"
            }
        }

        private static func event(of send: XMLTree) throws(ChartError) -> String {
            try refuse(in: send, except: ["event", "delay", "id"])
            let name = send.attributes["event"] ?? ""
            let descriptor = try descriptor(name, at: send.position)
            guard descriptor.name == name else {
                throw ChartError(send.position, "“\(name.prefix(80))” is not the name of an event", expected: "a name")
            }
            return name
        }

        /// Returns a delay as it is written, such as `1.5s`, if it is a time of CSS 2.
        private static func delay(of send: XMLTree) throws(ChartError) -> String {
            let text = send.attributes["delay"] ?? ""
            guard let match = text.wholeMatch(of: /(\d*\.?\d+)(ms|s)/), text.utf8.count <= 40,
                Double("0\(match.1)").map({ $0 > 0 }) == true
            else {
                throw ChartError(
                    send.position,
                    "the delay “\(text.prefix(80))” is not valid",
                    expected: "more than 0 seconds or milliseconds, such as “1.5s” or “200ms”"
                )
            }
            return "\(match.1) \(match.2)"
        }

        private static func cancelled(by cancel: XMLTree) throws(ChartError) -> String {
            try refuse(in: cancel, except: ["sendid"])
            guard let id = cancel.attributes["sendid"] else {
                throw ChartError(cancel.position, "<cancel> has no sendid", expected: "the id of a delayed <send>")
            }
            return id
        }

        private static func refuse(in element: XMLTree, except known: [String]) throws(ChartError) {
            let others = element.attributes.keys.filter { !known.contains($0) && !$0.hasPrefix("machine:") }
            if let name = others.min() {
                throw ChartError(
                    element.position,
                    "<\(element.name)> has the attribute “\(name.prefix(80))”, which the scaffold does not support",
                    expected: known.joined(separator: ", ")
                )
            }
            if let child = element.children.first(where: \.isSCXML) { throw refusal(of: child, in: element) }
        }
    }
}
