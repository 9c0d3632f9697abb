/// A failure that ``ImageService`` injects into its searches on demand.
///
/// `SearchAnswer.write(to:for:fault:)` makes all of them but ``refused``.
package enum SearchFault: String, ServiceFault {
    /// The service answers with status 500 and a text.
    case status500 = "500"
    /// The service takes the request and never answers.
    case timeout
    /// The service announces the whole length of the JSON, and closes the connection half-way
    /// through it.
    case truncated
    /// The service answers with status 200 and something that is not JSON.
    case garbage
    /// Nothing listens at the endpoint, so that connecting fails, for pictures too.
    ///
    /// `ImageService.setFault(_:)` closes the port; `SearchAnswer` resets requests that are already
    /// under way.
    case refused
    /// The service answers correctly, a few bytes at a time (`SearchAnswer.drip(_:to:)`).
    case slow
}
