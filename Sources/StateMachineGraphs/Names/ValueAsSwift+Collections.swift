/// Returns an optional, a collection, a set or a dictionary as a Swift literal.
///
/// Elements of sets and entries of dictionaries are sorted because their order changes from run to
/// run.
///
/// - Parameters:
///   - mirror: The value's mirror.
///   - text: A closure that writes an element.
/// - Returns: The literal, or `nil` for a value of another kind.
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
