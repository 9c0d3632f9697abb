import Foundation
import StateMachineGraphs

extension EventShape {
    /// The maximum number of values of an enum that a form lists.
    private static let choiceLimit = 200

    /// Creates the shape of a type whose parts do not matter; `nil` for other types.
    init?(leaf type: any Decodable.Type) {
        let name = "\(type)"
        if let kind = Self.kind(of: type) {
            self.init(kind: kind, type: name)
        } else if type is any KeyedByValues.Type {
            // The keys are values, so a sample does not show which ones are possible.
            self.init(kind: .json, type: name)
        } else if let choices = Self.choices(of: type) {
            self.init(kind: .choice, type: name, choices: choices)
        } else {
            return nil
        }
    }

    private static func kind(of type: any Decodable.Type) -> Kind? {
        switch type {
        case is Bool.Type: .boolean
        case is any (FixedWidthInteger & Decodable).Type: .integer
        case is any (BinaryFloatingPoint & Decodable).Type, is Decimal.Type, is Date.Type: .number
        case is String.Type, is URL.Type, is Data.Type, is UUID.Type: .text
        default: nil
        }
    }

    /// Returns the values of an enum that lists its cases, or `nil` if it does not.
    private static func choices(of type: any Decodable.Type) -> [Choice]? {
        guard let type = type as? any (CaseIterable & Encodable).Type else { return nil }
        let choices = choices(ofCases: type)
        return choices.isEmpty || choices.count > choiceLimit ? nil : choices
    }

    private static func choices<Value: CaseIterable & Encodable>(ofCases type: Value.Type) -> [Choice] {
        type.allCases.prefix(choiceLimit + 1).compactMap { value in
            value.eventJSON.map { Choice(name: "\(ValueName(of: value))", json: $0) }
        }
    }
}

extension Encodable {
    /// The value as JSON on one line, as `JSONDecoder` reads it; `nil` if it cannot be encoded.
    var eventJSON: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A dictionary.
private protocol KeyedByValues {}

extension Dictionary: KeyedByValues {}
