/// The stored properties of objects that reflection cannot read, because their types are
/// noncopyable.
final class UnreadProperties {
    /// The names, with the classes of the objects.
    private(set) var names: Set<String> = []
    private var known: Set<ObjectIdentifier> = []

    /// Notes the properties of a class when the first object of this class is read.
    func note(_ type: AnyClass) {
        guard known.insert(ObjectIdentifier(type)).inserted else { return }
        for property in TypeLayout.noncopyableProperties(of: type) { names.insert("\(type).\(property)") }
    }
}
