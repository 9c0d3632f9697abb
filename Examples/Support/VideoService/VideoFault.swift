/// A failure that ``VideoService`` injects into downloads on demand.
///
/// `VideoRoutes` implements all of them except ``refused``, in the methods named below.
package enum VideoFault: String, ServiceFault {
    /// The service responds with status 404 (`handle(_:_:)`).
    case notFound = "404"
    /// The connection ends in the middle of the first response. Later requests receive the rest
    /// (`send(_:_:_:to:on:with:)`).
    case disconnect
    /// The connection ends as in ``disconnect``, and the service ignores ranges. So the second
    /// response contains the complete video (`serve(_:to:on:with:)`).
    case noRanges = "no-ranges"
    /// The service announces more bytes than it sends (`announceTooMuch(of:to:on:)`).
    case wrongLength = "wrong-length"
    /// The response is a text (`handle(_:_:)`).
    case notAVideo = "not-a-video"
    /// The service accepts the request and never responds (`handle(_:_:)`).
    case timeout
    /// Nothing listens at the address, so connecting fails (`VideoService.setFault(_:)`).
    case refused
    /// The service sends the video at a tenth of the rate (`send(_:on:with:)`).
    case slow
}
