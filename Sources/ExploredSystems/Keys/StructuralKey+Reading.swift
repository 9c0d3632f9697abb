import Foundation
import StateMachineGraphs

/// A reader of everything that a value stores, by reflection.
///
/// It reads private properties, payloads and the objects that references lead to. Sets and
/// dictionaries have no order, so it sorts their elements. When it meets an object again, it writes
/// a reference to the first occurrence, so that cycles end. Addresses differ from state to state, so
/// it writes numbers instead. What it cannot read it names.
struct StructureReader {
    private let kinds: IdentifierKinds
    private let forms: TypeForms
    private let hidden = HiddenProperties()
    private let addresses = ProcessAddresses()
    private let use: IdentifierUse

    /// Creates a reader with the identifiers and the readings of a system.
    init<System: ExploredSystem>(of _: System.Type, collectingNames isCollecting: Bool = false) {
        self.init(identifiers: System.identifiers, readings: System.readings, collectingNames: isCollecting)
    }

    init(
        identifiers kinds: [SystemIdentifiers],
        readings: [SystemReading] = [],
        collectingNames isCollecting: Bool = false
    ) {
        self.kinds = IdentifierKinds(kinds)
        forms = TypeForms(readings)
        use = IdentifierUse(of: kinds, isCollecting: isCollecting)
    }

    /// The stored properties that hide something and were met so far.
    var hiddenProperties: [HiddenProperty] { hidden.list }

    /// The names and types in ``SystemIdentifiers`` that no value contained so far.
    var unusedIdentifiers: UnusedIdentifiers { use.unused }

    /// The other names of stored properties, if the reader collects them.
    var otherNames: StoredNames { use.otherNames }

    /// The result of reading a value.
    struct Structure {
        let key: StructuralKey

        /// The key with identifiers instead of their ranks; `nil` if the value has no identifiers.
        let rawKey: StructuralKey?

        /// Whether the value contains objects, which its copies share.
        let hasReferences: Bool

        /// Whether the order of a set or a dictionary may differ in an equal value.
        let hasHashOrder: Bool
    }

