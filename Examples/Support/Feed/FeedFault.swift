/// A failure that ``FeedService`` injects into its answers on demand.
///
/// `FeedRoutes.handle(_:_:)` makes all of them but ``refused``.
package enum FeedFault: String, ServiceFault {
    /// The server answers with status 404.
    case status404 = "404"
    /// The server answers with status 500.
    case status500 = "500"
    /// The server takes the request and never answers.
    case timeout
    /// The server announces the whole length, and closes the connection half-way through the
    /// document.
    case disconnect
    /// The answer is complete, and the document in it breaks off.
    case truncated
    /// The answer is a web page.
    case garbage
    /// The answer is a picture.
    case picture
    /// The document grows without bounds when its entities are expanded, or nests too deeply
    /// (`FeedRoutes.bomb(_:)`).
    case bomb
    /// Nothing listens at the address, so that connecting fails.
    ///
    /// `FeedService.setFault(_:)` closes the port; `FeedRoutes` resets requests that are already
    /// under way.
    case refused
}
