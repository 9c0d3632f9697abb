/// The objects that a state shares with its copies, with digests of their contents.
struct SharedObjects {
    private let objects: [(object: AnyObject, key: StateKey)]

    init(_ objects: [(object: AnyObject, key: StateKey)] = []) {
        self.objects = objects
    }

    /// Returns the stored property that leads to a changed object; `nil` if nothing changed.
    func firstChange(in system: Any, _ reader: StateReader) -> String? {
        guard let changed = objects.first(where: { reader.ownKey(of: $0.object) != $0.key }) else { return nil }
        let property = Mirror(reflecting: system).children.first { child in
            reader.objects(in: child.value).objects.contains { $0.object === changed.object }
        }
        return property?.label ?? ""
    }
}
