import Foundation

/// An event whose decoding reports the place of every error.
///
/// The decoder of JSON does not report the place of a number that does not fit into its type.
struct PlacedEvent<Event: Decodable>: Decodable {
    let event: Event

    init(from decoder: any Decoder) throws {
        event = try ShapeNode().decode(Event.self, at: decoder.codingPath) {
            try Event(from: decoder)
        } by: {
            decoder
        }
    }
}

/// Decodes a value, and adds the place to an error without one.
///
/// - Parameter place: The keys that lead to the value.
func decoding<Value: Decodable>(
    _ type: Value.Type,
    at place: [any CodingKey],
    _ decode: () throws -> Value
) throws -> Value {
    do {
        return try decode()
    } catch let error as DecodingError {
        throw error
    } catch {
        let reason = "The value does not fit into the type \(type)."
        throw DecodingError.dataCorrupted(.init(codingPath: place, debugDescription: reason, underlyingError: error))
    }
}
