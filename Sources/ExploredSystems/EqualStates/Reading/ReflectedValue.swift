/// A value with its stored properties, read with the runtime functions that `Mirror` uses.
///
/// `Mirror` has two disadvantages. It puts several boxes around each property, which would take
/// most of the time of computing a key. And a type can customize its mirror.
struct ReflectedValue {
    enum Style {
        case `struct`
        case tuple
        case `enum`
        case `class`
        /// A built-in number or address. Each value of a number type in the standard library
        /// contains such a value.
        case bits
        case function
        case other
    }

    let value: Any
    let style: Style
    /// The number of stored properties; for an enum, 1 if it has a payload.
    let count: Int
    private let type: Any.Type
    private let layout: TypeLayout?

    init(_ value: Any, _ type: Any.Type) {
        let value = Self.unwrapped(value, type)
        self.init(unwrapped: value, type, Self.style(of: value, type))
    }

    /// Creates a reflection of a value of a known style without an existential around it.
    init(unwrapped value: Any, _ type: Any.Type, _ style: Style) {
        (self.value, self.type, self.style) = (value, type, style)
        switch style {
        case .struct, .tuple, .class:
            let layout = TypeLayout.layout(of: type)
            (self.layout, count) = (layout, layout.fields.count)
        case .enum: (layout, count) = (nil, childCount(value, type: type))
        case .bits, .function, .other: (layout, count) = (nil, 0)
        }
    }

    /// Returns the style of a value without an existential around it.
    static func style(of value: Any, _ type: Any.Type) -> Style {
        switch UInt8(bitPattern: styleCode(value)) {
        case UInt8(ascii: "s"): .struct
        case UInt8(ascii: "t"): .tuple
        case UInt8(ascii: "e"): .enum
        case UInt8(ascii: "c"), UInt8(ascii: "f"): .class
        default:
            switch MetadataKind(of: type) {
            case .builtIn: .bits
            case .function: .function
            case .struct, .enum, .tuple, .existential, .extendedExistential, .other: .other
            }
        }
    }

    /// Returns a value without the existential around it, such as the `any Error` of a property.
    ///
    /// Reflection puts the value of such a property, with its existential, into an `Any`. The
    /// function `type(of:)` looks through both, but `_openExistential` opens only the `Any`.
    static func unwrapped(_ value: Any, _ type: Any.Type) -> Any {
        func isExistential<Value>(_: Value) -> Bool {
            switch MetadataKind(of: Value.self) {
            case .existential, .extendedExistential: true
            case .struct, .enum, .tuple, .builtIn, .function, .other: false
            }
        }
        guard _openExistential(value, do: isExistential) else { return value }
        func cast<Value>(_: Value.Type) -> Any? { value as? Value }
        return _openExistential(type, do: cast) ?? value
    }

    /// Returns the style of a type whose stored properties contain values of exactly this type.
    static func storedStyle(of type: Any.Type) -> Style? {
        switch MetadataKind(of: type) {
        case .struct: .struct
        case .enum: .enum
        case .tuple: .tuple
        case .builtIn: .bits
        case .function, .existential, .extendedExistential, .other: nil
        }
    }

