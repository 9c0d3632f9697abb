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

        /// A machine, explored from its initial states.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: The name of its page; by default the name of its type.
        ///   - properties: The properties of it; each is checked, and shown with its verdict.
        ///   - readme: The path of a file that shows the properties too, between two lines that say
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample has to produce, each with a reason that the page
        ///     shows. A needless one is an error.
        ///   - limit: How many states may be found.
        public static func machine<Definition: FiniteStateDefinition>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            limit: Int = 10_000
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, type: TypeName(String(reflecting: Definition.self)).key, readme: readme) {
                let graph = try StateGraph(exploring: Definition.self, limit: limit)
                return MachineDescription(of: graph, name: name, properties: properties, exemptions: exemptions)
            }
        }

        /// A machine whose payloads have no bound, explored up to what a key tells apart.
        ///
        /// - Parameters:
        ///   - definition: The machine.
        ///   - name: The name of its page; by default the name of its type.
        ///   - properties: The properties of it; each is checked, and shown with its verdict.
        ///   - readme: The path of a file that shows the properties too, between two lines that say
        ///     `<!-- properties of NAME -->` and `<!-- end of properties -->`.
        ///   - exemptions: Cases that no sample has to produce, each with a reason that the page
        ///     shows. A needless one is an error.
        ///   - limit: How many states may be found.
        ///   - key: The key of a state; states with equal keys count as one.
        public static func machine<Definition: FiniteStateDefinition, Key: Hashable & SendableMetatype>(
            _ definition: Definition.Type,
            name: String? = nil,
            properties: [MachineProperty<Definition>] = [],
            readme: String? = nil,
            exemptions: [MachineDescription.Exemption] = [],
            limit: Int = 10_000,
            abstractedBy key: @escaping @Sendable (Definition) -> Key
        ) -> Entry {
            let name = name ?? "\(Definition.self)"
            return Entry(name: name, type: TypeName(String(reflecting: Definition.self)).key, readme: readme) {
                let graph = try StateGraph(exploring: Definition.self, limit: limit, abstractedBy: key)
                return MachineDescription(of: graph, name: name, properties: properties, exemptions: exemptions)
            }
        }
    }
}
