/// A writer of a machine's reactions to events, as nested switches.
///
/// It follows SCXML's algorithm. From each active leaf outward, it takes the first transition for
/// the event whose condition is met. If several regions may move for one event, their code follows
/// in document order. A transition that leaves the regions is taken only if no region has moved
/// before.
struct StepWriter {
    typealias Context = StepContext
    let machine: SwiftMachine
    var tree: ChartTree { machine.tree }
    /// The transitions for each event, in document order.
    private let edgesOfEvents: NumberedList<EventID, [EdgeID]>

    init(machine: SwiftMachine) {
        self.machine = machine
        let edges = machine.tree.edges
        var exact: [String: [EdgeID]] = [:]
        var prefixes: [EdgeID] = []
        for edge in edges.indices {
            let descriptors = edges[edge].transition.events
            if descriptors.contains(where: \.isPrefix) { prefixes.append(edge) }
            for name in Set(descriptors.map(\.name)) { exact[name, default: []].append(edge) }
        }
        edgesOfEvents = NumberedList(
            machine.events.map { event in
                let matching = prefixes.filter { edges[$0].transition.events.contains { $0.matches(event.diagram) } }
                return Set(exact[event.diagram, default: []] + matching).sorted()
            }
        )
    }

    /// The transitions for a trigger, in document order.
    func edges(for trigger: Context.Trigger) -> [EdgeID] {
        switch trigger {
        case .event(let event): edgesOfEvents[event]
        case .completion, .none: tree.edges.indices.filter { isTriggered($0, by: trigger) }
        }
    }

    /// Returns the statements for one event in one state.
    func code(for node: StateID, in context: Context) -> [SwiftStatement] {
        var context = context
        context.path.append(node)
        if let forwarded = forwarded(in: context) { return forwarded }
        switch tree.kind(node) {
        case .atomic, .final, .history: return decide(candidates(in: context), in: context)
        case .compound: return choice(of: node, in: context)
        case .parallel: return code(forRegionsOf: node, in: context)
        }
    }

    /// Returns the statements for one event in a compound state, child by child.
    func choice(of node: StateID, in context: Context) -> [SwiftStatement] {
        let arms = tree.nodes[node].children.map { child in
            arm(for: child, in: context) { code(for: child, in: $0) }
        }
        return arms.choice(of: context.value(node))
    }

    /// Returns the arm of a state, which binds the state's value only if the body uses it.
    func arm(for child: StateID, in context: Context, _ body: (Context) -> [SwiftStatement]) -> SwiftStatement.Arm {
        let name = machine.cases[child]
        guard let variable = machine.variables[child] else { return .init(.case(name), body(context)) }
        var context = context
        context.values[child] = .name(variable)
        let body = body(context)
        return .init(.case(name, binding: variable, for: body), body)
    }

    // MARK: Choice of a transition

    /// Returns the possible transitions, beginning with inner states.
    func candidates(in context: Context) -> [EdgeID] {
        let boundary = context.isLast ? nil : context.walks.last?.parallel
        return context.path.reversed().prefix { $0 != boundary }.flatMap { node in
            tree.nodes[node].transitions.filter { index in
                isTriggered(index, by: context.trigger)
                    && context.unit.map { machine.isOwn(tree.edges[index], of: $0) } ?? true
            }
        }
    }

    func isTriggered(_ edge: EdgeID, by trigger: Context.Trigger) -> Bool {
        let events = tree.edges[edge].transition.events
        switch trigger {
        case .event(let index): return events.contains { $0.matches(machine.events[index].diagram) }
        case .completion(let node):
            return events.contains { $0.matches(EventDescriptor.completion + machine.state(node).id) }
        case .none: return events.isEmpty
        }
    }

    /// Returns statements that take the first transition whose condition is met.
    ///
    /// - Parameter refuted: The conditions of earlier transitions, which do not hold.
    func decide(_ edges: [EdgeID], in context: Context, refuted: [Condition] = []) -> [SwiftStatement] {
        guard let first = edges.first else { return unanswered(in: context) }
        if let owner = owner(in: context), machine.isOwn(tree.edges[first], of: owner) {
            return forward(to: owner, edges, in: context)
        }
        let rest = Array(edges.dropFirst())
        let condition = condition(of: tree.edges[first], in: context)
        switch condition.value(ifNoneOf: refuted) {
        case true?: return take(tree.edges[first], in: context)
        case false?: return decide(rest, in: context, refuted: refuted)
        case nil:
            let body = take(tree.edges[first], in: context)
            let otherwise = decide(rest, in: context, refuted: refuted + [condition])
            if body == otherwise { return body }
            return [.if(.all(of: expression(condition, in: context)), body, otherwise: otherwise)]
        }
    }

    /// Returns the statements for an event that the innermost states do not handle.
    private func unanswered(in context: Context) -> [SwiftStatement] {
        guard !context.isDirect, let walk = context.walks.last else { return [.rejection] }
        return walk.isMixed ? [leaveUnanswered(walk)] : []
    }

    /// Returns a statement that records where a region first left the event to enclosing states.
    func leaveUnanswered(_ walk: Context.Walk) -> SwiftStatement {
        .setIfUnset(walk.flags.unanswered, to: .member(.name("actions"), "count"))
    }
}
