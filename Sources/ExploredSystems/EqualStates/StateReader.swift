import Foundation
import StateMachineGraphs

/// A reader of everything that a value stores, by reflection.
///
/// It reads private properties, payloads and the objects that references lead to. Sets and
/// dictionaries have no order, so it sorts their elements. When it meets an object again, it writes
/// a reference to the first occurrence, so that cycles end. Addresses differ from state to state,
/// so it writes numbers instead. What it cannot read it names.
final class StateReader {
    let kinds: IdentifierKinds
    let forms: TypeForms
    let hidden = HiddenProperties()
    let addresses = ProcessAddresses()
    let use: IdentifierUse

    /// Creates a reader with the identifiers and the readings of a system.
    convenience init<System: ExploredSystem>(of _: System.Type, collectingNames isCollecting: Bool = false) {
        self.init(identifiers: System.identifiers, readings: System.readings, collectingNames: isCollecting)
    }

    init(
        identifiers kinds: [SystemIdentifiers],
        readings: [SystemReading] = [],
        collectingNames isCollecting: Bool = false
    ) {
        self.kinds = IdentifierKinds(kinds)
        forms = TypeForms(readings, self.kinds)
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
        case .collection, .fields, .enum, .object, .number, .address, .identity, .function, .keyPath,
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
        if let plan = forms.plan(of: type) {
            return ReflectedValue.withMemory(of: value, type) { read(at: $0, plan, kind, keys, into: &reading) }
        }
        let kind = self.kind(of: type) ?? kind
        // Values of different types may store equal contents, for example in an existential.
        reading.append(UInt64(UInt(bitPattern: ObjectIdentifier(type))))
        let value = ReflectedValue.unwrapped(value, type)
        read(value, type, forms.form(of: value, type), kind, keys, into: &reading)
    }

    /// Reads a value where it is stored.
    ///
    /// - Parameter plan: The plan of its type; `nil` if only the value tells its type.
    func read(
        at pointer: UnsafeRawPointer,
        _ type: Any.Type,
        _ plan: TypePlan?,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StateWords
    ) {
        guard let plan else {
            return read(ReflectedValue.value(at: pointer, type), kind: kind, keys: keys, into: &reading)
        }
        read(at: pointer, plan, kind, keys, into: &reading)
    }

    private func read(
        at pointer: UnsafeRawPointer,
        _ plan: TypePlan,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StateWords
    ) {
        var kind = kind
        if let own = plan.kind {
            kind = own
            use.note(plan.type)
        }
        reading.append(plan.word)
        switch plan.way {
        case .wholeNumber(let form):
            guard let number = form.word(at: pointer) else { break }
            guard let kind, plan.type != Bool.self else { return reading.append(number) }
            return reading.append(number, kinds.scope(of: kind, reading.owners), isScoped: kinds.isScoped(kind))
        case .text: return reading.append(pointer.assumingMemoryBound(to: String.self).pointee)
        case .fields(let fields, let isWhole):
            if !isWhole { note(.unreflected, in: plan.type, reading) }
            return read(fields, at: pointer, kind, into: &reading) { ReflectedValue.value(at: pointer, plan.type) }
        case .optional(let witness, let wrapped):
            let number = witness.caseNumber(at: pointer)
            reading.append(number)
            if number == 0 { read(at: pointer, wrapped, kind, nil, into: &reading) }
            return
        case .enum(let witness, let payloadCases):
            let number = witness.caseNumber(at: pointer)
            guard number < payloadCases else { return reading.append(number) }
        case .collection(let type, let key, let value):
            return read(type.collection(at: pointer), plan.type, key, value, kind, keys, into: &reading)
        case .boxed: break
        }
        read(ReflectedValue.value(at: pointer, plan.type), plan.type, plan.form, kind, keys, into: &reading)
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
        case .collection:
            guard let collection = value as? any NamedCollection else { return }
            let (first, second) = Swift.type(of: collection).partTypes
            let (key, part) = (TypePlan.Part(first, forms), second.map { TypePlan.Part($0, forms) })
            key.leadsToObjects = true
            read(collection, type, key, part, kind, keys, into: &reading)
        case .fields(let isOwn, let isWhole):
            if !isWhole { note(.unreflected, in: type, reading) }
            let fields = forms.fields(of: type, isOwn: isOwn)
            ReflectedValue.withMemory(of: value, type) { pointer in
                read(fields, at: pointer, kind, into: &reading) { value }
            }
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
