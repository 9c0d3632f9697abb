public import StateMachineDiagrams
public import StateMachineGraphs
public import StateMachines

extension MachineCatalog {
    /// A machine in the catalog.
    public struct Entry: Sendable {
        let name: String

        /// The type of the machine, as an inspected app names it.
        let type: String

        let readme: String?
        let describe: @Sendable () throws -> MachineDescription

        /// A machine of a package.
        ///
        /// It is explored from its initial states. A machine with many states, or with payloads
        /// that have no bound, needs `exploring`, which says how far:
        ///
        /// ```swift
        /// .machine(
        ///     PrintQueue.self,
        ///     exploring: { try StateGraph(exploring: PrintQueue.self, abstractedBy: \.isEmpty) }
        /// )
        /// ```
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: The name of its page; by default the name of its type.
        ///   - properties: The properties of it; each is checked, and shown with its verdict.
        ///   - readme: The path of a file that shows the properties too, between two lines that say
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample has to produce, each with a reason that the page
        ///     shows. A needless one is an error.
        ///   - explore: Explores the machine: with another limit of states, a key or a constraint.
        public static func machine<Definition: FiniteStateDefinition>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            exploring explore: @escaping @Sendable () throws -> StateGraph<Definition> = {
                try StateGraph(exploring: Definition.self)
            }
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, type: TypeName(String(reflecting: Definition.self)).key, readme: readme) {
                MachineDescription(of: try explore(), name: name, properties: properties, exemptions: exemptions)
            }
        }
    }
}
