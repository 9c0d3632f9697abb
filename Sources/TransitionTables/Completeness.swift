import StateMachineDiagrams
import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// The types of its states and events, each once.
    ///
    /// What is only a payload, such as the reason of a failure, is not among them.
    var declaringTypes: [TypeName] {
        let states = states.flatMap { $0.name.machines }
        let eventTypes = Set(states.compactMap(\.eventType))
        let events = events.flatMap(\.withInner).filter { eventTypes.contains($0.type) }
        return Set((states + events).map { TypeName($0.type) }).sorted { $0.key < $1.key }
    }

    /// What the tables would be silent about: cases that are declared and that no sample has produced.
    func problems(with documentation: Documentation) -> [String] {
        var seen: [String: Set<String>] = [:]
        for name in (states.map(\.name) + events).flatMap(\.withInner) {
            if let caseName = name.caseName { seen[TypeName(name.type).key, default: []].insert(caseName) }
        }
        return declaringTypes.flatMap { type -> [String] in
            guard let declared = documentation.types[type.key] else {
                return [
                    "\(name): \(type.key) is not in the symbol graph of \(type.module). If it is private, make it internal."
                ]
            }
            return declared.cases.map(\.name).uniqued().filter { seen[type.key]?.contains($0) != true }.map { missing in
                """
                \(name): no sample has produced \(missing), a case of \(type.key). Add it to sampleEvents, or an event that \
                leads to it.
                """
            }
        } + defects.map { "\(name): \($0)" }
    }
}

extension Name {
    /// The name and all names inside it.
    var withInner: [Name] { [self] + regions.flatMap(\.name.withInner) }

    /// Those that are states, and no other payload.
    var machines: [Name] { withInner.filter { $0.eventType != nil } }
}