    /// Reads a value.
    func structure(of value: Any) -> Structure {
        var reading = StructureReading()
        read(value, kind: nil, keys: nil, into: &reading)
        let rawKey = reading.hasIdentifiers ? StructuralKey(reading.words) : nil
        reading.rankIdentifiers()
        reading.numberReferences()
        for (address, name) in reading.identities where reading.met[address] == nil {
            hidden.note(.identity, in: name)
        }
        return Structure(
            key: StructuralKey(reading.words),
            rawKey: rawKey,
            hasReferences: reading.hasObjects,
            hasHashOrder: reading.hasHashOrder
        )
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

    /// Returns the orders of the sets and dictionaries in a value, by the properties that store them.
    func orders(in value: Any) -> [String: [[Int]]] {
        var reading = StructureReading()
        reading.orders = [:]
        read(value, kind: nil, keys: nil, into: &reading)
        return reading.orders ?? [:]
    }

    /// Returns a digest of an object's stored values, with only the identities of other objects.
    func ownKey(of object: AnyObject) -> StructuralKey {
        var reading = StructureReading()
        reading.followsReferences = false
        switch forms.form(of: object, Swift.type(of: object)) {
        case .custom(let custom): readCustom(object, Swift.type(of: object), custom, nil, into: &reading)
        case .part, .collection, .unordered, .fields, .enum, .object, .number, .address, .identity, .function, .encoded,
            .description:
            readContents(of: object, nil, isOwn: true, into: &reading)
        }
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
        let value = ReflectedValue.unwrapped(value, type)
        read(value, type, forms.form(of: value, type), kind, keys, into: &reading)
    }

    /// Reads a value that has no existential around it.
    private func read(
        _ value: Any,
        _ type: Any.Type,
        _ form: TypeForm,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StructureReading
    ) {
        switch form {
        case .custom(let custom): readCustom(value, type, custom, kind, into: &reading)
        case .part: readPart(value, kind, into: &reading)
        case .collection, .unordered: readCollection(value, kind, keys, into: &reading)
        case .fields(let style, let isOwn, let isWhole):
            if !isWhole { note(.unreflected, in: type, reading) }
            readFields(of: ReflectedValue(unwrapped: value, type, style), kind, isOwn ? type : nil, into: &reading)
        case .enum: readCase(ReflectedValue(unwrapped: value, type, .enum), kind, into: &reading)
        case .object(let isOwn):
            let object = value as AnyObject
            if reading.appendReference(to: object) {
                readContents(of: object, kind, isOwn: isOwn, into: &reading)
            }
        case .number(let count):
            ReflectedValue(unwrapped: value, type, .bits).withBits { bytes in
                reading.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            }
        case .address(let content):
            note(content, in: type, reading)
            readAddress(in: ReflectedValue(unwrapped: value, type, .bits), into: &reading)
        case .identity: readIdentity(value, type, into: &reading)
        case .function: readFunction(ReflectedValue(unwrapped: value, type, .function), type, into: &reading)
        case .encoded:
            let text = (value as? any Encodable).flatMap { try? Self.encoder.encode($0) }
            reading.append(text.map { String(decoding: $0, as: UTF8.self) } ?? String(reflecting: value))
        case .description: reading.append(String(describing: value))
        }
    }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()

    /// Notes something hidden, in the present property or in a type of which a property was not read.
    private func note(_ content: HiddenProperty.Content, in type: Any.Type, _ reading: StructureReading) {
        hidden.note(content, in: Self.name(of: reading.place, or: type))
    }

    private static func name(of place: (type: Any.Type, name: String)?, or type: Any.Type) -> String {
        place.map { "\($0.type).\($0.name)" } ?? "\(type)"
    }

    /// Reads a value as the system says.
    private func readCustom(
        _ value: Any,
        _ type: Any.Type,
        _ custom: SystemReading,
        _ kind: Int?,
        into reading: inout StructureReading
    ) {
        if reading.followsReferences, type is AnyClass, !reading.appendReference(to: value as AnyObject) { return }
        let result = custom.read(value)
        // The result may be a value of the same type, of which something was left out.
        guard Swift.type(of: result) == type else { return read(result, kind: kind, keys: nil, into: &reading) }
        let plain = ReflectedValue.unwrapped(result, type)
        if type is AnyClass { return readContents(of: plain as AnyObject, kind, isOwn: true, into: &reading) }
        read(plain, type, TypeForms.form(of: plain, type), kind, nil, into: &reading)
    }

    private func readCase(_ value: ReflectedValue, _ kind: Int?, into reading: inout StructureReading) {
        if let number = value.caseNumber {
            reading.append(number)
        } else {
            reading.append(String(describing: value.value))
        }
        guard value.count > 0 else { return }
        value.forEachChild { _, payload in read(payload, kind: kind, keys: nil, into: &reading) }
    }

    /// Reads stored properties; identifiers among them own the numbers in the other properties.
    ///
    /// - Parameter holder: The type that declares the properties, if it is a user's own.
    private func readFields(
        of value: ReflectedValue,
        _ kind: Int?,
        _ holder: Any.Type?,
        into reading: inout StructureReading
    ) {
        let (owners, place) = (reading.owners, reading.place)
        if kinds.haveOwners, value.count > 1 {
            value.forEachChild { label, child in
                kinds.note(child, kind: kinds.kind(ofProperty: label), in: &reading.owners)
            }
        }
        value.forEachField { field, child in
            let label = field?.name ?? ""
            if let holder { reading.place = (holder, label) }
            if let field, !field.isStrong, !Self.isMissing(child) {
                note(.lifetime, in: holder ?? field.type, reading)
            }
            guard kinds.haveNames else { return read(child, kind: kind, keys: nil, into: &reading) }
            let keys = self.kind(ofKeysIn: label, child)
            read(child, kind: self.kind(ofProperty: label) ?? kind, keys: keys, into: &reading)
        }
        reading.place = place
        if kinds.haveOwners { reading.owners = owners }
    }

    /// Returns whether a value is an optional without a value.
    private static func isMissing(_ value: Any) -> Bool {
        let reflected = ReflectedValue(value, Swift.type(of: value))
        return reflected.style == .enum && reflected.count == 0
    }

    /// Reads what the mirror of a part shows.
    private func readPart(_ value: Any, _ kind: Int?, into reading: inout StructureReading) {
        for (label, child) in (value as? any MirroredPart)?.customMirror.children ?? .init([]) {
            let kindOfChild = label.flatMap { self.kind(ofProperty: $0) } ?? kind
            read(child, kind: kindOfChild, keys: nil, into: &reading)
        }
    }

    private func readCollection(_ value: Any, _ kind: Int?, _ keys: Int?, into reading: inout StructureReading) {
        guard let collection = value as? any NamedCollection else { return }
        if let collection = collection as? any UnorderedCollection {
            var elements: [StructureReading] = []
            collection.forEachPart { part in
                var element = reading.inner()
                read(part, kind, keys, into: &element)
                elements.append(element)
            }
            if elements.count > 1, Swift.type(of: collection).hasHashOrder {
                reading.hasHashOrder = true
                if reading.orders != nil {
                    reading.noteOrder(of: elements, in: Self.name(of: reading.place, or: Swift.type(of: value)))
                }
            }
            return reading.append(unordered: elements)
        }
        for position in collection.positions { read(position, kind: nil, keys: nil, into: &reading) }
        if kind == nil, collection.withBytes({ reading.append($0) }) { return }
        reading.append(UInt64(collection.partCount))
        collection.forEachPart { read($0, kind, keys, into: &reading) }
    }

    /// Reads an element, or the key and the value of an entry; the key owns the value.
    private func read(_ part: CollectionPart, _ kind: Int?, _ keys: Int?, into reading: inout StructureReading) {
        switch part {
        case .element(let element): read(element, kind: kind, keys: nil, into: &reading)
        case .entry(let key, let value):
            let owners = reading.owners
            kinds.note(key, kind: keys ?? kind, in: &reading.owners)
            read(key, kind: keys ?? kind, keys: nil, into: &reading)
            read(value, kind: kind, keys: nil, into: &reading)
            reading.owners = owners
        }
    }

    private func readContents(of object: AnyObject, _ kind: Int?, isOwn: Bool, into reading: inout StructureReading) {
        let type: AnyClass = Swift.type(of: object)
        let layout = TypeLayout.layout(of: type)
        for name in layout.noncopyable { hidden.note(.noncopyable, in: "\(type).\(name)") }
        if !layout.isWhole { note(.unreflected, in: type, reading) }
        if layout.isManagedBuffer { note(.elements, in: type, reading) }
        readFields(of: ReflectedValue(unwrapped: object, type, .class), kind, isOwn ? type : nil, into: &reading)
    }

    private func readAddress(in value: ReflectedValue, into reading: inout StructureReading) {
        value.withBits { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size else { return }
            reading.append(address: bytes.load(as: UInt.self))
        }
    }

    /// Reads the identity of an object or a type.
    private func readIdentity(_ value: Any, _ type: Any.Type, into reading: inout StructureReading) {
        guard let identity = value as? ObjectIdentifier else { return }
        let address = UInt(bitPattern: identity)
        if addresses.isConstant(address) { return reading.append(UInt64(address)) }
        let place = reading.place
        reading.append(0)
        reading.append(identity: address, in: Self.name(of: place, or: type))
    }

    /// Reads the address of a function's code, and the identity of the values that it captures.
    private func readFunction(_ value: ReflectedValue, _ type: Any.Type, into reading: inout StructureReading) {
        value.withBits { bytes in
            reading.append(UInt64(bytes.load(as: UInt.self)))
            let size = MemoryLayout<UInt>.size
            guard bytes.count == 2 * size else { return }
            let context = bytes.load(fromByteOffset: size, as: UInt.self)
            guard context != 0, !addresses.isConstant(context) else { return reading.append(0) }
            note(.captures, in: type, reading)
            reading.append(address: context)
        }
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
