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
    func code(for node: Int, _ context: Context) -> [SwiftCode] {
        var context = context
        context.path.append(node)
        switch tree.kind(node) {
        case .atomic, .final, .history: return decide(candidates(context), context)
        case .compound: return choice(in: node, context)
        case .parallel: return code(forRegionsOf: node, context)
        }
    }

    /// What is written for one event in a compound state, child by child.
    func choice(in node: Int, _ context: Context) -> [SwiftCode] {
        let arms = tree.nodes[node].children.map { child in
            arm(for: child, context) { self.code(for: child, $0) }
        }
        return Self.choice(context.values[node] ?? "self", arms)
    }

    /// The arm of a state; its value has a name in there if it is used.
    func arm(for child: Int, _ context: Context, _ body: (Context) -> [SwiftCode]) -> SwiftCode.Arm {
        var context = context
        let variable = machine.variables[child]
        if let variable { context.values[child] = SwiftName.declared(variable) }
        let body = body(context)
        var pattern = ".\(machine.cases[child])"
        if let variable, body.uses(variable) {
            let keyword = body.changes(SwiftName.declared(variable)) ? "var" : "let"
            pattern += "(\(keyword) \(SwiftName.declared(variable)))"
        }
        return SwiftCode.Arm(patterns: [pattern], body: body)
    }

    /// A switch in which equal arms are one; its only statements if all arms are equal.
    static func choice(_ subject: String, _ arms: [SwiftCode.Arm]) -> [SwiftCode] {
        let merged = merge(arms)
        if merged.count == 1, !merged[0].patterns.contains(where: { $0.contains("let ") || $0.contains("var ") }) {
            return merged[0].body
        }
        return [.choice(subject, merged)]
    }

    /// Equal arms as one; what rejects the event comes last.
    static func merge(_ arms: [SwiftCode.Arm]) -> [SwiftCode.Arm] {
        var merged: [SwiftCode.Arm] = []
        for arm in arms {
            let binds = arm.patterns.contains { $0.contains("let ") || $0.contains("var ") }
            if !binds,
                let index = merged.firstIndex(where: {
                    $0.body == arm.body && !$0.patterns[0].contains("let ") && !$0.patterns[0].contains("var ")
                })
            {
                merged[index].patterns += arm.patterns
            } else {
                merged.append(arm)
            }
        }
        return merged.filter { $0.body != [rejection] } + merged.filter { $0.body == [rejection] }
    }

    static let rejection = SwiftCode.line("throw .invalid")

    // MARK: Which transition

    /// The transitions that may be taken, those of inner states first.
    func candidates(_ context: Context) -> [Int] {
        let boundary = context.isLast ? nil : context.walks.last?.parallel
        return context.path.reversed().prefix { $0 != boundary }.flatMap { node in
            tree.nodes[node].transitions.filter { isTriggered($0, context.trigger) }
        }
    }

    func isTriggered(_ edge: Int, _ trigger: Context.Trigger) -> Bool {
        let events = tree.edges[edge].transition.events
        switch trigger {
        case .event(let index): return events.contains { $0.matches(machine.events[index].diagram) }
        case .completion(let node):
            return events.contains { $0.matches(EventDescriptor.completion + machine.state(node).id) }
        case .none: return events.isEmpty
        }
    }

    /// Takes the first transition whose condition is met.
    func decide(_ edges: [Int], _ context: Context) -> [SwiftCode] {
        guard let first = edges.first else { return unanswered(context) }
        let condition = tree.edges[first].transition.condition?.simplified { isActive($0, context) } ?? .constant(true)
        let rest = Array(edges.dropFirst())
        switch condition {
        case .constant(true): return take(tree.edges[first], context)
        case .constant(false): return decide(rest, context)
        case .isIn, .guard, .not, .all, .any:
            let body = take(tree.edges[first], context)
            let otherwise = decide(rest, context)
            return body == otherwise ? body : [.branch(text(condition, context), body, otherwise: otherwise)]
        }
    }

    /// Nothing in the innermost states is for the event.
    private func unanswered(_ context: Context) -> [SwiftCode] {
        guard !context.isDirect, let walk = context.walks.last else { return [Self.rejection] }
        guard walk.isMixed else { return [] }
        return [.line("\(walk.unanswered) = \(walk.unanswered) ?? actions.count")]
    }

    /// Whether a state is active, as far as that is known.
    func isActive(_ id: String, _ context: Context) -> Bool? {
        guard let node = tree.index(of: id) else { return false }
        if context.path.contains(node) { return true }
        // The innermost known state around it: in a compound state another child is active, if one
        // is known.
        guard let outer = tree.ancestors(of: node).first(where: context.path.contains),
            let position = context.path.firstIndex(of: outer)
        else { return false }
        if tree.kind(outer) == .parallel { return tree.nodes[node].parent == outer ? true : nil }
        return position + 1 < context.path.count ? false : nil
    }

    func text(_ condition: Condition, _ context: Context) -> String {
        switch condition {
        case .constant(let value): return "\(value)"
        case .guard(let name): return SwiftName.declared(machine.guards[name] ?? name)
        case .isIn(let id):
            let property = machine.activityCheck(of: id)
            guard let walk = context.walks.first, walk.isMixed || walk.parallel == machine.outerRegions else {
                return property
            }
            return "before.\(property)"
        case .not(let inner):
            switch inner {
            case .all, .any: return "!(\(text(inner, context)))"
            case .constant, .guard, .isIn, .not: return "!\(text(inner, context))"
            }
        case .all(let conditions):
            return conditions.map { inner in
                if case .any = inner { "(\(text(inner, context)))" } else { text(inner, context) }
            }
            .joined(separator: " && ")
        case .any(let conditions):
            // `&&` binds more tightly.
            return conditions.map { text($0, context) }.joined(separator: " || ")
        }
    }
}

extension [SwiftCode] {
    var allLines: [String] { reduce(into: []) { $0 += $1.lines } }

    /// Whether a variable is read or changed in some line.
    func uses(_ variable: String) -> Bool {
        allLines.contains { $0.hasVariable(variable) }
    }

    /// Whether a property of a variable is changed in some line.
    func changes(_ variable: String) -> Bool {
        allLines.contains { line in
            line.hasPrefix("\(variable).") && line.contains(" = ") || line.contains("try \(variable).")
                || line.contains("&\(variable).")
        }
    }
}

extension String {
    /// Whether a name occurs that is no member and no label.
    func hasVariable(_ name: String) -> Bool {
        let isPart = { (character: Character) in character.isLetter || character.isNumber || character == "_" }
        var start = startIndex
        while let range = self[start...].firstRange(of: name) {
            let before = range.lowerBound == startIndex ? " " : self[index(before: range.lowerBound)]
            let after = range.upperBound == endIndex ? " " : self[range.upperBound]
            if !isPart(before), before != ".", !isPart(after), after != ":" { return true }
            start = range.upperBound
        }
        return false
    }
}
