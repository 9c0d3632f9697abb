/// What can go wrong with a feed, on demand.
///
/// The raw value is what an example takes on its command line.
public enum FeedFault: String, CaseIterable, Sendable {
    /// There is nothing at the address.
    case status404 = "404"
    /// The server fails.
    case status500 = "500"
    /// The server takes the request and never answers.
    case timeout
    /// The server announces the whole length, and closes half-way through it.
    case disconnect
    /// The answer is whole, and the document in it breaks off.
    case truncated
    /// The answer is a web page.
    case garbage
    /// The answer is a picture.
    case picture
    /// The document grows without bounds when its entities, or its levels, are followed.
    case bomb
    /// Nothing listens at the address, so that a connect fails.
    case refused
}
