import StateMachines

/// Reasons with which a definition rejects a graph's sample events, by their cases.
///
/// Declared cases are those of the reason type and of the reasons inside it, such as a child's
/// reasons. If the reason type is not an enum, nothing is counted.
struct ReasonCoverage {
    private var declarations: [Declaration] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    private struct Declaration {
        let type: String
        let cases: [String]
        var missing: Set<String>
    }

    init<Reason: Error>(of type: Reason.Type) { declare(type) }

    /// Declared cases that were not counted.
    var missing: [(type: String, caseName: String)] {
        declarations.flatMap { declaration in
            declaration.cases.filter(declaration.missing.contains).map { (declaration.type, $0) }
        }
    }

    /// Whether every known case was counted.
    var isComplete: Bool { declarations.allSatisfy(\.missing.isEmpty) }

    /// Counts the cases of a reason and of the reasons inside it.
    mutating func count(_ reason: any Error) {
        declare(type(of: reason))
        guard let index = indices[ObjectIdentifier(type(of: reason))] else { return }
        let mirror = Mirror(reflecting: reason)
        declarations[index].missing.remove(ValueName.ownName(of: reason, mirror))
        guard let payload = mirror.children.first?.value else { return }
        if let inner = payload as? any Error { return count(inner) }
        let (parts, style) = (Mirror(reflecting: payload).children, Mirror(reflecting: payload).displayStyle)
        guard style == .tuple || style == .collection || style == .optional else { return }
        for part in parts { if let inner = part.value as? any Error { count(inner) } }
    }

    private mutating func declare(_ type: any Error.Type) {
        guard indices[ObjectIdentifier(type)] == nil, let cases = declaredCases(of: type) else { return }
        indices[ObjectIdentifier(type)] = declarations.count
        declarations.append(Declaration(type: qualifiedName(of: type), cases: cases, missing: Set(cases)))
    }
}

extension StateGraph {
    /// Declared reasons that no sample event brings about.
    ///
    /// - Complexity: One call of `handleEvent` for each rejected edge, until every reason was
    ///   found.
    var missingReasons: [(type: String, caseName: String)] {
        var coverage = ReasonCoverage(of: Definition.Rejection.self)
        for node in nodes {
            if coverage.isComplete { break }
            if isCut(node) { continue }
            for (event, successor) in zip(node.state.sampleEvents, successors(of: node.id)) where successor == .rejected
            {
                if let reason = node.state.rejection(of: event) { coverage.count(reason) }
            }
        }
        return coverage.missing
    }
}
