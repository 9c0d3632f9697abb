/// The reason why the event of a page cannot be decoded, with its place.
struct DecodingProblem {
    /// The keys that lead to the part of the event, from the outermost one.
    let place: [String]

    /// The reason in words.
    let reason: String

    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            (place, reason) = ([], "\(error)")
            return
        }
        switch error {
        case .typeMismatch(let type, let context):
            (place, reason) = (
                context.keys, "A value of the type \(type) is required here. \(context.debugDescription)"
            )
        case .valueNotFound(let type, let context):
            (place, reason) = (context.keys, "A value of the type \(type) is required here, but it is missing.")
        case .keyNotFound(let key, let context):
            (place, reason) = (context.keys + [key.name], "This value is missing.")
        case .dataCorrupted(let context):
            (place, reason) = (context.keys, context.debugDescription)
        @unknown default:
            (place, reason) = ([], "\(error)")
        }
    }
}

extension DecodingError.Context {
    /// The keys within the event, without the key of the command that contains it.
    fileprivate var keys: [String] { codingPath.dropFirst().map(\.name) }
}

extension CodingKey {
    /// The key, or the index of an element.
    fileprivate var name: String { intValue.map { "\($0)" } ?? stringValue }
}
