/// An optional, a collection, a set or a dictionary as Swift would write it; `nil` for another
/// value.
///
/// Elements of sets and entries of dictionaries are sorted, since their order changes from one run
/// to the next.
///
/// - Parameter text: Writes an element.
func literal(of mirror: Mirror, elements text: (Any) -> String) -> String? {
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .collection: return "[\(mirror.children.map { text($0.value) }.joined(separator: ", "))]"
    case .set: return "[\(mirror.children.map { text($0.value) }.sorted().joined(separator: ", "))]"
    case .dictionary:
        let entries = mirror.children.map { entry in
            Mirror(reflecting: entry.value).children.map { text($0.value) }.joined(separator: ": ")
        }
        return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
    case nil, .some: return nil
    }
}
