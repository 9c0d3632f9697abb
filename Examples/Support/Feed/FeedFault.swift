/// A failure that ``FeedService`` injects into its responses on demand.
///
/// `FeedRoutes.handle(_:_:)` implements all of them except ``refused``.
package enum FeedFault: String, ServiceFault {
    /// The server responds with status 404.
    case status404 = "404"
    /// The server responds with status 500.
    case status500 = "500"
    /// The server accepts the request and never responds.
    case timeout
    /// The server announces the full length but closes the connection in the middle of the
    /// document.
    case disconnect
    /// The response is complete, but its document is truncated.
    case truncated
    /// The response is a web page.
    case garbage
    /// The response is an image.
    case picture
    /// The document grows without limit when its entities are expanded or is nested too deeply.
    ///
    /// `FeedRoutes.bomb(_:)` creates the document.
    case bomb
    /// Nothing listens at the address, so connecting fails.
    ///
    /// `FeedService.setFault(_:)` closes the port, and `FeedRoutes` resets requests in progress.
    case refused
}
