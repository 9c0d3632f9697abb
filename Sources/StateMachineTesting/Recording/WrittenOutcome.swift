/// The outcome of an event, in JSON.
enum WrittenOutcome: String, Codable {
    case handled, rejected
}
