/// What a state, an event or an activity is called: its case, its payload, and the states inside
/// it.
///
/// Names come from reflection. `error("timeout")` and `error("refused")` have the same ``path``,
/// `error`, and another payload. A state inside a state is a name inside a name: `loaded(.data)`
/// has the path `loaded`, `data`, and a state with regions has one name for each of them.
///
/// ```swift
/// ValueName(of: StreamState.error("timeout")).description    // error("timeout")
/// ValueName(of: RemoteContentState.loaded(.data)).path       // ["loaded", "data"]
/// ```
public struct ValueName: Hashable, Sendable {
    /// The name of the type, with its module: `StreamMachine.StreamState`.
    package let type: String

    /// The case, or how a value that is no enum describes itself; `nil` for a state that consists
    /// of its regions.
    package let caseName: String?

    /// Whether ``caseName`` stands in the source; otherwise it may say anything of the value.
    package let hasCase: Bool

    /// The states inside this one: one of a nested machine, several of regions that run side by
    /// side.
    package let regions: [Region]

    /// What else the value carries.
    package let payload: [Field]

    /// For a state, the name of the type of its events; `nil` for a value that is no
    /// `StateDefinition`.
    package let eventType: String?

    /// A state inside a state.
    package struct Region: Hashable, Sendable {
        /// What the property or the payload is called, if it has a name.
        package let label: String?

        /// The state.
        package let name: ValueName

        package init(label: String?, name: ValueName) {
            self.label = label
            self.name = name
        }
    }

    /// A part of a payload.
    package struct Field: Hashable, Sendable {
        /// Its label; a part inside a part has both, with a dot between; `nil` for a payload
        /// without a label.
        package let label: String?

        /// Its value as Swift would write it, or nearly so, and shortened where it is long.
        package let value: String

        /// Tells values apart that look the same when they are shortened.
        package let identity: Int

        package init(label: String?, value: String, identity: Int = 0) {
            self.label = label
            self.value = value
            self.identity = identity
        }

        func labelled(_ label: String?) -> Field { Field(label: label, value: value, identity: identity) }
    }

    package init(type: String = "", caseName: String?, regions: [Region] = [], payload: [Field] = []) {
        self.type = type
        eventType = nil
        hasCase = true
        self.caseName = caseName
        self.regions = regions
        self.payload = payload
    }
}

extension ValueName {
    /// The cases from the outermost to the innermost; regions end it, as one element:
    /// `live, portrait`.
    public var path: [String] {
        let own = caseName.map { [$0] } ?? []
        return switch regions.count {
        case 0: own
        case 1: own + regions[0].name.path
        default: own + [regions.map { $0.name.path.joined(separator: ".") }.joined(separator: ", ")]
        }
    }

    /// The ``path`` with the type of a value that is no enum in place of what it says of itself: it
    /// has nothing of any payload.
    package var casePath: [String] {
        let own = caseName.map { [hasCase ? $0 : TypeName(type).key] } ?? []
        return switch regions.count {
        case 0: own
        case 1: own + regions[0].name.casePath
        default: own + [regions.map { $0.name.casePath.joined(separator: ".") }.joined(separator: ", ")]
        }
    }

    /// The payload of this name and of those inside it, regions with their labels.
    package var fields: [Field] {
        payload
            + regions.flatMap { region in
                region.name.fields.map { $0.labelled(joined(regions.count > 1 ? region.label : nil, $0.label)) }
            }
    }
}

extension ValueName: CustomStringConvertible {
    /// As Swift would write it, or nearly so: `loaded(data)`, `error("timeout")`,
    /// `didReceive(bytes: 50, of: 100)`.
    public var description: String {
        let parts =
            regions.map { region in
                regions.count > 1 || !payload.isEmpty ? labelled(region.label, "\(region.name)") : "\(region.name)"
            } + payload.map { labelled($0.label, $0.value) }
        guard let caseName else { return parts.joined(separator: ", ") }
        return parts.isEmpty ? caseName : "\(caseName)(\(parts.joined(separator: ", ")))"
    }
}

private func labelled(_ label: String?, _ value: String) -> String {
    label.map { "\($0): \(value)" } ?? value
}

func joined(_ outer: String?, _ inner: String?) -> String? {
    switch (outer, inner) {
    case (let outer?, let inner?): "\(outer).\(inner)"
    case (let label?, nil), (nil, let label?): label
    case (nil, nil): nil
    }
}
