import StateMachineGraphs

/// A reader of everything that a value stores, by reflection.
///
/// It reads private properties, payloads and the objects that references lead to. Sets and
/// dictionaries have no order, so it sorts their elements. When it meets an object again, it writes
/// a reference to the first occurrence, so that cycles end.
struct StructureReader {
    private let kinds: IdentifierKinds
    private let unread = UnreadProperties()
    private let use: IdentifierUse

    init(identifiers kinds: [SystemIdentifiers], collectingNames isCollecting: Bool = false) {
        self.kinds = IdentifierKinds(kinds)
        use = IdentifierUse(of: kinds, isCollecting: isCollecting)
    }

    /// The stored properties that reflection could not read so far.
    var unreadProperties: [String] { unread.names.sorted() }

    /// The names and types in ``SystemIdentifiers`` that no value contained so far.
    var unusedIdentifiers: UnusedIdentifiers { use.unused }

    /// The other names of stored properties, if the reader collects them.
    var otherNames: StoredNames { use.otherNames }

    /// The result of reading a value.
    struct Structure {
        let key: StructuralKey

        /// Whether the value contains objects, which its copies share.
        let hasReferences: Bool
    }

    /// Reads a value.
    func structure(of value: Any) -> Structure {
        var reading = StructureReading()
        read(value, kind: nil, keys: nil, into: &reading)
        reading.rankIdentifiers()
        reading.numberObjects()
        return Structure(key: StructuralKey(reading.words), hasReferences: reading.hasObjects)
    }

    /// Returns the rank of each identifier of a value within its scope.
    func ranks(in value: Any) -> IdentifierRanks {
        guard !kinds.isEmpty else { return IdentifierRanks() }
        var reading = StructureReading()
        read(value, kind: nil, keys: nil, into: &reading)
        return reading.ranks
    }

    /// Returns the objects that a value leads to.
    func objects(in value: Any) -> SharedObjects {
        var reading = StructureReading()
        read(value, kind: nil, keys: nil, into: &reading)
        return SharedObjects(reading.met.values.map { ($0, ownKey(of: $0)) })
    }

