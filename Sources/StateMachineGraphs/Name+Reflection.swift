import StateMachines

extension Name {
    /// Names a state, an event or an activity.
    public init(of value: some Any) {
        self.init(reflecting: value)
    }

    private init(reflecting value: Any) {
        let mirror = Mirror(reflecting: value)
        type = String(reflecting: mirror.subjectType)

        let isEnum = mirror.displayStyle == .enum
        let parts = isEnum ? payloadParts(of: mirror) : mirror.displayStyle == .struct ? Array(mirror.children) : []
        let isStruct = mirror.displayStyle == .struct && value is any StateDefinition

        var regions: [Region] = []
        var payload: [Field] = []
        if isEnum, parts.count == 1, Mirror(reflecting: parts[0].value).displayStyle == .enum {
            regions = [Region(label: parts[0].label, name: Name(reflecting: parts[0].value))]
        } else if isEnum || isStruct {
            for part in parts { Name.sort(part.value, label: part.label, into: &regions, &payload) }
        }

        if isEnum {
            caseName = Self.caseName(of: value, mirror)
        } else if isStruct, !regions.isEmpty {
            caseName = nil
        } else if isStruct, !(value is any CustomStringConvertible) {
            caseName = "\(mirror.subjectType)"
        } else {
            caseName = literal(value)
            payload = []
        }
        self.regions = regions
        self.payload = payload
    }

    /// Tells states from other payloads; looks into structs for both.
    private static func sort(_ value: Any, label: String?, into regions: inout [Region], _ payload: inout [Field]) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            if let wrapped = mirror.children.first {
                sort(wrapped.value, label: label, into: &regions, &payload)
            } else {
                payload.append(Field(label: label, value: "nil"))
            }
        } else if value is any StateDefinition {
            let name = Name(reflecting: value)
            if name.caseName != nil {
                regions.append(Region(label: label, name: name))
            } else {
                // It consists of regions: they are regions of what it is in.
                regions += name.regions.map { Region(label: joined(label, $0.label), name: $0.name) }
                payload += name.payload.map { Field(label: joined(label, $0.label), value: $0.value) }
            }
        } else if mirror.displayStyle == .struct, !(value is any CustomStringConvertible), !mirror.children.isEmpty {
            for child in mirror.children {
                sort(child.value, label: joined(label, child.label), into: &regions, &payload)
            }
        } else {
            payload.append(Field(label: label, value: literal(value)))
        }
    }

    /// The case of a state; of one that is no enum, its description.
    static func ownName(of state: Any) -> String {
        let mirror = Mirror(reflecting: state)
        return mirror.displayStyle == .enum ? caseName(of: state, mirror) : "\(Name(reflecting: state))"
    }

    private static func caseName(of value: Any, _ mirror: Mirror) -> String {
        if let label = mirror.children.first?.label { return label }
        func open<Value>(_ value: Value) -> String { enumCaseName(value).map(String.init(cString:)) ?? "\(value)" }
        return _openExistential(value, do: open)
    }
}

/// The name of an enum's case in the source, which a description of its own would hide.
///
/// The function of the Swift runtime that `print` uses for enums without a description.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// The labels and values of an enum's payload, without the labels that Swift makes up, such as `.0`.
private func payloadParts(of mirror: Mirror) -> [(label: String?, value: Any)] {
    guard let payload = mirror.children.first else { return [] }
    let tuple = Mirror(reflecting: payload.value)
    guard tuple.displayStyle == .tuple else { return [(nil, payload.value)] }
    return tuple.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
}

/// A value as Swift would write it, or nearly so, on one line; only the beginning of what is longer than 60 characters.
private func literal(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { literal($0.value) } ?? "nil"
    case .collection, .set:
        guard mirror.children.count <= 3 else { return "\(mirror.children.count) elements" }
        let elements = mirror.children.map { literal($0.value) }
        // The order of a set changes from one run to the next.
        return "[\((mirror.displayStyle == .set ? elements.sorted() : elements).joined(separator: ", "))]"
    case .dictionary:
        guard 1...3 ~= mirror.children.count else { return "\(mirror.children.count) entries" }
        let entries = mirror.children.map { entry in
            Mirror(reflecting: entry.value).children.map { literal($0.value) }.joined(separator: ": ")
        }
        return "[\(entries.sorted().joined(separator: ", "))]"
    case .enum where !(value is any CustomStringConvertible): return "\(Name(of: value))"
    case nil, .some: break
    }
    var text = (value as? any StringProtocol).map { String($0).debugDescription } ?? "\(value)"
    if text.contains(where: \.isNewline) { text = text.debugDescription }
    // With its length, so that what grows looks different each time.
    return text.count > 60 ? "\(text.prefix(40))… (\(text.count) characters)" : text
}
