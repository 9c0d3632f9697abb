import StateMachines

/// Which cases of a definition, and of the states inside it, a graph has.
///
/// What is declared is what a `CaseIterable` type lists, and what the metadata of another enum
/// lists. With an abstraction the latter is left out: a state may have been reached without
/// representing its key.
struct CaseCoverage<Definition: FiniteStateDefinition> {
    private let isAbstracted: Bool
    private var declarations: [Declaration] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// Types whose values have no states inside.
    private var leaves: Set<ObjectIdentifier> = []

    /// Values deep inside states that were counted, so that what many states have inside is counted
    /// once.
    private var deepValues: Set<AnyHashable> = []

    private struct Declaration {
        let type: String
        let cases: [String]
        var found: Set<String> = []
    }

    init(of graph: StateGraph<Definition>) {
        isAbstracted = graph.isAbstracted
        declare(Definition.self)
        guard let type = Definition.self as? any CaseIterable.Type else { return }
        // With an abstraction, a case may be there without representing its key.
        for state in allCases(of: type) {
            if let state = state as? Definition, graph.node(of: state) != nil { count(state) }
        }
    }

    /// What is declared and was not counted.
    var missing: [(type: String, caseName: String)] {
        declarations.flatMap { declaration in
            declaration.cases.filter { !declaration.found.contains($0) }.map { (declaration.type, $0) }
        }
    }

    /// Whether no state has anything to count.
    var isComplete: Bool { leaves.contains(ObjectIdentifier(Definition.self)) }

    /// Counts a state and all inside it.
    mutating func count(_ state: Definition) { _ = count(inside: state, depth: 0) }

    /// Whether another value of the same type may have other cases to count.
    private mutating func count(inside value: Any, depth: Int) -> Bool {
        let id = ObjectIdentifier(type(of: value))
        guard !leaves.contains(id) else { return false }
        if wasCounted(value, depth: depth) { return true }
        let mirror = Mirror(reflecting: value)
        var isVariable = mirror.displayStyle != .struct && mirror.displayStyle != .tuple
        if indices[id] == nil, let state = value as? any StateDefinition { declare(type(of: state)) }
        if let index = indices[id] {
            if !declarations[index].cases.isEmpty {
                declarations[index].found.insert(ValueName.ownName(of: value, mirror))
                isVariable = true
            }
        } else {
            switch mirror.displayStyle {
            case .enum, .optional, .tuple: break
            case .struct where !(value is any CustomStringConvertible): break
            case nil, .some:
                leaves.insert(id)
                return false
            }
        }
        for child in mirror.children where count(inside: child.value, depth: depth + 1) { isVariable = true }
        if !isVariable { leaves.insert(id) }
        return isVariable
    }

    /// Returns whether a deep value was counted before, and remembers it.
    ///
    /// Only values at the depths 8, 16, 32 and so on are remembered. Looking one up hashes all of
    /// it, so a lookup at each depth would take quadratic time. If the states add one level after
    /// another, a lookup at depth 8 or 16 finds the levels of an earlier state.
    private mutating func wasCounted(_ value: Any, depth: Int) -> Bool {
        guard depth >= 8, depth & (depth - 1) == 0, let value = value as? any Hashable else { return false }
        return !deepValues.insert(AnyHashable(value)).inserted
    }

    private mutating func declare(_ type: any StateDefinition.Type) {
        let cases =
            (type as? any CaseIterable.Type).map { allCases(of: $0).map { ValueName.ownName(of: $0) } }
            ?? (isAbstracted ? nil : declaredCases(of: type)) ?? []
        indices[ObjectIdentifier(type)] = declarations.count
        declarations.append(Declaration(type: "\(type)", cases: cases.uniqued()))
    }

    private func allCases<All: CaseIterable>(of type: All.Type) -> [Any] { Array(type.allCases) }
}
