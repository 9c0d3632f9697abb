import StateMachineTrapHandling

/// An object of the code under test, which each call first replaces by a copy.
///
/// The states of an exploration must not share an object that changes. So each move copies the
/// object and calls the copy, and earlier states keep theirs:
///
/// ```swift
/// struct MeterSystem: ExploredSystem {
///     var meter = ExploredObject(Meter())          // a class, unchanged
///
///     func moves(_ move: inout SystemMoves<MeterSystem>) {
///         move("measure") { try $0.meter.call { $0.measure() } }
///     }
///
///     static var properties: [Property] { [.never("too much") { $0.meter.object.total > 3 }] }
/// }
/// ```
///
/// The class needs no initializer for this: the copy has the same stored values, private ones
/// included. The objects of your own classes to which a stored property refers directly are copied,
/// too, and references between them refer to the copies. All other references, such as those in
/// arrays and closures, stay as they are. If a move changes an object that is still shared, the
/// exploration throws ``SystemExplorationError/sharedObject(_:changedBy:)``. A closure that the
/// class stores may refer to the former object. Set such closures at the beginning of each call.
///
/// An object cannot be copied if it is an actor or a buffer with elements, or if it has a
/// noncopyable or unowned property, such as a `Mutex`.
public struct ExploredObject<Object: AnyObject> {
    /// The object; call methods that change it only in ``call(_:)``.
    public private(set) var object: Object

    /// Puts an object into a state.
    public init(_ object: Object) { self.object = object }

    /// Replaces the object by a copy, and calls a closure with it.
    ///
    /// - Throws: A ``SystemFault`` that names the property because of which the object cannot be
    ///   copied, or the error of the closure.
    @discardableResult
    public mutating func call<Result>(_ body: (Object) throws -> Result) throws -> Result {
        let copy = try ObjectCopies.copy(of: object)
        guard let copy = copy as? Object else { throw SystemFault("the copy has another type") }
        object = copy
        return try body(copy)
    }
}

extension ExploredObject: DescribedPart {
    /// The class and the stored values.
    public var description: String { StateDifference.text(self) }

    var shown: Any { object }
}

/// Copies of objects that refer to each other.
private struct ObjectCopies {
    private var copies: [ObjectIdentifier: AnyObject] = [:]
    /// The weak references of the copies, with the objects to which the originals refer.
    private var weak: [(place: UnsafeMutableRawPointer, object: AnyObject)] = []

    /// Returns a copy of an object and of the objects to which it refers.
    static func copy(of object: AnyObject) throws(SystemFault) -> AnyObject {
        var copies = ObjectCopies()
        let copy = try copies.copy(of: object)
        for (place, object) in copies.weak {
            let target = copies.copies[ObjectIdentifier(object)] ?? object
            state_machine_object_refer_weakly(place, Unmanaged.passUnretained(target).toOpaque())
        }
        return copy
    }

    /// Returns a copy with the same stored values, except for weak references.
    private mutating func copy(of object: AnyObject) throws(SystemFault) -> AnyObject {
        if let copy = copies[ObjectIdentifier(object)] { return copy }
        let type: AnyClass = Swift.type(of: object)
        let layout = TypeLayout.layout(of: type)
        let references = Self.weakReferences(of: object, type)
        if let obstacle = Self.obstacle(in: layout, of: type, references) {
            throw SystemFault("an object of \(type) cannot be copied, because \(obstacle)")
        }
        let source = address(of: object)
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard let target = state_machine_object_allocate(metadata, layout.size) else {
            throw SystemFault("there is not enough memory for an object of \(type)")
        }
        // The copy is complete before anything is thrown.
        for field in layout.fields where field.isStrong { Self.copy(field, from: source, to: target) }
        for reference in references {
            if let object = reference.object { weak.append((target + reference.field.offset, object)) }
            // The witness tables of an existential follow the reference.
            let (start, word) = (reference.field.offset, MemoryLayout<Int>.size)
            let size = Self.size(of: reference.field.type) - word
            (target + start + word).copyMemory(from: source + start + word, byteCount: size)
        }
        let copy = Unmanaged<AnyObject>.fromOpaque(target).takeRetainedValue()
        copies[ObjectIdentifier(object)] = copy
        for field in layout.fields where field.isStrong { try replaceObject(in: field, of: target) }
        return copy
    }

    /// A weak property, or one that is unowned.
    private struct Reference {
        let field: TypeLayout.Field
        let object: AnyObject?
        /// Whether the property stores the address itself, so that it is unowned.
        let isUnowned: Bool
    }

    private static func weakReferences(of object: AnyObject, _ type: AnyClass) -> [Reference] {
        guard TypeLayout.layout(of: type).fields.contains(where: { !$0.isStrong }) else { return [] }
        var references: [Reference] = []
        ReflectedValue(object, type).forEachField { field, value in
            guard let field, !field.isStrong else { return }
            let unwrapped = (value as? any OptionalType).map(\.content) ?? value
            let target = unwrapped.flatMap { Swift.type(of: $0) is AnyClass ? $0 as AnyObject : nil }
            let word = (address(of: object) + field.offset).load(as: UnsafeRawPointer?.self)
            let isUnowned = target.map { word == address(of: $0) } ?? false
            references.append(Reference(field: field, object: target, isUnowned: isUnowned))
        }
        return references
    }

    /// Why an object cannot be copied; `nil` if it can.
    private static func obstacle(in layout: TypeLayout, of type: AnyClass, _ references: [Reference]) -> String? {
        if let name = layout.noncopyable.first { return "its property '\(name)' is noncopyable" }
        if type is any Actor.Type { return "it is an actor" }
        if layout.isManagedBuffer { return "it stores elements behind its properties" }
        if !layout.isWhole { return "reflection does not show its properties" }
        return references.first(where: \.isUnowned).map { "its property '\($0.field.name)' is unowned" }
    }

    private static func copy(
        _ field: TypeLayout.Field,
        from source: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        func open<Field>(_: Field.Type) {
            let value = (source + field.offset).assumingMemoryBound(to: Field.self)
            (target + field.offset).initializeMemory(as: Field.self, from: value, count: 1)
        }
        _openExistential(field.type, do: open)
    }

    private static func size(of type: Any.Type) -> Int {
        func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
        return _openExistential(type, do: open)
    }

    /// Replaces an object in a property of a copy by a copy of its own.
    private mutating func replaceObject(
        in field: TypeLayout.Field,
        of target: UnsafeMutableRawPointer
    ) throws(SystemFault) {
        let type = (field.type as? any OptionalType.Type)?.wrapped ?? field.type
        guard type is AnyClass else { return }
        let place = (target + field.offset).assumingMemoryBound(to: AnyObject?.self)
        guard let object = place.pointee, TypeForms.isOwn(Swift.type(of: object)) else { return }
        place.pointee = try copy(of: object)
    }
}

private func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// An optional, with the type and the value that it wraps.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
    var content: Any? { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
    fileprivate var content: Any? { self }
}
