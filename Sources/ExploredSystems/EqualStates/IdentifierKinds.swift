/// The kinds of identifiers in a system, with the types, properties and keys of each kind.
final class IdentifierKinds {
    private let tables: Tables
    /// Whether some identifiers own others.
    let haveOwners: Bool

    init(_ kinds: [SystemIdentifiers]) {
        var tables = Tables()
        for kind in kinds { tables.add(kind) }
        (self.tables, haveOwners) = (tables, !tables.ownerKinds.isEmpty)
    }

    var isEmpty: Bool { tables.all.isEmpty }

    func kind(of type: Any.Type) -> Int? { tables.kindsOfTypes[ObjectIdentifier(type)] }
    func kind(ofProperty name: String) -> Int? { tables.kindsOfProperties[name] }
    func kind(ofKeysIn name: String) -> Int? { tables.kindsOfKeys[name] }

    /// The owners that surround a value, by their kinds.
    typealias Owners = [Int: UInt64]

    /// Returns the scope of a number, which is compared only with other numbers of this scope.
    func scope(of kind: Int, _ found: Owners) -> Scope {
        guard haveOwners, let owner = tables.owners[kind] else { return Scope(kind: kind, owner: nil) }
        return Scope(kind: kind, owner: found[owner])
    }

    /// Returns the form of a move's subject that contains a number of a kind.
    func example(of kind: Int) -> String {
        let listed = tables.all[kind]
        if let type = listed.types.values.min() { return "value of the type \(type), as in of: \(type)(…)" }
        guard let property = listed.properties.min() else { return "value of a type that identifiers lists" }
        return
            "property that identifiers lists, as in struct Subject { let \(property): Int } and of: Subject(\(property): …)"
    }

    func isScoped(_ kind: Int) -> Bool { haveOwners && tables.owners[kind] != nil }

    /// Records a value as the owner of its neighbors if its kind can own other kinds.
    ///
    /// - Parameter kind: The kind of the value, if its surroundings determine a kind.
    func note(_ value: Any, kind: Int?, in found: inout Owners) {
        guard let kind = self.kind(of: type(of: value)) ?? kind, tables.ownerKinds.contains(kind) else { return }
        if let number = Self.number(in: value) { found[kind] = number }
    }

    /// Returns the integer in a value, or in its only stored property.
    private static func number(in value: Any) -> UInt64? {
        let type = type(of: value)
        if let number = wholeNumber(value, type) { return number }
        let reflected = ReflectedValue(value, type)
        guard reflected.style == .struct || reflected.style == .enum, reflected.count == 1 else { return nil }
        var number: UInt64?
        reflected.forEachChild { _, child in number = Self.number(in: child) }
        return number
    }

    /// A scope within which numbers are compared.
    struct Scope: Hashable {
        let kind: Int
        let owner: UInt64?
    }

    private struct Tables {
        var all: [SystemIdentifiers] = []
        var kindsOfTypes: [ObjectIdentifier: Int] = [:]
        var kindsOfProperties: [String: Int] = [:]
        var kindsOfKeys: [String: Int] = [:]
        /// For each kind, the kind of its owner.
        var owners: [Int?] = []
        var ownerKinds: Set<Int> = []

        /// Adds a kind, unless an equal kind exists, and returns its number.
        @discardableResult
        mutating func add(_ kind: SystemIdentifiers) -> Int {
            if let number = all.firstIndex(of: kind) { return number }
            let owner = kind.owner.first.map { add($0) }
            let number = all.count
            all.append(kind)
            owners.append(owner)
            if let owner { ownerKinds.insert(owner) }
            for type in kind.types.keys { kindsOfTypes[type] = number }
            for property in kind.properties { kindsOfProperties[property] = number }
            for key in kind.keys { kindsOfKeys[key] = number }
            return number
        }
    }
}

/// The rank of each identifier of a value within its scope.
struct IdentifierRanks {
    private var ranks: [IdentifierKinds.Scope: [UInt64: UInt64]] = [:]

    init(_ values: [IdentifierKinds.Scope: Set<UInt64>] = [:]) {
        ranks = values.mapValues { values in
            Dictionary(uniqueKeysWithValues: values.sorted().enumerated().map { ($1, UInt64($0)) })
        }
    }

    /// Returns the kinds of which a number is an identifier.
    func kinds(of number: Int64) -> Set<Int> {
        let word = WholeNumber.word(number)
        return Set(ranks.filter { $0.value[word] != nil }.map(\.key.kind))
    }

    subscript(number: UInt64, scope: IdentifierKinds.Scope) -> UInt64? { ranks[scope]?[number] }
}
