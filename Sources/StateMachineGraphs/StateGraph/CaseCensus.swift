import StateMachines

/// Which cases of a definition, and of the states inside it, are there: as far as the types are `CaseIterable`.
struct CaseCensus<Definition: FiniteStateDefinition> {
    private var declared: [(type: String, shortType: String, cases: [String])] = []
    private var found: [String: Set<String>] = [:]

    init(of graph: StateGraph<Definition>) {
        declare(Definition.self)
        guard let type = Definition.self as? any CaseIterable.Type else { return }
        // With an abstraction, a case may be there without representing its key.
        for state in allCases(of: type) {
            if let state = state as? Definition, graph.node(of: state) != nil { count(state) }
        }
    }

    /// What is declared and was not counted.
    var missing: [(type: String, caseName: String)] {
        declared.flatMap { declaration in
            let cases = declaration.cases.filter { found[declaration.type]?.contains($0) != true }
            return cases.map { (declaration.shortType, $0) }
        }
    }

    /// Counts a state and all inside it.
    mutating func count(_ state: Definition) {
        if count(Name(of: state)) { declareTypes(in: state) }
    }

    /// Whether there was a type that had not been seen.
    @discardableResult
    private mutating func count(_ name: Name) -> Bool {
        let isNew = found[name.type] == nil
        found[name.type, default: []].insert(name.caseName ?? name.description)
        return name.regions.reduce(isNew) { isNew, region in count(region.name) || isNew }
    }

    private mutating func declareTypes(in value: Any) {
        if let state = value as? any StateDefinition { declare(type(of: state)) }
        for child in Mirror(reflecting: value).children { declareTypes(in: child.value) }
    }

    private mutating func declare(_ type: any StateDefinition.Type) {
        let name = String(reflecting: type)
        guard let iterable = type as? any CaseIterable.Type, !declared.contains(where: { $0.type == name }) else { return }
        let cases = allCases(of: iterable).map { state in
            let name = Name(of: state)
            return name.caseName ?? name.description
        }
        declared.append((name, "\(type)", cases.uniqued()))
    }

    private func allCases<All: CaseIterable>(of type: All.Type) -> [Any] { Array(type.allCases) }
}
