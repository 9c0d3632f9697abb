/// What can go wrong with a search, on demand.
///
/// The raw value is what an example takes on its command line.
public enum Fault: String, CaseIterable, Sendable {
    /// The service answers with status 500 and a text.
    case status500 = "500"
    /// The service takes the request and never answers.
    case timeout
    /// The service announces the whole length of the JSON, and closes half-way through it.
    case truncated
    /// The service answers with status 200 and something that is no JSON.
    case garbage
    /// Nothing listens at the endpoint, so that a connect fails; this concerns the pictures as well.
    case refused
    /// The service answers correctly, a few bytes at a time.
    case slow
}
