import StateMachineDiagrams
import StateMachineGraphs

extension MachineDescription {
    /// The modules in which its states and events are declared.
    var modules: [String] { declaringTypes.map { String($0.prefix { $0 != "." }) } }

    /// What the tables would be silent about: cases that are declared and that no sample has produced.
    func problems(with documentation: Documentation) -> [String] {
        let names = states.map(\.name) + events
        let seen = names.reduce(into: [:] as [String: Set<String>]) { seen, name in name.collectCases(into: &seen) }
        return declaringTypes.flatMap { type -> [String] in
            guard let declared = documentation.types[type] else {
                return ["\(name): the type \(type) is not in the symbol graph of its module; it may not be private."]
            }
            return declared.cases.map(\.name).filter { seen[type]?.contains($0) != true }.map { missing in
                "\(name): no sample has produced \(missing), a case of \(type). Add it to sampleEvents, or an event that leads to it."
            }
        } + defects.map { "\(name): \($0)" }
    }

    /// The types of its states and events, each once.
    ///
    /// Types of payloads that are no machines are not among them.
    private var declaringTypes: [String] {
        let seen = (states.map(\.name) + events).reduce(into: [:] as [String: Set<String>]) { seen, name in
            name.collectCases(into: &seen)
        }
        return seen.keys.sorted()
    }
}

extension Name {
    fileprivate func collectCases(into seen: inout [String: Set<String>]) {
        if let caseName { seen[String(type.prefix { $0 != "<" }), default: []].insert(caseName) }
        for region in regions { region.name.collectCases(into: &seen) }
    }
}
