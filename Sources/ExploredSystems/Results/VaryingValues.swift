import StateMachineGraphs

/// The different values of each stored property in some states.
///
/// Identifiers do not count, since an exploration compares only their order.
struct VaryingValues {
    private let kinds: IdentifierKinds
    private var values: [String: Set<String>] = [:]
    /// The objects of a state that were met, because objects may refer to each other.
    private var met: Set<ObjectIdentifier> = []

    init(_ identifiers: [SystemIdentifiers]) {
        kinds = IdentifierKinds(identifiers)
    }

    /// The property with the most values, or the count of a collection; `nil` if nothing varies.
    var mostVaried: String? {
        let varying = values.filter { $0.value.count > 1 }
        return varying.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }

    /// Adds the values of a state.
    mutating func note(_ system: Any) {
        met = []
        note(system, at: "", kind: nil)
    }

    private mutating func add(_ text: String, at path: String) {
        values[path.isEmpty ? "the state" : path, default: []].insert(text)
    }

    private mutating func note(_ value: Any, at path: String, kind: Int?) {
        if let part = value as? any DescribedPart, let words = Self.statuses(in: part.shown) {
            return add(words, at: path)
        }
        let kind = kinds.kind(of: type(of: value)) ?? kind
        if wholeNumber(value, type(of: value)) != nil { return kind == nil ? add("\(value)", at: path) : () }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class, !met.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
        switch mirror.displayStyle {
        case .collection, .set, .dictionary: noteElements(mirror, at: path, kind: kind)
        case .optional where mirror.children.isEmpty: add("nil", at: path)
        case .struct, .class, .tuple, .optional, .enum:
            if mirror.displayStyle == .enum { add(ValueName.caseName(of: value, mirror), at: path) }
            if mirror.children.isEmpty, mirror.displayStyle != .enum { add("\(value)", at: path) }
            for child in mirror.children { noteChild(child, of: mirror, at: path, kind: kind) }
        case nil, .some: add("\(value)", at: path)
        }
    }

    /// Adds a stored value with its name, unless the name is that of a case.
    private mutating func noteChild(_ child: Mirror.Child, of parent: Mirror, at path: String, kind: Int?) {
        let name = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        guard let name, parent.displayStyle != .optional, parent.displayStyle != .enum else {
            return note(child.value, at: path, kind: kind)
        }
        let inner = path.isEmpty ? name : "\(path).\(name)"
        let isDictionary = Mirror(reflecting: child.value).displayStyle == .dictionary
        let keys = isDictionary ? kinds.kind(ofKeysIn: name) : nil
        guard let keys else { return note(child.value, at: inner, kind: kinds.kind(ofProperty: name) ?? kind) }
        noteElements(Mirror(reflecting: child.value), at: inner, kind: kinds.kind(ofProperty: name), keys: keys)
    }

    private mutating func noteElements(_ mirror: Mirror, at path: String, kind: Int?, keys: Int? = nil) {
        add("\(mirror.children.count)", at: path.isEmpty ? "the count" : "the count of \(path)")
        for child in mirror.children {
            guard mirror.displayStyle == .dictionary else {
                note(child.value, at: path, kind: kind)
                continue
            }
            let entry = Array(Mirror(reflecting: child.value).children)
            if let key = entry.first { note(key.value, at: "the keys of \(path)", kind: keys ?? kind) }
            if let value = entry.last { note(value.value, at: path, kind: kind) }
        }
    }

    /// Returns the statuses of timers or tasks without their identifiers.
    private static func statuses(in shown: Any) -> String? {
        let mirror = Mirror(reflecting: shown)
        guard mirror.displayStyle == .dictionary else { return nil }
        let words = mirror.children.compactMap { Mirror(reflecting: $0.value).children.dropFirst().first?.value }
        return words.map { StateDifference.text($0) }.sorted().joined(separator: ", ")
    }
}
