/// What can go wrong with a download, on demand.
///
/// The raw value is what an example takes on its command line.
public enum VideoFault: String, CaseIterable, Sendable {
    /// There is nothing at the address.
    case notFound = "404"
    /// The connection ends half-way through the first answer; the rest can be fetched afterwards.
    case disconnect
    /// As with a disconnect, from a service that knows of no ranges: the second answer is the whole.
    case noRanges = "no-ranges"
    /// The service announces more bytes than it sends.
    case wrongLength = "wrong-length"
    /// What is at the address is a text.
    case notAVideo = "not-a-video"
    /// The service takes the request and never answers.
    case timeout
    /// Nothing listens at the address.
    case refused
    /// The video comes at a tenth of the rate.
    case slow
}
