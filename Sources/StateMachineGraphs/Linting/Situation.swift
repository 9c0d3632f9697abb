/// A state's cases and flags, without its numbers and texts.
///
/// Two states of an enum are alike if they have one case with equal cases inside. Two structs are
/// alike if their properties are alike. States that differ only beyond 100 levels of nesting are
/// also alike because comparing every level of many deep states takes too long.
struct Situation: Hashable {
    private var parts: [String] = []

    private static let depthLimit = 100

    init(of value: Any) { self.init(of: value, depth: 0) }

    private init(of value: Any, depth: Int) {
        add(value, depth: depth)
    }

    private mutating func add(_ value: Any, depth: Int) {
        guard depth < Self.depthLimit else { return }
        if let flag = value as? Bool { return parts.append("\(flag)") }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: parts.append(ValueName.caseName(of: value, mirror))
        case .optional: parts.append(mirror.children.isEmpty ? "none" : "some")
        case .struct, .tuple, .collection: break
        // The order of the elements has no meaning.
        case .set, .dictionary:
            let elements = mirror.children.map { Situation(of: $0.value, depth: depth + 1).parts }
            parts += elements.map { $0.joined(separator: " ") }.sorted()
            return
        case nil, .some: return
        }
        for child in mirror.children { add(child.value, depth: depth + 1) }
    }
}
