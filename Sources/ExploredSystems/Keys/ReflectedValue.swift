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
        (self.value, self.type) = (value, type)
        switch UInt8(bitPattern: styleCode(value)) {
        case UInt8(ascii: "s"): style = .struct
        case UInt8(ascii: "t"): style = .tuple
        case UInt8(ascii: "e"): style = .enum
        case UInt8(ascii: "c"), UInt8(ascii: "f"): style = .class
        default: style = Self.isBuiltIn(type) ? .bits : .other
        }
        switch style {
        case .struct, .tuple:
            layout = TypeLayout.layout(of: type)
            count = layout?.fields.count ?? childCount(value, type: type)
        case .enum: (layout, count) = (nil, childCount(value, type: type))
        case .class, .bits, .other: (layout, count) = (nil, 0)
        }
    }

    /// Returns a value without the existential around it, such as the `any Error` of a property.
    ///
    /// Reflection puts the value of such a property, with its existential, into an `Any`. The
    /// function `type(of:)` looks through both, but `_openExistential` opens only the `Any`.
    private static func unwrapped(_ value: Any, _ type: Any.Type) -> Any {
        func isExistential<Value>(_: Value) -> Bool {
            switch metadataKind(Value.self) {
            case .existential, .extendedExistential: true
            case .builtIn, .other: false
            }
        }
        guard _openExistential(value, do: isExistential) else { return value }
        func cast<Value>(_: Value.Type) -> Any? { value as? Value }
        return _openExistential(type, do: cast) ?? value
    }

    /// Returns whether the metadata describe an opaque type.
    private static func isBuiltIn(_ type: Any.Type) -> Bool { metadataKind(type) == .builtIn }

    /// The kinds of types that reflection does not tell apart.
    private enum MetadataKind { case builtIn, existential, extendedExistential, other }

    private static func metadataKind(_ type: Any.Type) -> MetadataKind {
        switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
        case 0x300: .builtIn
        case 0x303: .existential
        case 0x307: .extendedExistential
        default: .other
        }
    }

    /// Calls a closure with the bytes of a built-in value.
    func withBits(_ body: (UnsafeRawBufferPointer) -> Void) {
        func open<Value>(_ value: Value) { withUnsafeBytes(of: value, body) }
        _openExistential(value, do: open)
    }

    /// Calls a closure with the name and the value of each stored property.
    ///
    /// For an enum, the closure receives the name of the case and its payload.
    func forEachChild(_ body: (String, Any) -> Void) {
        guard let layout else {
            for index in 0..<count { withChild(index, body) }
            return
        }
        func open<Value>(_ value: Value) {
            withUnsafePointer(to: value) { pointer in
                for field in layout.fields {
                    let address = UnsafeRawPointer(pointer) + field.offset
                    func openField<Field>(_: Field.Type) {
                        body(field.name, address.assumingMemoryBound(to: Field.self).pointee)
                    }
                    _openExistential(field.type, do: openField)
                }
            }
        }
        _openExistential(value, do: open)
    }

    private func withChild(_ index: Int, _ body: (String, Any) -> Void) {
        var name: UnsafePointer<CChar>?
        var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        let child = child(of: value, type: type, index: index, outName: &name, outFreeFunc: &free)
        body(name.map { String(cString: $0) } ?? "", child)
        free?(name)
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
