import StateMachineGraphs

/// A value that an outcome may depend on.
struct Feature: Hashable {
    enum Kind: Hashable {
        /// A part of the event's payload.
        case event

        /// A part of the state's payload.
        case state

        /// The state of a region.
        case region

        /// A condition to which the author has given a name.
        case named
    }

    var kind: Kind
    var label: String?
    /// The position among the features of one kind, for features without a label.
    var index: Int
    var value: String
    /// A number that distinguishes values with the same text.
    var identity = 0

    var key: Key { Key(kind: kind, label: label, index: label == nil ? index : 0) }

    struct Key: Hashable {
        var kind: Kind
        var label: String?
        var index: Int
    }

    static func features(of fields: [ValueName.Field], _ kind: Kind) -> [Feature] {
        fields.enumerated().map {
            Feature(kind: kind, label: $1.label, index: $0, value: $1.value, identity: $1.identity)
        }
    }

    /// Returns the states of the regions of a state, or none for a state with at most one region.
    static func regions(of name: ValueName) -> [Feature] {
        guard name.regions.count > 1 else { return [] }
        return name.regions.enumerated().map { index, region in
            let identity = MachineDescription.title(of: region.name).hashValue
            return Feature(kind: .region, label: region.label, index: index, value: region.title, identity: identity)
        }
    }

    /// Returns the outermost case of a state and the states of its regions.
    static func cases(of name: ValueName) -> [Feature] {
        let own = name.caseName.map { [Feature(kind: .region, index: -1, value: $0)] } ?? []
        return own + regions(of: name)
    }
}

extension Feature {
    /// Whether the value is true or false.
    ///
    /// For these values, the opposite value reads better than a negation.
    var isTruthValue: Bool { value == "true" || value == "false" }

    /// The value as a statement, such as `isOpen` or `not isOpen`.
    ///
    /// The result is `nil` unless the feature is a truth value with a label that can be a statement
    /// alone. A preposition, as in `turn(to: true)`, cannot.
    var statement: String? {
        guard isTruthValue, let label else { return nil }
        let word = label.split(separator: ".").last.map(String.init) ?? label
        guard kind == .named || !Self.prepositions.contains(word) else { return nil }
        return value == "true" ? label : "not \(label)"
    }

    private static let prepositions: Set = [
        "as", "at", "by", "for", "from", "in", "into", "of", "on", "per", "since", "to", "until", "via", "with",
    ]

    /// Whether the value is one of many possible samples.
    ///
    /// Numbers and texts are samples, and cases are not.
    var isSample: Bool {
        if kind == .region || kind == .named { return false }
        if ["nan", "inf"].contains(value) { return true }
        let scalars = value.unicodeScalars
        let isWord = scalars.allSatisfy { $0.isLetter || $0 == "_" || $0.isNumber }
        return !isWord || scalars.first?.isNumber ?? true
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    fileprivate var isNumber: Bool {
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }
}

extension ValueName.Region {
    /// The cases of the state without the name of the region, which already precedes them.
    var title: String {
        let title = MachineDescription.title(of: name)
        guard let label, title.hasPrefix(label + ".") else { return title }
        return String(title.dropFirst(label.count + 1))
    }
}
