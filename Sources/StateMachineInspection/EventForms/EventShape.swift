/// The shape of the JSON of an event or of a part of it, from which a page makes a form.
///
/// A shape consists of names and types from the source. It contains no values of the app except
/// the ``choices`` of an enum.
struct EventShape: Encodable, Hashable {
    enum Kind: String, Encodable {
        case boolean, integer, number, text

        /// One of the values in ``EventShape/choices``.
        case choice

        /// An object with a value for each field.
        case fields

        /// An object with exactly one of the fields, as Swift encodes an enum with payloads.
        case cases

        /// An array of values with equal shapes.
        case list

        /// Anything, because no sample shows the shape or because the samples differ.
        case json
    }

    /// A part of an object, with the key of its JSON.
    struct Field: Encodable, Hashable {
        let name: String
        var shape: EventShape
    }

    /// A value of an enum that lists its cases.
    struct Choice: Encodable, Hashable {
        let name: String

        /// The value as JSON.
        let json: String
    }

    var kind: Kind

    /// The name of the type, without its module.
    var type: String?

    /// Whether the value may be missing.
    var isOptional = false

    var choices: [Choice] = []

    var fields: [Field] = []

    /// The shape of an element of a list, if a sample has one.
    var element: [EventShape] = []

    /// Whether nothing is known except the type.
    var isUnknown = false

    /// A shape about which nothing is known except the type.
    static func unknown(_ type: String? = nil) -> EventShape {
        var shape = EventShape(kind: .json, type: type)
        shape.isUnknown = true
        return shape
    }

    /// Returns the shape of values that have one of two shapes.
    func merged(with other: EventShape) -> EventShape {
        if isUnknown || other.isUnknown {
            var known = isUnknown ? other : self
            known.isOptional = isOptional || other.isOptional
            return known
        }
        var merged = self
        merged.isOptional = isOptional || other.isOptional
        switch (kind, other.kind) {
        case (.integer, .number): merged.kind = .number
        case (.fields, .fields), (.cases, .cases): merged.fields = mergedFields(with: other)
        case (.list, .list):
            merged.element = (element + other.element).reduce([]) { [$0.first?.merged(with: $1) ?? $1] }
        case (.number, .integer): break
        default:
            guard kind != other.kind else { break }
            return EventShape(kind: .json, type: type, isOptional: merged.isOptional)
        }
        return merged
    }

    private func mergedFields(with other: EventShape) -> [Field] {
        var result = fields
        for field in other.fields {
            if let index = result.firstIndex(where: { $0.name == field.name }) {
                result[index].shape = result[index].shape.merged(with: field.shape)
            } else {
                result.append(field)
            }
        }
        guard kind == .fields else { return result }
        // A field that one of the samples does without is not required.
        for index in result.indices {
            let name = result[index].name
            let isInBoth = [self, other].allSatisfy { $0.fields.contains { $0.name == name } }
            if !isInBoth { result[index].shape.isOptional = true }
        }
        return result
    }
}
