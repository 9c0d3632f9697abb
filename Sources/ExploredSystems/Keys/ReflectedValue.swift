/// A value with its stored properties, by the functions of the Swift runtime behind `Mirror`.
///
/// `Mirror` puts several boxes around each property, which takes most of the time of a key, and
/// shows what a type wants to show.
struct ReflectedValue {
    enum Style {
        case `struct`
        case tuple
        case `enum`
        case `class`
        /// A built-in number or address, as each number of the standard library has one.
        case bits
        case other
    }

    let value: Any
    let style: Style
    /// How many stored properties there are; of an enum 1 for a payload.
    let count: Int
    private let type: Any.Type

    init(_ value: Any, _ type: Any.Type) {
        (self.value, self.type) = (value, type)
        switch UInt8(bitPattern: styleCode(value)) {
        case UInt8(ascii: "s"): style = .struct
        case UInt8(ascii: "t"): style = .tuple
        case UInt8(ascii: "e"): style = .enum
        case UInt8(ascii: "c"), UInt8(ascii: "f"): style = .class
        default: style = Self.isBuiltIn(type) ? .bits : .other
        }
        switch style {
        case .struct, .tuple, .enum: count = childCount(value, type: type)
        case .class, .bits, .other: count = 0
        }
    }

    /// Whether the metadata of a type is that of an opaque one.
    private static func isBuiltIn(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == 0x300
    }

    /// Calls a closure with the bytes of a built-in value.
    func withBits(_ body: (UnsafeRawBufferPointer) -> Void) {
        func open<Value>(_ value: Value) { withUnsafeBytes(of: value, body) }
        _openExistential(value, do: open)
    }

    /// Calls a closure with the name and the value of a stored property, or of a case and its
    /// payload.
    func withChild(_ index: Int, _ body: (UnsafePointer<CChar>, Any) -> Void) {
        var name: UnsafePointer<CChar>?
        var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        let child = child(of: value, type: type, index: index, outName: &name, outFreeFunc: &free)
        if let name { body(name, child) } else { "".withCString { body($0, child) } }
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
