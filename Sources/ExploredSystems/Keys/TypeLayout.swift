import StateMachineLocks

/// The positions of a struct's stored properties or of a tuple's elements.
///
/// They come from the runtime functions that `Mirror` uses. The runtime derives the type of each
/// property from its mangled name, again for each value. So this type caches the layouts.
struct TypeLayout: Sendable {
    struct Field: Sendable {
        let name: String
        let type: Any.Type
        let offset: Int
    }

    let fields: [Field]

    private static let known = Locked<[ObjectIdentifier: TypeLayout?]>([:])

    /// Returns the layout of a type; `nil` if a property is weak or unowned.
    static func layout(of type: Any.Type) -> TypeLayout? {
        if let layout = known.withLock({ $0[ObjectIdentifier(type)] }) { return layout }
        let layout = TypeLayout(type)
        known.withLock { $0[ObjectIdentifier(type)] = .some(layout) }
        return layout
    }

    private init?(_ type: Any.Type) {
        var fields: [Field] = []
        for index in 0..<fieldCount(type) {
            let (field, isStrong) = Self.field(index, of: type)
            guard isStrong else { return nil }
            fields.append(field)
        }
        self.fields = fields
    }

    private static func field(_ index: Int, of type: Any.Type) -> (field: Field, isStrong: Bool) {
        var metadata = FieldMetadata()
        let fieldType = fieldMetadata(type, index: index, &metadata)
        defer { metadata.free?(metadata.name) }
        let name = metadata.name.map { String(cString: $0) } ?? ""
        return (Field(name: name, type: fieldType, offset: fieldOffset(type, index: index)), metadata.isStrong)
    }

    /// Returns the names of a class's stored properties whose types are noncopyable.
    ///
    /// Reflection shows them as `()`, but they take room in the object. A real `()` takes none, and
    /// its offset may be 0.
    static func noncopyableProperties(of type: AnyClass) -> [String] {
        let fields = (0..<fieldCount(type)).map { field($0, of: type).field }.filter { $0.offset > 0 }
        let ends = fields.dropFirst().map(\.offset) + [instanceSize(type)]
        return zip(fields, ends).compactMap { field, end in
            field.type == Void.self && end - field.offset >= MemoryLayout<Int>.size ? field.name : nil
        }
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