    /// Calls a closure with the address of a value, without the existential around it.
    static func withMemory(of value: Any, _ type: Any.Type, _ body: (UnsafeRawPointer) -> Void) {
        func open<Value>(_ value: Value) { withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) } }
        _openExistential(unwrapped(value, type), do: open)
    }

    /// Returns a value from its address, in a box.
    static func value(at pointer: UnsafeRawPointer, _ type: Any.Type) -> Any {
        func open<Value>(_: Value.Type) -> Any { pointer.assumingMemoryBound(to: Value.self).pointee }
        return _openExistential(type, do: open)
    }

    /// Calls a closure with the bytes of the value.
    func withBits(_ body: (UnsafeRawBufferPointer) -> Void) {
        func open<Value>(_ value: Value) { withUnsafeBytes(of: value, body) }
        _openExistential(value, do: open)
    }

    /// The number of an enum's case; `nil` for an enum of C.
    var caseNumber: UInt64? {
        func open<Value>(_ value: Value) -> UInt64? {
            withUnsafePointer(to: value) { EnumWitness(of: Value.self)?.caseNumber(at: $0) }
        }
        return _openExistential(value, do: open)
    }

    /// Calls a closure with the name and the value of each stored property.
    ///
    /// For an enum, the closure receives the name of the case and its payload.
    func forEachChild(_ body: (String, Any) -> Void) {
        forEachField { field, child in body(field?.name ?? "", child) }
    }

    /// Calls a closure with each stored property; for an enum, with its payload and no property.
    func forEachField(_ body: (TypeLayout.Field?, Any) -> Void) {
        guard let layout else {
            if count > 0 { body(nil, Self.child(0, of: value, type)) }
            return
        }
        if style == .class {
            let object = value as AnyObject
            withExtendedLifetime(object) {
                forEachField(of: layout, at: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), body)
            }
            return
        }
        func open<Value>(_ value: Value) {
            withUnsafePointer(to: value) { forEachField(of: layout, at: UnsafeRawPointer($0), body) }
        }
        _openExistential(value, do: open)
    }

    private func forEachField(
        of layout: TypeLayout,
        at pointer: UnsafeRawPointer,
        _ body: (TypeLayout.Field?, Any) -> Void
    ) {
        for field in layout.fields { body(field, field.value(in: { value }, at: pointer)) }
    }

    /// Returns a payload or a stored property, even if the property is weak or unowned.
    fileprivate static func child(_ index: Int, of value: Any, _ type: Any.Type) -> Any {
        var name: UnsafePointer<CChar>?
        var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        defer { free?(name) }
        return ExploredSystems.child(of: value, type: type, index: index, outName: &name, outFreeFunc: &free)
    }
}

extension TypeLayout.Field {
    /// Returns the property of a value that is stored at an address, in a box.
    func value(in whole: () -> Any, at pointer: UnsafeRawPointer) -> Any {
        if isStrong { return ReflectedValue.value(at: pointer + offset, type) }
        return ReflectedValue.child(declaration.index, of: whole(), declaration.type)
    }
}

/// The kinds of types that reflection does not tell apart.
private enum MetadataKind {
    case `struct`, `enum`, tuple, builtIn, function, existential, extendedExistential, other

    init(of type: Any.Type) {
        switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
        case 0x200: self = .struct
        case 0x201, 0x202: self = .enum
        case 0x300: self = .builtIn
        case 0x301: self = .tuple
        case 0x302: self = .function
        case 0x303: self = .existential
        case 0x307: self = .extendedExistential
        default: self = .other
        }
    }
}

/// The function with which the runtime finds the case of an enum's value.
///
/// It belongs to the value witnesses, which the metadata of a type refer to.
struct EnumWitness {
    typealias CaseNumber = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer) -> UInt32

    private let function: CaseNumber
    private let metadata: UnsafeRawPointer

    init?(of type: Any.Type) {
        metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let witnesses = metadata.load(fromByteOffset: -MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
        let (functions, sizes) = (8 * MemoryLayout<Int>.size, 2 * MemoryLayout<Int>.size)
        let flags = witnesses.load(fromByteOffset: functions + sizes, as: UInt32.self)
        guard flags & 0x20_0000 != 0 else { return nil }
        function = witnesses.load(fromByteOffset: functions + sizes + 8, as: CaseNumber.self)
    }

    func caseNumber(at value: UnsafeRawPointer) -> UInt64 { UInt64(function(value, metadata)) }

    /// The number of cases with payloads, which have the lowest numbers.
    ///
    /// It is a part of the description of the type, which the metadata refer to.
    var payloadCases: Int? {
        let description = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer?.self)
        return description.map { Int($0.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF) }
    }
}

@_silgen_name("swift_reflectionMirror_displayStyle")
private func styleCode<Value>(_ value: Value) -> CChar

@_silgen_name("swift_reflectionMirror_count")
private func childCount<Value>(_ value: Value, type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_subscript")
private func child<Value>(
    of value: Value,
    type: Any.Type,
    index: Int,
    outName: UnsafeMutablePointer<UnsafePointer<CChar>?>,
    outFreeFunc: UnsafeMutablePointer<(@convention(c) (UnsafePointer<CChar>?) -> Void)?>
) -> Any
