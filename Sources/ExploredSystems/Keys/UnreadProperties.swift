/// The stored properties of objects that reflection cannot read, because their types are
/// noncopyable.
final class UnreadProperties {
    /// The names, with the types that declare the properties.
    private(set) var names: Set<String> = []

    /// Notes a stored property that reflection shows as `()` although it has a size.
    func note(_ label: String, in type: Any.Type) {
        if TypeLayout.room(of: label, in: type) >= MemoryLayout<Int>.size { names.insert("\(type).\(label)") }
    }
}
