import StateMachineCommandLine

extension SCXMLReader {
    /// The delayed events that the `<onentry>` of a state sends, and their cancellations in its
    /// `<onexit>`.
    ///
    /// Together, they are an activity of the state. It waits and then sends the event, and it is
    /// cancelled when the machine leaves the state.
    struct DelayedSends {
        private struct Send {
            var element: XMLTree
            var event: String
            var delay: String

            var id: String? { element.attributes["id"] }
            var position: Position { element.position }
        }

        private var sends: [Send] = []
        private var cancels: [(id: String, position: Position)] = []
        private var hasRefusedSend = false
        private(set) var errors = ErrorList()

        /// The names of the events, with the positions of their `<send>` elements.
        var events: [(name: String, position: Position)] { sends.map { ($0.event, $0.position) } }

        /// The ids of the `<send>` elements.
        var ids: [(id: String, position: Position)] { sends.compactMap { send in send.id.map { ($0, send.position) } } }

        /// Adds the delayed events of a handler and returns the handler with its other elements.
        mutating func take(from handler: XMLTree, of state: Chart.State.Kind) -> XMLTree {
            var rest = handler
            rest.children = []
            for child in handler.children {
                switch child.isSCXML ? child.name : "" {
                case "send" where handler.name == "onentry" && state != .final && child.isDelayedSend:
                    do throws(ChartError) { sends.append(try Self.send(child)) } catch { errors.add(error) }
                case "send":
                    // The reader refuses it, so a `<cancel>` may have no counterpart.
                    hasRefusedSend = true
                    rest.children.append(child)
                case "cancel" where handler.name == "onexit":
                    do throws(ChartError) { cancels.append(try Self.cancel(child)) } catch { errors.add(error) }
                default: rest.children.append(child)
                }
            }
            return rest
        }

        /// Adds the activities that wait for the delayed events to their state.
        mutating func addActivities(to state: inout Chart.State) {
            // After a mistake in an element, the others may have no counterpart.
            guard errors.isEmpty, !hasRefusedSend else { return }
            for (id, position) in cancels where !sends.contains(where: { $0.id == id }) {
                errors.add(
                    ChartError(
                        position,
                        "<cancel> cancels “\(id.abbreviated(after: 80))”, which the state does not send",
                        expected: "the id of a delayed <send> in the <onentry> of the same state"
                    )
                )
            }
            for send in sends {
                let activity = "wait \(send.delay) for \(send.event) in \(state.id)"
                let isRepeated = state.waits[activity] != nil
                if let error = error(about: send, isRepeated: isRepeated) { errors.add(error) }
                state.activities.append(activity)
                state.waits[activity] = Chart.Wait(time: send.delay, event: send.event)
            }
        }

        private func error(about send: Send, isRepeated: Bool) -> ChartError? {
            let event = send.event.abbreviated(after: 80)
            if isRepeated {
                return ChartError(
                    send.position,
                    "the state sends “\(event)” twice after \(send.delay)",
                    expected: "one <send>"
                )
            }
            if let id = send.id, cancels.contains(where: { $0.id == id }) { return nil }
            return ChartError(
                send.position,
                "the delayed event “\(event)” arrives even if the machine has left the state",
                fix: """
                    to cancel it, add <cancel sendid="\(send.id?.abbreviated(after: 80) ?? "x")"/> to the <onexit> of the state\
                    \(send.id == nil ? ", and id=\"x\" to <send>" : "")
                    """
            )
        }

        private static func send(_ element: XMLTree) throws(ChartError) -> Send {
            try refuse(in: element, except: ["event", "delay", "id"])
            let name = element.attributes["event"] ?? ""
            let isName = !name.isEmpty && name.utf8.count <= 200 && !name.contains { $0.isWhitespace || $0 == "*" }
            guard isName, !EventDescriptor(name).isForCompletionsOnly else {
                throw ChartError(
                    element.position,
                    "“\(name.abbreviated(after: 80))” is not a valid name for an event",
                    expected: "a name such as “key.up”"
                )
            }
            let delay = element.attributes["delay"] ?? ""
            // A time of CSS 2, which SCXML refers to.
            guard let match = delay.wholeMatch(of: /([0-9]*)(\.[0-9]+)?(ms|s)/), delay.utf8.count <= 40,
                delay.contains(where: { "123456789".contains($0) })
            else {
                throw ChartError(
                    element.position,
                    "the delay “\(delay.abbreviated(after: 80))” is not valid",
                    expected: "more than 0 seconds or milliseconds, such as “1.5s” or “200ms”"
                )
            }
            let number = "\(match.1.isEmpty ? "0" : match.1)\(match.2 ?? "")"
            return Send(element: element, event: name, delay: "\(number)\(match.3)")
        }

        private static func cancel(_ element: XMLTree) throws(ChartError) -> (id: String, position: Position) {
            try refuse(in: element, except: ["sendid"])
            guard let id = element.attributes["sendid"] else {
                throw ChartError(element.position, "<cancel> has no sendid", expected: "the id of a delayed <send>")
            }
            return (id, element.position)
        }

        private static func refuse(in element: XMLTree, except known: [String]) throws(ChartError) {
            let others = element.attributes.keys.filter { !known.contains($0) && !$0.hasPrefix("machine:") }
            if let name = others.min() {
                throw ChartError(
                    element.position,
                    "<\(element.name)> has the attribute “\(name.abbreviated(after: 80))”, which the scaffold does not support",
                    expected: known.joined(separator: ", ")
                )
            }
            if let child = element.children.first {
                throw ChartError(
                    child.position,
                    "<\(element.name)> contains <\(child.name)>",
                    expected: "no elements inside it"
                )
            }
        }
    }

    /// The delayed events of all states, which are checked when the whole chart is known.
    struct DelayedEvents {
        private var events: [(name: String, position: Position)] = []
        private var ids: [(state: String, id: String, position: Position)] = []

        mutating func add(_ sends: DelayedSends, of state: String) {
            events += sends.events
            ids += sends.ids.map { (state, $0.id, $0.position) }
        }

        /// Returns the errors about events and ids of a chart without other errors.
        func errors(in root: Chart.State) throws(ChartError) -> ErrorList {
            guard !events.isEmpty else { return ErrorList() }
            let tree = try ChartTree(Chart(root: root))
            var errors = ErrorList()
            // The machine has only events that a transition names.
            let known = Set(tree.edges.flatMap(\.transition.events).map(\.name))
            for (name, position) in events where !known.contains(name) {
                errors.add(
                    ChartError(
                        position,
                        "no transition handles the delayed event “\(name.abbreviated(after: 80))”",
                        expected: "a transition for the event"
                    )
                )
            }
            for (number, one) in ids.enumerated() {
                let other = ids[..<number].first { other in
                    guard other.id == one.id, other.state != one.state, let first = tree.index(of: other.state),
                        let second = tree.index(of: one.state)
                    else { return false }
                    return tree.canBeActive(first, with: second)
                }
                guard let other else { continue }
                errors.add(
                    ChartError(
                        one.position,
                        "the <send> in line \(other.position.line) has the id “\(one.id.abbreviated(after: 80))”, too, "
                            + "so <cancel> cancels both events",
                        expected: "another id"
                    )
                )
            }
            return errors
        }
    }
}