    /// Returns a digest of an object's stored values, with only the identities of other objects.
    func ownKey(of object: AnyObject) -> StructuralKey {
        var reading = StructureReading()
        reading.followsReferences = false
        readContents(of: object, nil, into: &reading)
        return StructuralKey(reading.words)
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - kind: The kind of the integers in the value, if they are identifiers.
    ///   - keys: The kind of the dictionary keys in the value, if they are identifiers.
    private func read(_ value: Any, kind: Int?, keys: Int?, into reading: inout StructureReading) {
        let type = Swift.type(of: value)
        let kind = kinds.haveTypes ? self.kind(of: type) ?? kind : kind
        // Values of different types may store equal contents, for example in an existential.
        reading.append(UInt64(UInt(bitPattern: ObjectIdentifier(type))))
        if let number = wholeNumber(value, type) {
            guard let kind, type != Bool.self else { return reading.append(number) }
            return reading.append(number, kinds.scope(of: kind, reading.owners), isScoped: kinds.isScoped(kind))
        }
        if type == String.self, let text = value as? String { return reading.append(text) }

        let value = ReflectedValue(value, type)
        switch value.style {
        case .struct:
            if let custom = value.value as? any CustomReflectable, readCollection(custom, kind, keys, into: &reading) {
                return
            }
            if value.count == 0 { reading.append("") }
            readChildren(of: value, kind, into: &reading)
        case .tuple: readChildren(of: value, kind, into: &reading)
        case .enum:
            guard value.count > 0 else {
                return reading.append(ValueName.caseName(withoutPayload: value.value))
            }
            value.forEachChild { label, payload in
                reading.append(label)
                read(payload, kind: kind, keys: nil, into: &reading)
            }
        case .class: readObject(value.value as AnyObject, kind, into: &reading)
        case .bits: value.withBits { reading.append($0) }
        case .other: reading.append(String(describing: value.value))
        }
    }

    /// Reads stored properties; identifiers among them own the numbers in the other properties.
    private func readChildren(of value: ReflectedValue, _ kind: Int?, into reading: inout StructureReading) {
        let owners = reading.owners
        if kinds.haveOwners, value.count > 1 {
            value.forEachChild { label, child in
                kinds.note(child, kind: kinds.kind(ofProperty: label), in: &reading.owners)
            }
        }
        value.forEachChild { label, child in
            guard kinds.haveNames else { return read(child, kind: kind, keys: nil, into: &reading) }
            let keys = self.kind(ofKeysIn: label, child)
            read(child, kind: self.kind(ofProperty: label) ?? kind, keys: keys, into: &reading)
        }
        if kinds.haveOwners { reading.owners = owners }
    }

    /// Reads the elements of a collection; returns false if its mirror is not a collection.
    private func readCollection(
        _ value: any CustomReflectable,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StructureReading
    ) -> Bool {
        let mirror = value.customMirror
        if value is any MirroredPart {
            for (label, child) in mirror.children {
                let kindOfChild = label.flatMap { self.kind(ofProperty: $0) } ?? kind
                read(child, kind: kindOfChild, keys: nil, into: &reading)
            }
            return true
        }
        switch mirror.displayStyle {
        case .set where value is any UnorderedCollection, .dictionary where value is any UnorderedCollection:
            let elements = mirror.children.map { child in
                var element = reading.inner()
                readElement(child.value, of: mirror, kind, keys, into: &element)
                return element
            }
            reading.append(unordered: elements)
        case .collection, .set, .dictionary:
            reading.append(UInt64(mirror.children.count))
            for child in mirror.children { readElement(child.value, of: mirror, kind, keys, into: &reading) }
        case nil, .some: return false
        }
        return true
    }

    /// Reads an element, or the key and the value of an entry; the key owns the value.
    private func readElement(
        _ element: Any,
        of mirror: Mirror,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StructureReading
    ) {
        // An entry is a tuple whose labels, `key` and `value`, are not the names of properties.
        guard mirror.displayStyle == .dictionary else {
            return read(element, kind: kind, keys: nil, into: &reading)
        }
        let (entry, owners) = (Array(Mirror(reflecting: element).children), reading.owners)
        if let key = entry.first {
            kinds.note(key.value, kind: keys ?? kind, in: &reading.owners)
            read(key.value, kind: keys ?? kind, keys: nil, into: &reading)
        }
        if let value = entry.last { read(value.value, kind: kind, keys: nil, into: &reading) }
        reading.owners = owners
    }

    private func readObject(_ object: AnyObject, _ kind: Int?, into reading: inout StructureReading) {
        if reading.appendReference(to: object) { readContents(of: object, kind, into: &reading) }
    }

    private func readContents(of object: AnyObject, _ kind: Int?, into reading: inout StructureReading) {
        unread.note(type(of: object))
        let owners = reading.owners
        var children: [Mirror.Child] = []
        var part: Mirror? = Mirror(reflecting: object)
        while let mirror = part {
            children += mirror.children
            part = mirror.superclassMirror
        }
        if kinds.haveOwners {
            for (label, child) in children {
                kinds.note(child, kind: label.flatMap { kinds.kind(ofProperty: $0) }, in: &reading.owners)
            }
        }
        for (label, child) in children {
            let kind = label.flatMap { self.kind(ofProperty: $0) } ?? kind
            read(child, kind: kind, keys: label.flatMap { self.kind(ofKeysIn: $0, child) }, into: &reading)
        }
        reading.owners = owners
    }

    private func kind(of type: Any.Type) -> Int? {
        let kind = kinds.kind(of: type)
        if kind != nil { use.note(type) }
        return kind
    }

    private func kind(ofProperty name: String) -> Int? {
        let kind = kinds.kind(ofProperty: name)
        if kind != nil || use.isCollecting { use.note(property: name, isListed: kind != nil) }
        return kind
    }

    private func kind(ofKeysIn name: String, _ value: Any) -> Int? {
        let kind = kinds.kind(ofKeysIn: name)
        if kind != nil || use.isCollecting { use.note(keysIn: name, value, areListed: kind != nil) }
        return kind
    }
}

extension StructureReader {
    /// Returns a description of a value, with ranks instead of identifiers.
    func text(of value: Any, _ ranks: IdentifierRanks) -> String {
        text(of: value, ranks, kind: nil, [:])
    }

    private func text(of value: Any, _ ranks: IdentifierRanks, kind: Int?, _ owners: IdentifierKinds.Owners) -> String {
        let type = Swift.type(of: value)
        let kind = self.kind(of: type) ?? kind
        if let number = wholeNumber(value, type) {
            let rank = kind.flatMap { ranks[number, kinds.scope(of: $0, owners)] }
            return rank.map(String.init) ?? "\(value)"
        }
        let mirror = Mirror(reflecting: value)
        func parts(_ separator: String) -> String {
            var owners = owners
            func kindOfChild(_ label: String?) -> Int? { label.flatMap { self.kind(ofProperty: $0) } }
            for child in mirror.children { kinds.note(child.value, kind: kindOfChild(child.label), in: &owners) }
            let parts = mirror.children.map { child in
                text(of: child.value, ranks, kind: kindOfChild(child.label) ?? kind, owners)
            }
            return parts.joined(separator: separator)
        }
        switch mirror.displayStyle {
        case .struct, .tuple: return mirror.children.isEmpty ? "\(value)" : parts(".")
        case .optional: return mirror.children.isEmpty ? "nil" : parts("")
        case .collection: return "[\(parts(", "))]"
        case .enum:
            let name = ValueName.caseName(of: value, mirror)
            return mirror.children.isEmpty ? name : "\(name)(\(parts("")))"
        case nil, .some: return "\(value)"
        }
    }
}

/// A collection whose elements have no order.
///
/// Other types may have the mirror of a set or a dictionary although their elements are ordered.
protocol UnorderedCollection {}

extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
