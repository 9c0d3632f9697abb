import StateMachineGraphs

/// What of a value has changed: each stored value that differs, by its path.
struct StructureDifference: CustomStringConvertible {
    /// A path such as `pool.connections.0.state`, with the values before and after.
    private(set) var changes: [(path: String, before: String, after: String)] = []

    init(from before: Any, to after: Any) {
        compare(before, after, path: "", depth: 0)
    }

    /// Each change, such as `waiting: [] → [0]`.
    var lines: [String] {
        func short(_ text: String) -> String { text.count > 60 ? "\(text.prefix(59))…" : text }
        return changes.map { "\($0.path): \(short($0.before)) → \(short($0.after))" }
    }

    var description: String { lines.joined(separator: ", ") }

    /// Descends where both have the same parts, and notes the rest.
    private mutating func compare(_ before: Any, _ after: Any, path: String, depth: Int) {
        let (left, right) = (Mirror(reflecting: before), Mirror(reflecting: after))
        let isDeep = depth > 6 || type(of: before) != type(of: after)
        let hasParts =
            [.struct, .tuple, .class, .collection, .optional].contains(left.displayStyle) && !left.children.isEmpty
        let hasSameCase =
            left.displayStyle == .enum && !left.children.isEmpty
            && left.children.first?.label == right.children.first?.label
        if !isDeep, hasParts || hasSameCase, left.children.count == right.children.count {
            for (index, (old, new)) in zip(left.children, right.children).enumerated() {
                let isElement = left.displayStyle == .collection
                let label = isElement ? "\(index)" : old.label ?? ""
                let isHidden =
                    label.isEmpty || label.hasPrefix(".") || left.displayStyle == .enum
                    || left.displayStyle == .optional
                let inner = isHidden ? path : path.isEmpty ? label : "\(path).\(label)"
                compare(old.value, new.value, path: inner, depth: depth + 1)
            }
            return
        }
        let (old, new) = (Self.text(before), Self.text(after))
        if old != new { changes.append((path.isEmpty ? "state" : path, old, new)) }
    }

    /// A value on one line.
    static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
        case .set: return "[" + mirror.children.map { text($0.value) }.sorted().joined(separator: ", ") + "]"
        case .dictionary:
            let entries = mirror.children.map { child in
                Mirror(reflecting: child.value).children.map { text($0.value) }.joined(separator: ": ")
            }
            return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
        case .collection: return "[" + mirror.children.map { text($0.value) }.joined(separator: ", ") + "]"
        case .enum:
            let name = ValueName.caseName(of: value, mirror)
            guard let payload = mirror.children.first else { return name }
            let inner = Mirror(reflecting: payload.value)
            return "\(name)(\(inner.displayStyle == .tuple ? fields(of: inner) : text(payload.value)))"
        case .tuple: return "(\(fields(of: mirror)))"
        case .struct where !(value is any CustomStringConvertible) && !mirror.children.isEmpty:
            return "\(mirror.subjectType)(\(fields(of: mirror)))"
        case nil, .some: return value is String ? "\(value)".debugDescription : "\(value)"
        }
    }

    private static func fields(of mirror: Mirror) -> String {
        if let only = mirror.children.first, mirror.children.count == 1 { return text(only.value) }
        let fields = mirror.children.map { child in
            guard let label = child.label, !label.hasPrefix(".") else { return text(child.value) }
            return "\(label): \(text(child.value))"
        }
        return fields.joined(separator: ", ")
    }
}
