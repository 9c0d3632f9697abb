import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachines

/// The state of a machine and its handled events.
///
/// It tries each event on a copy of the state to find out whether the event is handled.
struct Overview<Definition: FiniteStateDefinition> {
    private let state: Definition
    private let successors: [(event: String, successor: Definition?)]

    init(of state: Definition) {
        self.state = state
        successors = state.sampleEvents.map { event in
            var copy = state
            do throws(Definition.Rejection) {
                _ = try copy.handleEvent(event)
                return ("\(ValueName(of: event))", copy)
            } catch {
                return ("\(ValueName(of: event))", nil)
            }
        }
    }

    /// Returns the name, the state, the activities, and the events.
    func lines(on terminal: Terminal) -> [String] {
        [terminal.bold("\(Definition.self)"), "state   \(ValueName(of: state))"]
            + (state.activities.isEmpty
                ? [] : ["doing   " + state.activities.map { "\(ValueName(of: $0))" }.joined(separator: "  ")])
            + events(on: terminal)
    }

    /// Returns all events with their numbers, with marks and next states for handled events.
    func events(on terminal: Terminal) -> [String] {
        var table = TextTable(["", "", "event", "leads to"], alignments: [.right, .left, .left, .left])
        for (number, (event, successor)) in successors.enumerated() {
            let target = successor.map { StateText.change(from: state, to: $0).new }
            table.append(["\(number + 1)", successor == nil ? "–" : "✓", event, target ?? ""])
        }
        let lines = table.lines(fitting: terminal.width, cutting: 3).dropFirst()
        return zip(lines, successors).map { $1.successor == nil ? terminal.dimmed($0) : $0 }
    }

    /// The handled events, on one line.
    var handledEvents: String {
        let handled = successors.enumerated().filter { $0.element.successor != nil }
        guard !handled.isEmpty else { return "this is the end: no event is handled here" }
        return handled.map { "\($0.offset + 1) \($0.element.event)" }.joined(separator: "   ")
    }

    /// Returns all reachable states without payloads, with a mark for the current state.
    func states(on terminal: Terminal) throws(UsageError) -> [String] {
        do throws(ExplorationError<Definition>) {
            let present = title(of: state)
            var titles: [String] = []
            for state in try StateGraph(exploring: Definition.self).states where !titles.contains(title(of: state)) {
                titles.append(title(of: state))
            }
            return titles.map { $0 == present ? terminal.bold("● \($0)") : "  \($0)" }
        } catch {
            throw UsageError("\(error)")
        }
    }

    private func title(of state: Definition) -> String { ValueName(of: state).path.joined(separator: ".") }
}
