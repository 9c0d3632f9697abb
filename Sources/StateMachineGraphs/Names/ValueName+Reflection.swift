import StateMachines

extension ValueName {
    /// Creates the name of a state, an event or an activity.
    public init(of value: some Any) {
        self.init(reflecting: value)
    }

    /// Creates a state's name and replaces large collections with their element counts.
    init(ofLarge value: some Any) {
        self.init(reflecting: value, elementLimit: 60)
    }

    /// Creates a value's name.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limit: The maximum number of elements that are named. For a larger collection, the name
    ///     contains only the number of its elements.
    fileprivate init(reflecting value: Any, elementLimit limit: Int = .max) {
        let mirror = Mirror(reflecting: value)
        type = String(reflecting: mirror.subjectType)
        eventType = (value as? any StateDefinition).map { Self.eventType(of: $0) }

        let isEnum = mirror.displayStyle == .enum
        let parts = isEnum ? payloadParts(of: mirror) : mirror.displayStyle == .struct ? Array(mirror.children) : []
        let isStruct = mirror.displayStyle == .struct && (value is any StateDefinition || value is any NestedState)

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
            caseName = (value as? any ShortlyNamed)?.shortName ?? shortLiteral(value, limit)
            payload = []
        }
        self.regions = Self.labeled(regions)
        self.payload = payload
    }

    /// Returns the regions and, if there are several, labels each unlabeled one with its position.
    private static func labeled(_ regions: [Region]) -> [Region] {
        guard regions.count > 1 else { return regions }
        return regions.enumerated().map { Region(label: $1.label ?? "\($0 + 1)", name: $1.name) }
    }

    private static func eventType<State: StateDefinition>(of state: State) -> String {
        String(reflecting: State.Event.self)
    }

    /// Sorts the parts of a payload, including structs, into states and other values.
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
            } else if let region = value as? any OptionalState, !region.isData {
                // The name includes a missing region. Otherwise it would suggest that the other
                // regions are the only ones.
                regions.append(Region(label: label, name: region.missing))
            } else {
                payload.append(Field(label: label, value: "nil"))
            }
        } else if value is any StateDefinition || value is any NestedState {
            let name = ValueName(reflecting: value, elementLimit: limit)
            if name.caseName != nil {
                regions.append(Region(label: label, name: name))
            } else {
                // The value consists of regions, which become regions of the enclosing state.
                regions += name.regions.map { Region(label: joined(label, $0.label), name: $0.name) }
                payload += name.payload.map { $0.labeled(joined(label, $0.label)) }
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

    /// Returns the case name of an enum, or the description of another value.
    static func ownName(of state: Any) -> String {
        ownName(of: state, Mirror(reflecting: state))
    }

    /// Returns the case name of an enum, or the description of another value, with a known mirror.
    static func ownName(of state: Any, _ mirror: Mirror) -> String {
        mirror.displayStyle == .enum ? caseName(of: state, mirror) : "\(ValueName(reflecting: state))"
    }

    /// Returns the case name of an enum's value.
    package static func caseName(of value: Any, _ mirror: Mirror) -> String {
        if let label = mirror.children.first?.label { return withoutBackticks(label) }
        return caseName(withoutPayload: value)
    }

    /// Returns the case name of an enum's value without a payload.
    package static func caseName(withoutPayload value: Any) -> String {
        func open<Value>(_ value: Value) -> String { enumCaseName(value).map(String.init(cString:)) ?? "\(value)" }
        return withoutBackticks(_openExistential(value, do: open))
    }

    /// Returns a raw identifier without its backticks.
    ///
    /// The runtime puts raw identifiers in backticks and replaces their spaces with nonbreaking
    /// ones.
    static func withoutBackticks(_ name: String) -> String {
        guard name.hasPrefix("`"), name.hasSuffix("`"), name.count > 2 else { return name }
        return String(name.dropFirst().dropLast()).replacing("\u{A0}", with: " ")
    }
}

/// A value whose name is not its description.
package protocol ShortlyNamed {
    /// The name.
    var shortName: String { get }
}

/// An optional state.
private protocol OptionalState {
    /// The region's name if the state is missing.
    var missing: ValueName { get }

    /// Whether the state is data, as each optional nested state is.
    var isData: Bool { get }
}

extension Optional: OptionalState where Wrapped: StateDefinition {
    fileprivate var missing: ValueName { ValueName(type: "\(Self.self)", caseName: "none") }
    fileprivate var isData: Bool { Wrapped.self is any NestedState.Type }
}

/// Returns the name of an enum's case in the source, even if the enum has its own description.
///
/// `print` uses this function of the Swift runtime for enums without a description.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// Returns the labels and values of an enum's payload, without generated labels such as `.0`.
private func payloadParts(of mirror: Mirror) -> [(label: String?, value: Any)] {
    guard let payload = mirror.children.first else { return [] }
    let tuple = Mirror(reflecting: payload.value)
    guard tuple.displayStyle == .tuple else { return [(nil, payload.value)] }
    return tuple.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
}

/// Returns a value on one line, approximately as Swift would write it.
///
/// If the text is longer than 60 characters, the result contains only its beginning or the number
/// of elements.
private func shortLiteral(_ value: Any, _ limit: Int) -> String { shortened(fullLiteral(value, limit), of: value) }

/// Shortens a long text and appends its length, so that a growing value looks different each time.
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
