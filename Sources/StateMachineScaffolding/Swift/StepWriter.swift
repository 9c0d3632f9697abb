/// Writes what a machine does for an event, as nested switches.
///
/// It follows SCXML's algorithm: from each active leaf outwards the first transition counts that is
/// for the event and whose condition is met. Where several regions may move at once, they are
/// written one after the other, in document order. A transition that leaves the regions is taken
/// only if none of them has moved before.
struct StepWriter {
    typealias Context = StepContext
    let machine: SwiftMachine
    var tree: ChartTree { machine.tree }

    /// What is written for one event in one state.
    func code(for node: Int, in context: Context) -> [SwiftStatement] {
        var context = context
        context.path.append(node)
        switch tree.kind(node) {
        case .atomic, .final, .history: return decide(candidates(in: context), in: context)
        case .compound: return choice(of: node, in: context)
        case .parallel: return code(forRegionsOf: node, in: context)
        }
    }

    /// What is written for one event in a compound state, child by child.
    func choice(of node: Int, in context: Context) -> [SwiftStatement] {
        let arms = tree.nodes[node].children.map { child in
            arm(for: child, in: context) { code(for: child, in: $0) }
        }
        return arms.choice(of: context.value(node))
    }

    /// The arm of a state; its value has a name in there if it is used.
    func arm(for child: Int, in context: Context, _ body: (Context) -> [SwiftStatement]) -> SwiftStatement.Arm {
        let name = machine.cases[child]
        guard let variable = machine.variables[child] else { return .init(.case(name), body(context)) }
        var context = context
        context.values[child] = .name(variable)
        let body = body(context)
        return .init(.case(name, binding: variable, for: body), body)
    }

    // MARK: Which transition

    /// The transitions that may be taken, those of inner states first.
    func candidates(in context: Context) -> [Int] {
        let boundary = context.isLast ? nil : context.walks.last?.parallel
        return context.path.reversed().prefix { $0 != boundary }.flatMap { node in
            tree.nodes[node].transitions.filter { isTriggered($0, by: context.trigger) }
        }
    }

    func isTriggered(_ edge: Int, by trigger: Context.Trigger) -> Bool {
        let events = tree.edges[edge].transition.events
        switch trigger {
        case .event(let index): return events.contains { $0.matches(machine.events[index].diagram) }
        case .completion(let node):
            return events.contains { $0.matches(EventDescriptor.completion + machine.state(node).id) }
        case .none: return events.isEmpty
        }
    }

    /// Takes the first transition whose condition is met.
    func decide(_ edges: [Int], in context: Context) -> [SwiftStatement] {
        guard let first = edges.first else { return unanswered(in: context) }
        let rest = Array(edges.dropFirst())
        switch condition(of: tree.edges[first], in: context) {
        case .constant(true): return take(tree.edges[first], in: context)
        case .constant(false): return decide(rest, in: context)
        case let condition:
            let body = take(tree.edges[first], in: context)
            let otherwise = decide(rest, in: context)
            if body == otherwise { return body }
            return [.if(.all(of: expression(condition, in: context)), body, otherwise: otherwise)]
        }
    }

    /// Nothing in the innermost states is for the event.
    private func unanswered(in context: Context) -> [SwiftStatement] {
        guard !context.isDirect, let walk = context.walks.last else { return [.rejection] }
        return walk.isMixed ? [leaveUnanswered(walk)] : []
    }

    /// Remembers that a region left the event to the states around it, and where.
    func leaveUnanswered(_ walk: Context.Walk) -> SwiftStatement {
        .setIfUnset(walk.flags.unanswered, to: .member(.name("actions"), "count"))
    }
}
