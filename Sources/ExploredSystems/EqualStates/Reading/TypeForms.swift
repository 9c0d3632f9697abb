import Foundation

/// How the values of a type are read.
enum TypeForm {
    /// As the system says.
    case custom(SystemReading)
    case collection
    /// By its stored properties; the type is a user's own if its name is worth telling.
    case fields(isOwn: Bool, isWhole: Bool)
    case `enum`
    case object(isOwn: Bool)
    /// A built-in number and the number of its bytes that count.
    case number(bytes: Int)
    case address(HiddenProperty.Content)
    /// The address of an object or a type.
    case identity
    case function
    /// A key path, whose description may leave out the arguments of a subscript.
    case keyPath
    /// By its encoding, because its stored properties contain caches.
    case encoded
    case description
}

/// The forms of the types that a reader has met.
final class TypeForms {
    private let readings: [ObjectIdentifier: SystemReading]
    private let kinds: IdentifierKinds
    private var plans: [ObjectIdentifier: TypePlan] = [:]
    private var fields: [ObjectIdentifier: [TypePlan.Field]] = [:]
    private var known: [ObjectIdentifier: TypeForm] = [:]
    private var unused: [ObjectIdentifier: Any.Type]
    private var keyPaths: [AnyKeyPath: UInt64] = [:]

    init(_ readings: [SystemReading], _ kinds: IdentifierKinds) {
        self.kinds = kinds
        self.readings = Dictionary(readings.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first }
        unused = self.readings.mapValues(\.type)
    }

    /// The types whose readings no value has needed.
    var unusedReadings: [String] { unused.values.map { "\($0)" }.sorted() }

    /// Returns the number of a key path, in the order of their first appearance.
    func number(of path: AnyKeyPath) -> UInt64 {
        let number = keyPaths[path] ?? UInt64(keyPaths.count)
        keyPaths[path] = number
        return number
    }

    /// Returns the plan of a type that is neither a class nor an existential nor a function.
    func plan(of type: Any.Type) -> TypePlan? {
        guard let style = ReflectedValue.storedStyle(of: type) else { return nil }
        if let plan = plans[ObjectIdentifier(type)] { return plan }
        let form = reading(of: type).map { .custom($0) } ?? Self.form(of: type, style)
        let plan = TypePlan(type, form, kind: kinds.kind(of: type), self)
        plans[ObjectIdentifier(type)] = plan
        return plan
    }

    /// Returns the stored properties of a struct, a tuple or a class.
    func fields(of type: Any.Type, isOwn: Bool) -> [TypePlan.Field] {
        if let known = fields[ObjectIdentifier(type)] { return known }
        let names = (type as? any NamedPart.Type)?.storedNames
        let found = TypeLayout.layout(of: type).fields.compactMap { field -> TypePlan.Field? in
            guard let name = names.map({ $0[field.name] }) ?? field.name else { return nil }
            return TypePlan.Field(field, name, plan(of: field.type), isOwn ? StoredPlace(type, name) : nil, kinds)
        }
        fields[ObjectIdentifier(type)] = found
        return found
    }

    /// Notes that a value is read as the system says.
    func noteUse(of reading: SystemReading) {
        if !unused.isEmpty { unused[ObjectIdentifier(reading.type)] = nil }
    }

    /// Returns how a value is read that has no existential around it.
    func form(of value: Any, _ type: Any.Type) -> TypeForm {
        if let form = known[ObjectIdentifier(type)] { return form }
        let form = reading(of: type).map { .custom($0) } ?? Self.form(of: value, type)
        known[ObjectIdentifier(type)] = form
        return form
    }

    /// Returns the reading of a type or of the nearest superclass that has one.
    private func reading(of type: Any.Type) -> SystemReading? {
        if let reading = readings[ObjectIdentifier(type)] { return reading }
        guard !readings.isEmpty, let superclass = (type as? AnyClass).flatMap(_getSuperclass) else { return nil }
        return reading(of: superclass)
    }

    /// Returns how a value is read if the system says nothing about its type.
    static func form(of value: Any, _ type: Any.Type) -> TypeForm {
        form(of: type, ReflectedValue.style(of: value, type))
    }

    private static func form(of type: Any.Type, _ style: ReflectedValue.Style) -> TypeForm {
        switch style {
        case .struct, .tuple, .enum:
            if let form = namedForm(of: type) { return form }
            if style == .enum { return .enum }
            return .fields(isOwn: isOwn(type), isWhole: TypeLayout.layout(of: type).isWhole)
        case .class: return type is AnyKeyPath.Type ? .keyPath : .object(isOwn: isOwn(type))
        case .bits: return builtInForm(of: type)
        case .function: return .function
        case .other: return .description
        }
    }

    /// Returns the form of a type for which its stored properties are not what counts.
    private static func namedForm(of type: Any.Type) -> TypeForm? {
        if type == ObjectIdentifier.self { return .identity }
        if type == StaticString.self { return .description }
        // The type decides, because a cast of the value would look into an `AnyHashable`.
        if type is any NamedPart.Type { return .fields(isOwn: false, isWhole: true) }
        if type is any NamedCollection.Type { return .collection }
        let name = _typeName(type)
        if name.hasPrefix("Swift.Unmanaged<") { return .address(.lifetime) }
        let isPlain = type == Date.self || type == UUID.self || type == Decimal.self
        return isOfFoundation(name) && !isPlain && type is any Encodable.Type ? .encoded : nil
    }

    /// Returns the form of a built-in value, which is a number or contains an address.
    private static func builtInForm(of type: Any.Type) -> TypeForm {
        func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
        let name = _typeName(type).dropFirst("Builtin.".count)
        // The other bytes of this number have no meaning.
        if name == "FPIEEE80" { return .number(bytes: 10) }
        if ["Int", "FPIEEE", "Word", "Vec"].contains(where: name.hasPrefix) {
            return .number(bytes: _openExistential(type, do: size))
        }
        return .address(name == "RawPointer" ? .memory : .runtime)
    }

    /// Returns whether a message should name the properties of a type, and not the property that
    /// stores its value.
    static func isOwn(_ type: Any.Type) -> Bool {
        let name = _typeName(type)
        return !isOfFoundation(name)
            && !["Swift.", "Dispatch.", "_Concurrency.", "__C.", "("].contains(where: name.hasPrefix)
    }

    /// Returns whether a name with its module is of Foundation, which consists of several modules.
    private static func isOfFoundation(_ name: String) -> Bool {
        let modules = ["", "Essentials", "Internationalization", "Networking", "XML"]
        return modules.contains { name.hasPrefix("Foundation\($0).") }
    }
}
