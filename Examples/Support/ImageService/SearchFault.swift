/// A failure that ``ImageService`` injects into its searches on demand.
///
/// `SearchAnswer.write(to:for:fault:)` implements all of them except ``refused``.
package enum SearchFault: String, ServiceFault {
    /// The service responds with status 500 and a text.
    case status500 = "500"
    /// The service accepts the request and never responds.
    case timeout
    /// The service announces the full length of the JSON but closes the connection after half of
    /// it.
    case truncated
    /// The service responds with status 200 and a body that is not JSON.
    case garbage
    /// Nothing listens at the endpoint, so connecting fails, even for pictures.
    ///
    /// `ImageService.setFault(_:)` closes the port, and `SearchAnswer` resets requests in progress.
    case refused
    /// The service responds correctly, a few bytes at a time (`SearchAnswer.drip(_:to:)`).
    case slow
}
