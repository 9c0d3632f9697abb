/// What a state is like for people: all its cases, and whether what is on or off is on; no numbers and no texts.
///
/// Two states of an enum are alike if they are the same case, with the same cases inside. A struct is what its properties are.
struct Situation: Hashable {
    private var parts: [String] = []

    init(of value: Any) {
        add(value)
    }

    private mutating func add(_ value: Any) {
        if let flag = value as? Bool { return parts.append("\(flag)") }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: parts.append(ValueName.caseName(of: value, mirror))
        case .optional: parts.append(mirror.children.isEmpty ? "none" : "some")
        case .struct, .tuple, .collection: break
        // Their order says nothing.
        case .set, .dictionary:
            parts += mirror.children.map { Situation(of: $0.value).parts.joined(separator: " ") }.sorted()
            return
        case nil, .some: return
        }
        for child in mirror.children { add(child.value) }
    }
}
