import Foundation

extension StateReader {
    /// Notes something hidden, in the current property or in a type.
    func note(_ content: HiddenProperty.Content, in type: Any.Type, _ reading: StateWords) {
        hidden.note(content, in: Self.name(of: reading.place, or: type))
    }

    private static func name(of place: StoredPlace?, or type: Any.Type) -> String {
        place.map { "\($0.type).\($0.name)" } ?? "\(type)"
    }

    /// Reads a value as the system says.
    func readCustom(
        _ value: Any,
        _ type: Any.Type,
        _ custom: SystemReading,
        _ kind: Int?,
        isRoot: Bool = false,
        into reading: inout StateWords
    ) {
        if !isRoot, type is AnyClass, !reading.appendReference(to: value as AnyObject) { return }
        forms.noteUse(of: custom)
        let result = custom.read(value)
        // The result may be a value of the same type, of which something was left out.
        guard Swift.type(of: result) == type else { return read(result, kind: kind, keys: nil, into: &reading) }
        let plain = ReflectedValue.unwrapped(result, type)
        if type is AnyClass { return readContents(of: plain as AnyObject, kind, isOwn: true, into: &reading) }
        read(plain, type, TypeForms.form(of: plain, type), kind, nil, into: &reading)
    }

    func readCase(_ value: ReflectedValue, _ kind: Int?, into reading: inout StateWords) {
        if let number = value.caseNumber {
            reading.append(number)
        } else {
            reading.append(String(describing: value.value))
        }
        guard value.count > 0 else { return }
        value.forEachChild { _, payload in read(payload, kind: kind, keys: nil, into: &reading) }
    }

    /// Reads stored properties where they are stored; identifiers among them own the numbers in the
    /// other properties.
    ///
    /// - Parameter whole: A closure that returns the value with the properties. The runtime finds
    ///   its weak and unowned references.
    func read(
        _ fields: [TypePlan.Field],
        at pointer: UnsafeRawPointer,
        _ kind: Int?,
        into reading: inout StateWords,
        of whole: () -> Any
    ) {
        let (owners, place) = (kinds.haveOwners ? reading.owners : [:], reading.place)
        if kinds.haveOwners, fields.count > 1 {
            for field in fields {
                let child = field.property.value(in: whole, at: pointer)
                kinds.note(child, kind: field.kind.values, in: &reading.owners)
            }
        }
        fields.forEachAddress { field in
            let field = field.pointee
            let (property, address) = (field.property, pointer + field.property.offset)
            if let place = field.place { reading.place = place }
            if use.isOpen { use.note(field) { property.value(in: whole, at: pointer) } }
            // In a debug build, the operator ?? takes longer than the comparison.
            let kind: Int? = if let own = field.kind.values { own } else { kind }
            let keys = field.kind.keys
            guard !property.isStrong else {
                return read(at: address, property.type, field.plan, kind, keys, into: &reading)
            }
            let child = property.value(in: whole, at: pointer)
            if !Self.isMissing(child) { note(.lifetime, in: field.place?.type ?? property.type, reading) }
            read(child, kind: kind, keys: keys, into: &reading)
        }
        reading.place = place
        if kinds.haveOwners { reading.owners = owners }
    }

    /// Returns whether a value is an optional without a value.
    private static func isMissing(_ value: Any) -> Bool {
        let reflected = ReflectedValue(value, Swift.type(of: value))
        return reflected.style == .enum && reflected.count == 0
    }

