import StateMachineDiagrams
import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// The types of the machine's states and events, without duplicates.
    ///
    /// Types that only occur as payloads are omitted.
    var declaringTypes: [TypeName] {
        let states = states.flatMap { $0.name.machines }
        let eventTypes = Set(states.compactMap(\.eventType))
        let events = events.flatMap(\.withInner).filter { eventTypes.contains($0.type) }
        return Set((states + events).map { TypeName($0.type) }).sorted { $0.key < $1.key }
    }

    /// Returns messages about missing cases, unnecessary exemptions and other defects.
    ///
    /// The graph has found most missing cases. The symbol graph adds those that reflection cannot
    /// tell, for example if the machine was explored with a key.
    func problems(with documentation: SourceDocumentation) -> [String] {
        var seen: Set<DeclaredCase> = Set(passing.map { DeclaredCase($0.typedCase) })
        for name in (states.map(\.name) + events).flatMap(\.withInner) {
            if let caseName = name.caseName { seen.insert(DeclaredCase(key: TypeName(name.type).key, name: caseName)) }
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
                    "\(name): \(type.key) is not in the symbol graph of \(type.module). If the type is private, make it internal."
                )
            }
        }
        let exempt = exemptions.map { DeclaredCase($0.typedCase) }
        missing = (missing + missingCases.map { DeclaredCase($0.typedCase) }).uniqued()
        problems += missing.uniqued(without: exempt).map { missing in
            """
            \(name): no sample event produces the case \(missing.name) of \(missing.key). Add it to sampleEvents, or add an event that \
            leads to it. If the machine leaves the state within the event that enters it, list the state in passingStates. If this machine \
            cannot reach the case, add an exemption: .init(\(missing.typeName).\(missing.name), because: "…").
            """
        }
        problems += exempt.uniqued(without: missing).map { exempt in
            "\(name): the exemption for the case \(exempt.name) of \(exempt.key) is not needed. Remove it."
        }
        return problems + otherDefects.map { "\(name): \($0)" }
    }
}

/// A case, identified by the name that its type has in the source.
private struct DeclaredCase: Hashable {
    var key: String
    var name: String

    /// The name of the type without its module.
    var typeName: String { key.split(separator: ".").dropFirst().joined(separator: ".") }

    init(key: String, name: String) {
        self.key = key
        self.name = name
    }

    init(_ typed: TypedCase) { self.init(key: TypeName(typed.type).key, name: typed.name) }
}

extension ValueName {
    /// The name and its nested names.
    var withInner: [ValueName] { [self] + regions.flatMap(\.name.withInner) }

    /// The names of states among this name and its nested names.
    var machines: [ValueName] { withInner.filter { $0.eventType != nil } }
}
