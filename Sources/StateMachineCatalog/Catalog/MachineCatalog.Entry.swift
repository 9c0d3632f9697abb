public import StateMachineDiagrams
public import StateMachineGraphs
public import StateMachines

extension MachineCatalog {
    /// A machine in the catalog.
    public struct Entry: Sendable {
        let name: String

        /// The type of the machine, with the name that an inspected app uses for it.
        let type: String

        let readme: String?
        let describe: @Sendable () throws -> MachineDescription

        /// Returns the entry of a machine, which is explored from its initial states.
        ///
        /// A machine with many states or with unbounded payloads needs `exploring`, which limits
        /// the exploration:
        ///
        /// ```swift
        /// .machine(
        ///     PrintQueue.self,
        ///     exploring: { try StateGraph(exploring: PrintQueue.self, abstractedBy: \.isEmpty) }
        /// )
        /// ```
        ///
        /// - Parameters:
        ///   - definition: The type of the machine.
        ///   - name: The name of the machine's page, which is the name of the type by default.
        ///   - properties: The properties of the machine. Each of them is checked and shown with
        ///     its verdict.
        ///   - readme: The path of another file that also shows the properties, between the lines
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample event needs to reach, each with a reason that the
        ///     page shows. An unnecessary exemption is an error.
        ///   - conditions: Names for what decides between the outcomes of an event. A name that
        ///     decides nothing is an error.
        ///   - explore: A closure that explores the machine, for example with a different state
        ///     limit, a key or a constraint.
        public static func machine<Definition: FiniteStateDefinition>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            conditions: [NamedCondition<Definition>] = [],
            exploring explore: @escaping @Sendable () throws -> StateGraph<Definition> = {
                try StateGraph(exploring: Definition.self)
            }
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, type: TypeName(String(reflecting: Definition.self)).key, readme: readme) {
                MachineDescription(
                    of: try explore(),
                    name: name,
                    properties: properties,
                    exemptions: exemptions,
                    conditions: conditions
                )
            }
        }
    }
}
