import StateMachineCommandLine

/// The work of states, which are invoked actors and delays, with the events that end it.
///
/// An actor becomes an activity with its name, and a delay an activity that waits. The end of an
/// actor, its failure and the end of a delay become events.
struct XStateWork {
    /// The names of the activities of each state.
    private(set) var activities: [Int: [String]] = [:]
    /// The activities that wait for a delay.
    private(set) var waits: [Int: [String: Chart.Wait]] = [:]
    /// The transitions of each state for the events of its work, and the names of these events.
    private(set) var events: [Int: [(transitions: JSONTree, event: String)]] = [:]
    private(set) var errors = ErrorList()
    /// The events of the chart by their names in XState.
    private var renamed: [String: [EventDescriptor]] = [:]

    private struct Actor {
        var state: Int
        var name: String
        var id: String
        /// Whether the configuration chooses the id.
        var hasOwnID: Bool
        var members: XStateMembers
    }

    init(_ outline: XStateReader.Outline) {
        for node in outline.nodes where node.kind == .compound || node.kind == .parallel {
            renamed["xstate.done.state.\(node.id)"] = [.completion(of: node.chartID)]
        }
        var actors: [Actor] = []
        for index in outline.nodes.indices { actors += self.actors(of: index, outline) }
        let names = Dictionary(actors.map { ($0.name, 1) }, uniquingKeysWith: +)
        let ids = Dictionary(actors.filter(\.hasOwnID).map { ($0.id, 1) }, uniquingKeysWith: +)
        func placed(_ actor: Actor) -> String { "\(actor.name) in \(outline.nodes[actor.state].chartID)" }
        let others = Set(actors.map(\.name) + actors.map(placed))
        var taken: Set<String> = []
        for actor in actors {
            // A second state with the same actor starts it again, so it is another activity.
            let isShared = names[actor.name, default: 0] > 1
            let ownID = actor.hasOwnID && ids[actor.id] == 1 && !others.contains(actor.id) ? actor.id : nil
            var name = isShared ? ownID ?? placed(actor) : actor.name
            while !taken.insert(name).inserted { name += " again" }
            activities[actor.state, default: []].append(name)
            for (member, event, type) in [
                ("onDone", "\(name) done", "xstate.done.actor."), ("onError", "\(name) failed", "xstate.error.actor."),
                ("onSnapshot", "\(name) snapshot", "xstate.snapshot."),
            ] {
                renamed[type + actor.id, default: []].append(EventDescriptor(event))
                if let transitions = actor.members[member] {
                    events[actor.state, default: []].append((transitions, event))
                }
            }
        }
        for index in outline.nodes.indices { addDelays(of: index, outline) }
    }

    private mutating func actors(of index: Int, _ outline: XStateReader.Outline) -> [Actor] {
        guard let tree = outline.nodes[index].config.optional("invoke") else { return [] }
        let all: [JSONTree] = if case .array(let elements) = tree.value { elements } else { [tree] }
        return all.enumerated().compactMap { number, element in
            do throws(ChartError) {
                let members = try XStateMembers(element, .invoke, &errors)
                let id = try members["id"].map { tree throws(ChartError) in try tree.string }
                var name = id
                if let source = members["src"] {
                    if case .null = source.value {
                    } else {
                        name = try XStateNames.name(of: source, as: "actor", &errors)
                    }
                }
                guard let name else {
                    throw ChartError(
                        element.position,
                        "the invoked actor has no name",
                        expected: "“src” with the name of an actor that setup() defines"
                    )
                }
                return Actor(
                    state: index,
                    name: name,
                    id: id ?? "\(number).\(outline.nodes[index].id)",
                    hasOwnID: id != nil,
                    members: members
                )
            } catch {
                errors.add(error)
                return nil
            }
        }
    }

    private mutating func addDelays(of index: Int, _ outline: XStateReader.Outline) {
        guard let tree = outline.nodes[index].config.optional("after") else { return }
        guard case .object(let delays) = tree.value else {
            return errors.add(
                ChartError(tree.position, "an object of delays is required here", expected: "{ \"1000\": … }")
            )
        }
        let node = outline.nodes[index]
        let names = Set(delays.inScriptOrder.map(\.name))
        for delay in delays.inScriptOrder {
            var words = Chart.Wait.words(forDelay: delay.name)
            // Another delay can have this name.
            if words != delay.name, names.contains(words) { words = "\(delay.name) ms" }
            let (activity, wait) = Chart.Wait.after(words, in: node.chartID)
            activities[index, default: []].append(activity)
            waits[index, default: [:]][activity] = wait
            events[index, default: []].append((delay.value, wait.event))
            renamed["xstate.after.\(delay.name).\(node.id)"] = [EventDescriptor(wait.event)]
        }
    }

    /// Returns the descriptors of the chart for the descriptor of an event.
    func descriptors(_ name: String, at position: Position) throws(ChartError) -> [EventDescriptor] {
        if name == "*" { return [EventDescriptor("", isPrefix: true)] }
        if let known = renamed[name] { return known }
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw ChartError(
                position,
                "the name of an event is empty or longer than 200 bytes",
                expected: name.isEmpty ? "“always” for a transition without an event" : "a name of 1 to 200 bytes"
            )
        }
        let isPrefix = name.hasSuffix(".*")
        let base = isPrefix ? String(name.dropLast(2)) : name
        guard !base.isEmpty, !base.contains("*") else {
            throw ChartError(
                position,
                "“\(name.abbreviated(after: 80))” is not a valid event",
                expected: "a name, “name.*” or “*”"
            )
        }
        guard base != "xstate", !base.hasPrefix("xstate.") else {
            throw ChartError(
                position,
                "the machine never raises the event “\(name.abbreviated(after: 80))”",
                expected: "“onDone”, “onError” or “after”"
            )
        }
        guard base != "done", base != "done.state", !base.hasPrefix(EventDescriptor.completion) else {
            throw ChartError(
                position,
                "the name “\(name.abbreviated(after: 80))” is reserved for completion events in SCXML",
                expected: "“onDone”, or an event with another name"
            )
        }
        return [EventDescriptor(base, isPrefix: isPrefix)]
    }
}
