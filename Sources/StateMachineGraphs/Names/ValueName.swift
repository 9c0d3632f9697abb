/// The name of a state, an event or an activity, with its case, its payload and its nested states.
///
/// ```swift
/// ValueName(of: StreamState.error("timeout")).description    // error("timeout")
/// ValueName(of: RemoteContentState.loaded(.data)).path       // ["loaded", "data"]
/// ```
///
/// Names come from reflection. `error("timeout")` and `error("refused")` have different payloads
/// but one ``path``, `error`. A nested state's name is part of the outer name, so `loaded(.data)`
/// has the path `loaded`, `data`. If a state has regions, its name contains one name for each
/// region.
public struct ValueName: Hashable, Sendable {
    /// The type's name with its module, such as `StreamMachine.StreamState`.
    package let type: String

    /// A case name, or the description of a value that is not an enum.
    ///
    /// It is `nil` for a state that consists of its regions.
    package let caseName: String?

    /// Whether ``caseName`` is a name in the source rather than a description with arbitrary text.
    package let hasCase: Bool

    /// Nested states: one for a nested machine, or several for regions that run side by side.
    package let regions: [Region]

    /// Remaining values of the payload.
    package let payload: [Field]

    /// A state's event type by its name, or `nil` for a value that is not a `StateDefinition`.
    package let eventType: String?

    /// A state inside a state.
    package struct Region: Hashable, Sendable {
        /// The property's name or the payload's label, if there is one.
        package let label: String?

        /// The state's name.
        package let name: ValueName

        package init(label: String?, name: ValueName) {
            self.label = label
            self.name = name
        }
    }

    /// A part of a payload.
    package struct Field: Hashable, Sendable {
        /// The label, or `nil` for a payload without a label.
        ///
        /// A nested part has the labels of both levels, separated by a dot.
        package let label: String?

        /// The value approximately as Swift would write it, shortened if it is long.
        package let value: String

        /// A hash value that distinguishes values with the same shortened text.
        package let identity: Int

        package init(label: String?, value: String, identity: Int = 0) {
            self.label = label
            self.value = value
            self.identity = identity
        }

        func labeled(_ label: String?) -> Field { Field(label: label, value: value, identity: identity) }
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
    /// Case names from the outermost to the innermost.
    ///
    /// If a state has several regions, the last element contains their paths, such as `live,
    /// portrait`.
    public var path: [String] {
        let own = caseName.map { [$0] } ?? []
        return switch regions.count {
        case 0: own
        case 1: own + regions[0].name.path
        default: own + [regions.map { $0.name.path.joined(separator: ".") }.joined(separator: ", ")]
        }
    }

    /// The ``path``, in which a value that is not an enum is named by its type.
    ///
    /// It contains no payloads and no descriptions.
    package var casePath: [String] {
        let own = caseName.map { [hasCase ? $0 : TypeName(type).key] } ?? []
        return switch regions.count {
        case 0: own
        case 1: own + regions[0].name.casePath
        default: own + [regions.map { $0.name.casePath.joined(separator: ".") }.joined(separator: ", ")]
        }
    }

    /// Payloads of this name and its nested names, labeled with the regions.
    package var fields: [Field] {
        payload
            + regions.flatMap { region in
                region.name.fields.map { $0.labeled(joined(regions.count > 1 ? region.label : nil, $0.label)) }
            }
    }
}

extension ValueName: CustomStringConvertible {
    /// The value approximately as Swift would write it.
    ///
    /// Examples are `loaded(data)`, `error("timeout")` and `didReceive(bytes: 50, of: 100)`.
    public var description: String {
        let parts =
            regions.map { region in
                regions.count > 1 || !payload.isEmpty ? labeled(region.label, "\(region.name)") : "\(region.name)"
            } + payload.map { labeled($0.label, $0.value) }
        guard let caseName else { return parts.joined(separator: ", ") }
        return parts.isEmpty ? caseName : "\(caseName)(\(parts.joined(separator: ", ")))"
    }
}

private func labeled(_ label: String?, _ value: String) -> String {
    label.map { "\($0): \(value)" } ?? value
}

func joined(_ outer: String?, _ inner: String?) -> String? {
    switch (outer, inner) {
    case (let outer?, let inner?): "\(outer).\(inner)"
    case (let label?, nil), (nil, let label?): label
    case (nil, nil): nil
    }
}