    func read(
        _ collection: any NamedCollection,
        _ type: Any.Type,
        _ key: TypePlan.Part,
        _ value: TypePlan.Part?,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StateWords
    ) {
        guard let collection = collection as? any UnorderedCollection else {
            for position in collection.positions { read(position, kind: nil, keys: nil, into: &reading) }
            if kind == nil, collection.withBytes({ reading.append($0) }) { return }
            reading.append(UInt64(collection.partCount))
            return collection.forEachPart { read(at: $0, $1, key, value, kind, keys, into: &reading) }
        }
        let hasHashOrder = Swift.type(of: collection).hasHashOrder && collection.partCount > 1
        if hasHashOrder { reading.hasHashOrder = true }
        reading.append(UInt64(collection.partCount))
        let (start, met, numbers) = (reading.end, reading.met, reading.numbers)
        var starts: [StateWords.Position] = []
        // Most elements lead to no object, so they can be read where they belong and sorted there.
        // The orders of the elements can be noted only if each element is read on its own.
        if !key.leadsToObjects, reading.orders == nil {
            collection.forEachPart { first, second in
                starts.append(reading.end)
                read(at: first, second, key, value, kind, keys, into: &reading)
            }
            guard reading.hasReferences(after: start) else { return reading.sortElements(starts) }
            key.leadsToObjects = true
            reading.removeAll(after: start, met, numbers)
            starts = []
        }
        // An object in two elements must be read in both, or the words would depend on the order of
        // the set. So each element is read on its own.
        var elements: [StateWords] = []
        collection.forEachPart { first, second in
            var element = reading.inner()
            read(at: first, second, key, value, kind, keys, into: &element)
            elements.append(element)
        }
        if hasHashOrder, reading.orders != nil {
            reading.noteOrder(of: elements, in: Self.name(of: reading.place, or: type))
        }
        for element in elements {
            starts.append(reading.end)
            reading.append(element)
        }
        reading.sortElements(starts)
    }

    /// Reads an element, or the key and the value of an entry; the key owns the value.
    private func read(
        at first: UnsafeRawPointer,
        _ second: UnsafeRawPointer?,
        _ key: TypePlan.Part,
        _ value: TypePlan.Part?,
        _ kind: Int?,
        _ keys: Int?,
        into reading: inout StateWords
    ) {
        guard let value, let second else { return read(at: first, key.type, key.plan, kind, nil, into: &reading) }
        let owners = reading.owners
        if kinds.haveOwners {
            kinds.note(ReflectedValue.value(at: first, key.type), kind: keys ?? kind, in: &reading.owners)
        }
        let kindOfKeys: Int? = if let keys { keys } else { kind }
        read(at: first, key.type, key.plan, kindOfKeys, nil, into: &reading)
        read(at: second, value.type, value.plan, kind, nil, into: &reading)
        reading.owners = owners
    }

    func readContents(of object: AnyObject, _ kind: Int?, isOwn: Bool, into reading: inout StateWords) {
        let type: AnyClass = Swift.type(of: object)
        let layout = TypeLayout.layout(of: type)
        for name in layout.noncopyable { hidden.note(.noncopyable, in: "\(type).\(name)") }
        if !layout.isWhole { note(.unreflected, in: type, reading) }
        if layout.isManagedBuffer { note(.elements, in: type, reading) }
        let fields = forms.fields(of: type, isOwn: isOwn)
        withExtendedLifetime(object) {
            let pointer = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            read(fields, at: pointer, kind, into: &reading) { object }
        }
    }

    func readAddress(in value: ReflectedValue, into reading: inout StateWords) {
        value.withBits { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size else { return }
            reading.append(address: bytes.load(as: UInt.self))
        }
    }

    /// Reads the identity of an object or a type.
    func readIdentity(_ value: Any, _ type: Any.Type, into reading: inout StateWords) {
        guard let identity = value as? ObjectIdentifier else { return }
        let address = UInt(bitPattern: identity)
        if addresses.isConstant(address) { return reading.append(UInt64(address)) }
        let place = reading.place
        reading.append(0)
        reading.append(identity: address, in: Self.name(of: place, or: type))
    }

    /// Reads the address of a function's code, and the identity of the values that it captures.
    func readFunction(_ value: ReflectedValue, _ type: Any.Type, into reading: inout StateWords) {
        value.withBits { bytes in
            reading.append(UInt64(bytes.load(as: UInt.self)))
            let size = MemoryLayout<UInt>.size
            guard bytes.count == 2 * size else { return }
            let context = bytes.load(fromByteOffset: size, as: UInt.self)
            // With optimization, even an array that nobody changes may be a constant context.
            guard context != 0, !addresses.isConstant(context) else { return reading.append(UInt64(context)) }
            note(.captures, in: type, reading)
            reading.append(address: context)
        }
    }

    func kind(of type: Any.Type) -> Int? {
        let kind = kinds.kind(of: type)
        if kind != nil { use.note(type) }
        return kind
    }

    func kind(ofProperty name: String) -> Int? {
        let kind = kinds.kind(ofProperty: name)
        use.note(property: name, isListed: kind != nil)
        return kind
    }
}
