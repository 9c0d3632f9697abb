/// A record of the names and types in `SystemIdentifiers` that a reader has met.
final class IdentifierUse {
    private(set) var unused: UnusedIdentifiers
    /// The names that are not in `SystemIdentifiers`, if the record collects them.
    private(set) var otherNames = StoredNames()
    /// Whether to collect the names that are not in `SystemIdentifiers`.
    let isCollecting: Bool

    init(of kinds: [SystemIdentifiers], isCollecting: Bool) {
        unused = UnusedIdentifiers(kinds)
        self.isCollecting = isCollecting
    }

    /// Notes a type in `SystemIdentifiers`.
    func note(_ type: Any.Type) {
        if !unused.types.isEmpty { unused.types[ObjectIdentifier(type)] = nil }
    }

    /// Notes a stored property.
    func note(property name: String, isListed: Bool) {
        if !isListed {
            otherNames.properties.insert(name)
        } else if !unused.properties.isEmpty {
            unused.properties.remove(name)
        }
    }

    /// Notes a stored property if its value is a dictionary.
    func note(keysIn name: String, _ value: Any, areListed: Bool) {
        guard !unused.keys.isEmpty, Mirror(reflecting: value).displayStyle == .dictionary else { return }
        if areListed { unused.keys.remove(name) } else { otherNames.dictionaries.insert(name) }
    }
}

/// Names of stored properties and payloads.
struct StoredNames {
    var properties: Set<String> = []
    /// The names of the properties that store dictionaries.
    var dictionaries: Set<String> = []
}
