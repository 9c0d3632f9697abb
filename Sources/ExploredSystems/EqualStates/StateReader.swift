import Foundation
import StateMachineGraphs

/// A reader of everything that a value stores, by reflection.
///
/// It reads private properties, payloads and the objects that references lead to. Sets and
/// dictionaries have no order, so it sorts their elements. When it meets an object again, it writes
/// a reference to the first occurrence, so that cycles end. Addresses differ from state to state,
/// so it writes numbers instead. What it cannot read it names.
struct StateReader {
    let kinds: IdentifierKinds
    let forms: TypeForms
    let hidden = HiddenProperties()
    let addresses = ProcessAddresses()
    let use: IdentifierUse

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

    /// The types in ``ExploredSystem/readings`` whose values were not read so far.
    var unusedReadings: [String] { forms.unusedReadings }

    /// The other names of stored properties, if the reader collects them.
    var otherNames: StoredNames { use.otherNames }

    /// The result of reading a value.
    struct Structure {
        let key: StateKey

        /// The key with identifiers instead of their ranks; `nil` if the value has no identifiers.
        let rawKey: StateKey?

        /// Whether the value contains objects, which its copies share.
        let hasReferences: Bool

        /// Whether the order of a set or a dictionary may differ in an equal value.
        let hasHashOrder: Bool
    }

    /// Reads a value.
    func structure(of value: Any) -> Structure {
        var reading = StateWords()
        read(value, kind: nil, keys: nil, into: &reading)
        let rawKey = reading.hasIdentifiers ? StateKey(reading.words) : nil
        reading.rankIdentifiers()
        reading.numberReferences()
        for (address, name) in reading.identities where reading.met[address] == nil {
            hidden.note(.identity, in: name)
        }
        return Structure(
            key: StateKey(reading.words),
            rawKey: rawKey,
            hasReferences: reading.hasObjects,
            hasHashOrder: reading.hasHashOrder
        )
    }

    /// Returns the rank of each identifier of a value within its scope.
    func ranks(in value: Any) -> IdentifierRanks {
        guard !kinds.isEmpty else { return IdentifierRanks() }
        var reading = StateWords()
        read(value, kind: nil, keys: nil, into: &reading)
        return reading.ranks
    }

    /// Returns the objects that a value leads to.
    func objects(in value: Any) -> SharedObjects {
        var reading = StateWords()
        read(value, kind: nil, keys: nil, into: &reading)
        return SharedObjects(reading.met.values.map { ($0, ownKey(of: $0)) })
    }

    /// Returns the orders of the sets and dictionaries in a value, by their properties.
    func orders(in value: Any) -> [String: [[Int]]] {
        var reading = StateWords()
        reading.orders = [:]
        read(value, kind: nil, keys: nil, into: &reading)
        return reading.orders ?? [:]
    }

    /// Returns a digest of an object's stored values, with only the identities of other objects.
    func ownKey(of object: AnyObject) -> StateKey {
        var reading = StateWords()
        reading.followsReferences = false
        switch forms.form(of: object, Swift.type(of: object)) {
        case .custom(let custom):
            readCustom(object, Swift.type(of: object), custom, nil, isRoot: true, into: &reading)
        case .part, .collection, .unordered, .fields, .enum, .object, .number, .address, .identity, .function, .keyPath,
            .encoded, .description:
            readContents(of: object, nil, isOwn: true, into: &reading)
        }
        return StateKey(reading.words)
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - kind: The kind of the integers in the value, if they are identifiers.
    ///   - keys: The kind of the dictionary keys in the value, if they are identifiers.
    func read(_ value: Any, kind: Int?, keys: Int?, into reading: inout StateWords) {
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
    func read(
        _ value: Any,
        _ type: Any.Type,
        _ form: TypeForm,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StateWords
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
        case .keyPath: if let path = value as? AnyKeyPath { reading.append(forms.number(of: path)) }
        case .encoded:
            if let url = value as? URL {
                reading.append(url.relativeString)
                return reading.append(url.baseURL?.absoluteString ?? "")
            }
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
}
