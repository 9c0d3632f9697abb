import StateMachineDiagrams
import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// The types of its states and events, each once, without types that occur only as payloads.
    var declaringTypes: [TypeName] {
        let states = states.flatMap { $0.name.machines }
        let eventTypes = Set(states.compactMap(\.eventType))
        let events = events.flatMap(\.withInner).filter { eventTypes.contains($0.type) }
        return Set((states + events).map { TypeName($0.type) }).sorted { $0.key < $1.key }
    }

    /// The declared cases that no sample has produced, and needless exemptions.
    func problems(with documentation: SourceDocumentation) -> [String] {
        var seen: Set<DeclaredCase> = Set(passing.map { DeclaredCase(type: $0.type, name: $0.caseName) })
        for name in (states.map(\.name) + events).flatMap(\.withInner) {
            if let caseName = name.caseName { seen.insert(DeclaredCase(type: name.type, name: caseName)) }
        }
        var problems: [String] = []
        var missing: [DeclaredCase] = []
        for type in declaringTypes {
            if let declared = documentation.types[type.key] {
                missing += declared.cases.map { DeclaredCase(key: type.key, name: $0.name) }.uniqued(
                    without: Array(seen)
                )
            } else {
                problems.append(
                    "\(name): \(type.key) is not in the symbol graph of \(type.module). If it is private, make it internal."
                )
            }
        }
        let exempt = exemptions.map { DeclaredCase(type: $0.type, name: $0.caseName) }
        problems += missing.uniqued(without: exempt).map { missing in
            """
            \(name): no sample has produced \(missing.name), a case of \(missing.key). Add it to sampleEvents, or an event that \
            leads to it. If nothing in this machine can, give it an exemption: .init(\(missing.typeName).\(missing.name), because: "…").
            """
        }
        problems += exempt.uniqued(without: missing).map { exempt in
            "\(name): \(exempt.name), a case of \(exempt.key), is exempt without need. Remove the exemption."
        }
        return problems + defects.map { "\(name): \($0)" }
    }
}

/// A case of a type, by the name that the type has in the source.
private struct DeclaredCase: Hashable {
    var key: String
    var name: String

    /// The type without its module.
    var typeName: String { key.split(separator: ".").dropFirst().joined(separator: ".") }

    init(key: String, name: String) {
        self.key = key
        self.name = name
    }

    init(type: String, name: String) {
        self.init(key: TypeName(type).key, name: name)
    }
}

extension ValueName {
    /// The name and all names inside it.
    var withInner: [ValueName] { [self] + regions.flatMap(\.name.withInner) }

    /// The names among them that are states.
    var machines: [ValueName] { withInner.filter { $0.eventType != nil } }
}
