/// The definitions of machines in Swift files, as the compiler lists them.
struct SwiftDefinitions {
    typealias Symbol = SymbolGraphFile.Symbol

    /// The declarations in the files.
    let symbols: [Symbol]

    private let byID: [String: Symbol]
    private let members: [String: [Symbol]]
    private let conformances: [String: Set<String>]

    init(_ graphs: [SymbolGraphFile]) {
        // The order in which the compiler writes symbols is not documented.
        let symbols = graphs.flatMap(\.symbols).sorted {
            ($0.location?.uri ?? "", $0.place.0, $0.place.1) < ($1.location?.uri ?? "", $1.place.0, $1.place.1)
        }
        byID = Dictionary(symbols.map { ($0.id, $0) }) { first, _ in first }
        let relationships = graphs.flatMap(\.relationships)
        var owners: [String: String] = [:]
        var conformances: [String: Set<String>] = [:]
        for relationship in relationships {
            switch relationship.kind {
            case "memberOf": owners[relationship.source] = relationship.target
            case "conformsTo":
                if let name = relationship.targetFallback ?? byID[relationship.target]?.path {
                    conformances[relationship.source, default: []].insert(name)
                }
            default: break
            }
        }
        self.symbols = symbols
        self.conformances = conformances
        members = Dictionary(grouping: symbols.filter { owners[$0.id] != nil }) { owners[$0.id] ?? "" }
    }

    /// Returns the declaration with an identifier; `nil` if the files do not contain it.
    func symbol(_ id: String) -> Symbol? { byID[id] }

    /// Returns the members of a type of one kind, such as `swift.enum.case`, in source order.
    func members(of type: Symbol, _ kind: String) -> [Symbol] {
        members[type.id, default: []].filter { $0.kind.identifier == kind }
    }

    /// Returns whether a type conforms to a protocol, such as `Swift.CaseIterable`.
    func conforms(_ type: Symbol, to name: String) -> Bool { conformances[type.id]?.contains(name) == true }

    /// Returns whether tools can explore a machine without more code.
    func isFinite(_ type: Symbol) -> Bool { conforms(type, to: "StateMachines.FiniteStateDefinition") }

    /// Returns the definition in the user's files with a name, or the only one.
    ///
    /// If several definitions are in the files, a single one that lists its sample events is the
    /// one to show.
    func definition(named name: String?, in files: SwiftFiles, at path: String) throws(Problem) -> Symbol {
        let all = symbols.filter { conforms($0, to: "StateMachines.StateDefinition") && files.contain($0) }
        guard !all.isEmpty else {
            throw Problem(
                "\(path) does not contain a machine. A machine is an enum or a struct that conforms to StateDefinition "
                    + "and is not private."
            )
        }
        let finite = all.filter(isFinite)
        let found = name.map { name in all.filter { $0.path == name } } ?? (finite.count == 1 ? finite : all)
        if found.count == 1 { return found[0] }
        let list = all.map(\.path).joined(separator: ", ")
        throw Problem(
            name.map { "\(path) does not contain a machine called \($0). Its machines are: \(list)." }
                ?? "\(path) contains several machines: \(list). Choose one: \(path)#\(all[0].path)"
        )
    }
}
