import StateMachines

/// Cases of states or events, and of the types inside them, that occur in a graph.
///
/// A `CaseIterable` type declares the cases in `allCases`, and any other enum declares the cases in
/// its metadata.
struct CaseCoverage {
    private let root: ObjectIdentifier
    private let isDeclaring: (Any.Type) -> Bool
    private let usesMetadata: Bool
    private var declarations: [Declaration] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// Types whose values contain nothing to count.
    private var leaves: Set<ObjectIdentifier> = []

    /// Deep values that were already counted.
    ///
    /// If many states share a part, it is counted only once.
    private var deepValues: Set<AnyHashable> = []

    private struct Declaration {
        let type: Any.Type
        let cases: [String]
        var found: Set<String> = []
    }

    /// Counts the cases of a definition and of its nested states.
    ///
    /// In a graph with a key, the metadata is not used because the exploration may have reached a
    /// state that does not represent its key.
    init<Definition>(ofStatesIn graph: StateGraph<Definition>) {
        root = ObjectIdentifier(Definition.self)
        isDeclaring = { $0 is any StateDefinition.Type }
        usesMetadata = !graph.isAbstracted
        declare(Definition.self)
        guard let type = Definition.self as? any CaseIterable.Type else { return }
        // In a graph with a key, another state may represent the key of this case.
        for state in allCases(of: type) {
            if let state = state as? Definition, graph.node(of: state) != nil { count(state) }
        }
    }

    /// Counts the cases of events and of every enum inside them.
    init(ofEvents type: Any.Type) {
        root = ObjectIdentifier(type)
        isDeclaring = { declaredCases(of: $0) != nil }
        usesMetadata = true
        if isDeclaring(type) { declare(type) }
    }

    /// Declared cases that were not counted.
    var missing: [(type: Any.Type, caseName: String)] {
        declarations.flatMap { declaration in
            declaration.cases.filter { !declaration.found.contains($0) }.map { (declaration.type, $0) }
        }
    }

    /// Event types of all counted states.
    var eventTypes: Set<ObjectIdentifier> {
        func eventType<State: StateDefinition>(of _: State.Type) -> Any.Type { State.Event.self }
        let states = declarations.compactMap { $0.type as? any StateDefinition.Type }
        return Set(states.map { ObjectIdentifier(eventType(of: $0)) })
    }

    /// Whether values of the outermost type have nothing to count.
    var isComplete: Bool { leaves.contains(root) }

    /// Counts the cases of a state or an event, and of the values inside it.
    mutating func count(_ value: Any) { _ = count(inside: value, depth: 0) }

    /// Counts the cases inside a value.
    ///
    /// - Returns: Whether another value of the same type may contain other cases.
    private mutating func count(inside value: Any, depth: Int) -> Bool {
        let type = type(of: value)
        let id = ObjectIdentifier(type)
        guard !leaves.contains(id) else { return false }
        if wasCounted(value, depth: depth) { return true }
        let mirror = Mirror(reflecting: value)
        var isVariable = mirror.displayStyle != .struct && mirror.displayStyle != .tuple
        // A cast of the value would also find the state inside an optional value.
        if indices[id] == nil, isDeclaring(type) { declare(type) }
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

    /// Remembers a deep value and returns whether it was already counted.
    ///
    /// Only values at the depths 8, 16, 32 and so on are remembered. A lookup hashes the entire
    /// value, so a lookup at each depth would take quadratic time. If each state adds one level to
    /// the previous one, a lookup at depth 8 or 16 finds an earlier state's levels.
    private mutating func wasCounted(_ value: Any, depth: Int) -> Bool {
        guard depth >= 8, depth & (depth - 1) == 0, let value = value as? any Hashable else { return false }
        return !deepValues.insert(AnyHashable(value)).inserted
    }

    private mutating func declare(_ type: Any.Type) {
        let cases =
            (type as? any CaseIterable.Type).map { allCases(of: $0).map { ValueName.ownName(of: $0) } }
            ?? (usesMetadata ? declaredCases(of: type) : nil) ?? []
        indices[ObjectIdentifier(type)] = declarations.count
        declarations.append(Declaration(type: type, cases: cases.uniqued()))
    }

    private func allCases<All: CaseIterable>(of type: All.Type) -> [Any] { Array(type.allCases) }
}
