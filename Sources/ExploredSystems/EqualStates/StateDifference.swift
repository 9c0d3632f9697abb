import StateMachineGraphs

/// The difference between two values: each stored value that differs, with its path.
struct StateDifference: CustomStringConvertible {
    /// The changes: a path such as `pool.connections.0.state`, and the values before and after.
    private(set) var changes: [(path: String, before: String, after: String)] = []

    init(from before: Any, to after: Any) {
        compare(before, after, path: "", depth: 0)
    }

    /// The changes as text, however long they are.
    var wholeLines: [String] { changes.map { "\($0.path): \($0.before) → \($0.after)" } }

    /// The changes as text, such as `waiting: [] → [0]`.
    var lines: [String] {
        changes.map { change in
            let (before, after) = Self.cut(change.before, change.after)
            return "\(change.path): \(before) → \(after)"
        }
    }

    /// Cuts two long texts around the part that differs.
    static func cut(_ one: String, _ other: String) -> (String, String) {
        guard max(one.count, other.count) > 60 else { return (one, other) }
        let start = zip(one, other).prefix { $0 == $1 }.count
        let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        return (cut(one, start, end), cut(other, start, end))
    }

    /// Shortens a text: cuts off uninteresting characters at both ends, and cuts out its middle.
    private static func cut(_ text: String, _ start: Int, _ end: Int) -> String {
        let (cutStart, cutEnd) = (start > 20 ? start - 12 : 0, end > 20 ? end - 12 : 0)
        let rest = text.dropFirst(cutStart).dropLast(cutEnd)
        let middle = rest.count > 60 ? "\(rest.prefix(30))…\(rest.suffix(29))" : "\(rest)"
        return (cutStart > 0 ? "…" : "") + middle + (cutEnd > 0 ? "…" : "")
    }

    var description: String { lines.joined(separator: ", ") }

    /// Compares the parts of two values if they correspond; otherwise records the whole values.
    private mutating func compare(_ before: Any, _ after: Any, path: String, depth: Int) {
        let (before, after) = (Self.shown(before), Self.shown(after))
        let (left, right) = (Mirror(reflecting: before), Mirror(reflecting: after))
        let isDeep = depth > 6 || type(of: before) != type(of: after)
        if !isDeep, let old = Self.entries(left), let new = Self.entries(right) {
            return compare(entries: old, new, path: path, depth: depth)
        }
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

    /// Compares the values of equal keys and records keys that only one value contains.
    private mutating func compare(entries before: [String: Any], _ after: [String: Any], path: String, depth: Int) {
        for key in Set(before.keys).union(after.keys).sorted() {
            let inner = "\(path)[\(key)]"
            switch (before[key], after[key]) {
            case (let old?, let new?): compare(old, new, path: inner, depth: depth + 1)
            case (let old?, nil): changes.append((inner, Self.text(old), "none"))
            case (nil, let new?): changes.append((inner, "none", Self.text(new)))
            case (nil, nil): break
            }
        }
    }

    /// Returns the values of a dictionary by the descriptions of their keys.
    ///
    /// The result is `nil` if the dictionary is empty or if two keys have the same description.
    private static func entries(_ mirror: Mirror) -> [String: Any]? {
        guard mirror.displayStyle == .dictionary, !mirror.children.isEmpty else { return nil }
        var entries: [String: Any] = [:]
        for child in mirror.children {
            let entry = Array(Mirror(reflecting: child.value).children)
            guard let key = entry.first, let value = entry.last else { return nil }
            guard entries.updateValue(value.value, forKey: keyText(key.value)) == nil else { return nil }
        }
        return entries
    }

    /// Returns a key on one line; if its type stores only one value, returns that value.
    private static func keyText(_ key: Any) -> String {
        let mirror = Mirror(reflecting: key)
        guard mirror.displayStyle == .struct, mirror.children.count == 1, let only = mirror.children.first else {
            return text(key)
        }
        return key is any CustomStringConvertible ? text(key) : keyText(only.value)
    }

    /// Returns a description of a value on one line.
    ///
    /// - Parameter isInObject: Whether the value belongs to an object. Objects in it appear only by
    ///   their types, because they may refer to each other.
    static func text(_ value: Any, isInObject: Bool = false) -> String {
        func part(_ value: Any) -> String { text(value, isInObject: isInObject) }
        let value = shown(value)
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { part($0.value) } ?? "nil"
        case .set: return "[" + mirror.children.map { part($0.value) }.sorted().joined(separator: ", ") + "]"
        case .dictionary:
            let entries = mirror.children.map { child in
                Mirror(reflecting: child.value).children.map { part($0.value) }.joined(separator: ": ")
            }
            return entries.isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
        case .collection: return "[" + mirror.children.map { part($0.value) }.joined(separator: ", ") + "]"
        case .enum:
            let name = ValueName.caseName(of: value, mirror)
            guard let payload = mirror.children.first else { return name }
            let inner = Mirror(reflecting: payload.value)
            return "\(name)(\(inner.displayStyle == .tuple ? fields(of: inner, isInObject) : part(payload.value)))"
        case .tuple: return "(\(fields(of: mirror, isInObject)))"
        case .struct where !(value is any CustomStringConvertible) && !mirror.children.isEmpty:
            return "\(mirror.subjectType)(\(fields(of: mirror, isInObject)))"
        case .class where !(value is any CustomStringConvertible) && !mirror.children.isEmpty && !isInObject:
            return "\(mirror.subjectType)(\(fields(of: mirror, true)))"
        // A description can contain names of private types, whose places change with each process.
        case nil, .some: return value is String ? "\(value)".debugDescription : "\(value)".withoutContexts
        }
    }

    /// Returns the value that appears in texts in the place of another value.
    private static func shown(_ value: Any) -> Any { (value as? any DescribedPart)?.shown ?? value }

    private static func fields(of mirror: Mirror, _ isInObject: Bool) -> String {
        func part(_ value: Any) -> String { text(value, isInObject: isInObject) }
        if let only = mirror.children.first, mirror.children.count == 1 { return part(only.value) }
        let fields = mirror.children.map { child in
            guard let label = child.label, !label.hasPrefix(".") else { return part(child.value) }
            return "\(label): \(part(child.value))"
        }
        return fields.joined(separator: ", ")
    }
}
