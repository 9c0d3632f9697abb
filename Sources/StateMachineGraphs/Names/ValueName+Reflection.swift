import StateMachines

extension ValueName {
    /// Names a state, an event or an activity.
    public init(of value: some Any) {
        self.init(reflecting: value)
    }

    /// Names a state; of large collections only the number of elements is named.
    init(ofLarge value: some Any) {
        self.init(reflecting: value, elementLimit: 60)
    }

    /// - Parameter limit: How many elements of a collection are named; of a larger collection only
    ///   their number is.
    fileprivate init(reflecting value: Any, elementLimit limit: Int = .max) {
        let mirror = Mirror(reflecting: value)
        type = String(reflecting: mirror.subjectType)
        eventType = (value as? any StateDefinition).map { Self.eventType(of: $0) }

        let isEnum = mirror.displayStyle == .enum
        let parts = isEnum ? payloadParts(of: mirror) : mirror.displayStyle == .struct ? Array(mirror.children) : []
        let isStruct = mirror.displayStyle == .struct && value is any StateDefinition

        var regions: [Region] = []
        var payload: [Field] = []
        if isEnum, parts.count == 1, Mirror(reflecting: parts[0].value).displayStyle == .enum {
            let name = ValueName(reflecting: parts[0].value, elementLimit: limit)
            regions = [Region(label: parts[0].label, name: name)]
        } else if isEnum || isStruct {
            for part in parts { ValueName.sort(part.value, label: part.label, into: &regions, &payload, limit) }
        }

        hasCase = isEnum || isStruct && !(value is any CustomStringConvertible)
        if isEnum {
            caseName = Self.caseName(of: value, mirror)
        } else if isStruct, !regions.isEmpty {
            caseName = nil
        } else if isStruct, !(value is any CustomStringConvertible) {
            caseName = "\(mirror.subjectType)"
        } else {
            caseName = shortLiteral(value, limit)
            payload = []
        }
        self.regions = Self.labelled(regions)
        self.payload = payload
    }

    /// Labels several regions: those without a label by their number.
    private static func labelled(_ regions: [Region]) -> [Region] {
        guard regions.count > 1 else { return regions }
        return regions.enumerated().map { Region(label: $1.label ?? "\($0 + 1)", name: $1.name) }
    }

    private static func eventType<State: StateDefinition>(of state: State) -> String {
        String(reflecting: State.Event.self)
    }

    /// Sorts a payload into states and other values, also those inside structs.
    private static func sort(
        _ value: Any,
        label: String?,
        into regions: inout [Region],
        _ payload: inout [Field],
        _ limit: Int
    ) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            if let wrapped = mirror.children.first, !(wrapped.value is any NestedState) {
                sort(wrapped.value, label: label, into: &regions, &payload, limit)
            } else if let stored = mirror.children.first {
                payload.append(
                    Field(label: label, value: "\(ValueName(reflecting: stored.value, elementLimit: limit))")
                )
            } else if let region = value as? any OptionalState {
                // A region that may be missing is there all the same, or the others would seem to
                // be alone.
                regions.append(Region(label: label, name: region.missing))
            } else {
                payload.append(Field(label: label, value: "nil"))
            }
        } else if value is any StateDefinition || value is any NestedState {
            let name = ValueName(reflecting: value, elementLimit: limit)
            if name.caseName != nil {
                regions.append(Region(label: label, name: name))
            } else {
                // It consists of regions: they are regions of what it is in.
                regions += name.regions.map { Region(label: joined(label, $0.label), name: $0.name) }
                payload += name.payload.map { $0.labelled(joined(label, $0.label)) }
            }
        } else if mirror.displayStyle == .struct, !(value is any CustomStringConvertible), !mirror.children.isEmpty {
            for child in mirror.children {
                sort(child.value, label: joined(label, child.label), into: &regions, &payload, limit)
            }
        } else {
            let text = fullLiteral(value, limit)
            payload.append(Field(label: label, value: shortened(text, of: value), identity: text.hashValue))
        }
    }

    /// The case of a state; of one that is no enum, its description.
    static func ownName(of state: Any) -> String {
        ownName(of: state, Mirror(reflecting: state))
    }

    /// The case of a state whose mirror is at hand.
    static func ownName(of state: Any, _ mirror: Mirror) -> String {
        mirror.displayStyle == .enum ? caseName(of: state, mirror) : "\(ValueName(reflecting: state))"
    }

    /// The case of a value of an enum.
    package static func caseName(of value: Any, _ mirror: Mirror) -> String {
        if let label = mirror.children.first?.label { return withoutBackticks(label) }
        return caseName(withoutPayload: value)
    }

    /// The case of a value of an enum that has no payload.
    package static func caseName(withoutPayload value: Any) -> String {
        func open<Value>(_ value: Value) -> String { enumCaseName(value).map(String.init(cString:)) ?? "\(value)" }
        return withoutBackticks(_openExistential(value, do: open))
    }

    /// A raw identifier as what it stands for: the runtime puts it in backticks, with spaces of
    /// another kind.
    static func withoutBackticks(_ name: String) -> String {
        guard name.hasPrefix("`"), name.hasSuffix("`"), name.count > 2 else { return name }
        return String(name.dropFirst().dropLast()).replacing("\u{A0}", with: " ")
    }
}

/// A state that may be missing.
private protocol OptionalState {
    /// What its region is called when it is.
    var missing: ValueName { get }
}

extension Optional: OptionalState where Wrapped: StateDefinition {
    fileprivate var missing: ValueName { ValueName(type: "\(Self.self)", caseName: "none") }
}

/// The name of an enum's case in the source, which a description of its own would hide.
///
/// The function of the Swift runtime that `print` uses for enums without a description.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// The labels and values of an enum's payload, without the labels that Swift makes up, such as
/// `.0`.
private func payloadParts(of mirror: Mirror) -> [(label: String?, value: Any)] {
    guard let payload = mirror.children.first else { return [] }
    let tuple = Mirror(reflecting: payload.value)
    guard tuple.displayStyle == .tuple else { return [(nil, payload.value)] }
    return tuple.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
}

/// A value as Swift would write it, or nearly so, on one line; only the beginning of what is longer
/// than 60 characters.
private func shortLiteral(_ value: Any, _ limit: Int) -> String { shortened(fullLiteral(value, limit), of: value) }

/// With its length, so that what grows looks different each time.
private func shortened(_ text: String, of value: Any) -> String {
    guard text.count > 60 else { return text }
    let mirror = Mirror(reflecting: value)
    return switch mirror.displayStyle {
    case .collection, .set: "\(mirror.children.count) elements"
    case .dictionary: "\(mirror.children.count) entries"
    case nil, .some: "\(text.prefix(40))… (\(text.count) characters)"
    }
}

private func fullLiteral(_ value: Any, _ limit: Int) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection where mirror.children.count > limit, .set where mirror.children.count > limit:
        return "\(mirror.children.count) elements"
    case .dictionary where mirror.children.count > limit: return "\(mirror.children.count) entries"
    case .enum where !(value is any CustomStringConvertible):
        return "\(ValueName(reflecting: value, elementLimit: limit))"
    case nil, .some:
        if let text = literal(of: mirror, elements: { fullLiteral($0, limit) }) { return text }
    }
    let text = (value as? any StringProtocol).map { String($0).debugDescription } ?? "\(value)"
    return text.contains(where: \.isNewline) ? text.debugDescription : text
}
