import StateMachineLocks

/// The positions of the stored properties of a struct, a class or a tuple.
///
/// They come from the runtime functions that `Mirror` uses. The runtime derives the type of each
/// property from its mangled name, again for each value. So this type caches the layouts.
struct TypeLayout: Sendable {
    struct Field: Sendable {
        let name: String
        let type: Any.Type
        let offset: Int
        /// Whether the property is neither weak nor unowned.
        let isStrong: Bool
        /// The type that declares the property, a superclass perhaps, and its number there.
        let declaration: (type: Any.Type, index: Int)
    }

    /// The properties that reflection can read; for a class, with those of its superclasses.
    let fields: [Field]

    /// The names of a class's stored properties whose types are noncopyable.
    let noncopyable: [String]

    /// Whether the fields cover all of the value, except for gaps that their alignment explains.
    ///
    /// Reflection does not show unions and the bit fields of C.
    let isWhole: Bool

    /// Whether a class stores elements behind its properties.
    let isManagedBuffer: Bool

    /// The size of an object, or of a value.
    let size: Int

    private static let known = Locked<[ObjectIdentifier: TypeLayout]>([:])

    /// Returns the layout of a struct, a class or a tuple.
    static func layout(of type: Any.Type) -> TypeLayout {
        if let layout = known.withLock({ $0[ObjectIdentifier(type)] }) { return layout }
        let layout = TypeLayout(type)
        known.withLock { $0[ObjectIdentifier(type)] = layout }
        return layout
    }

    private init(_ type: Any.Type) {
        let all = (0..<fieldCount(type)).map { Self.field($0, of: type) }
        if let type = type as? AnyClass {
            // Two words, the class and the number of references, precede the properties.
            let (start, end) = (2 * MemoryLayout<Int>.size, instanceSize(type))
            let hidden = Self.noncopyable(among: all, end: end)
            noncopyable = hidden.map(\.name)
            // The storage of an actor is its queue, which is empty between two moves.
            fields = all.filter { field in
                !hidden.contains { $0.offset == field.offset } && _typeName(field.type) != "Builtin.DefaultActorStorage"
            }
            isWhole = !all.isEmpty || end <= start
            (isManagedBuffer, size) = (Self.isManagedBuffer(type), end)
        } else {
            (fields, noncopyable, isManagedBuffer, size) = (all, [], false, Self.size(of: type))
            // Values without a size may be anywhere.
            let sized = all.filter { Self.size(of: $0.type) > 0 }
            let ends = [0] + sized.map { $0.offset + Self.size(of: $0.type) }
            let starts = sized.map { ($0.offset, Self.alignment(of: $0.type)) } + [(size, Self.alignment(of: type))]
            isWhole = zip(ends, starts).allSatisfy { end, next in next.0 - end < max(1, next.1) }
        }
    }

    private static func field(_ index: Int, of type: Any.Type) -> Field {
        var metadata = FieldMetadata()
        let fieldType = fieldMetadata(type, index: index, &metadata)
        defer { metadata.free?(metadata.name) }
        let name = metadata.name.map { String(cString: $0) } ?? ""
        return Field(
            name: name,
            type: fieldType,
            offset: fieldOffset(type, index: index),
            isStrong: metadata.isStrong,
            declaration: declaration(ofField: index, in: type)
        )
    }

    /// The fields of the superclasses come first.
    private static func declaration(ofField index: Int, in type: Any.Type) -> (type: Any.Type, index: Int) {
        guard let superclass = (type as? AnyClass).flatMap(_getSuperclass) else { return (type, index) }
        let count = fieldCount(superclass)
        return index < count ? declaration(ofField: index, in: superclass) : (type, index - count)
    }

    /// Returns the noncopyable properties of a class.
    ///
    /// Reflection shows them as `()`, but they take room in the object. A real `()` takes none, and
    /// its offset may be 0.
    private static func noncopyable(among fields: [Field], end: Int) -> [Field] {
        let fields = fields.filter { $0.offset > 0 }
        let ends = fields.dropFirst().map(\.offset) + [end]
        return zip(fields, ends).compactMap { field, end in
            field.type == Void.self && end > field.offset ? field : nil
        }
    }

    private static func isManagedBuffer(_ type: AnyClass) -> Bool {
        _typeName(type).hasPrefix("Swift.ManagedBuffer<") || _getSuperclass(type).map(isManagedBuffer) ?? false
    }

    private static func size(of type: Any.Type) -> Int {
        func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
        return _openExistential(type, do: open)
    }

    private static func alignment(of type: Any.Type) -> Int {
        func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.alignment }
        return _openExistential(type, do: open)
    }
}

/// A copy of the runtime's own struct.
private struct FieldMetadata {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

/// The standard library's `_class_getInstancePositiveExtentSize`.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
    _ type: Any.Type,
    index: Int,
    _ metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int
