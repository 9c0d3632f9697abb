/// A failure that ``VideoService`` injects into downloads on demand.
///
/// `VideoRoutes` makes all of them but ``refused``; each case names the method.
package enum VideoFault: String, ServiceFault {
    /// The service answers with status 404 (`handle(_:_:)`).
    case notFound = "404"
    /// The connection ends half-way through the first answer; later requests get the rest
    /// (`send(_:_:_:to:on:with:)`).
    case disconnect
    /// As ``disconnect``, and the service ignores ranges: the second answer is the whole video
    /// (`serve(_:to:on:with:)`).
    case noRanges = "no-ranges"
    /// The service announces more bytes than it sends (`announceTooMuch(of:to:on:)`).
    case wrongLength = "wrong-length"
    /// The answer is a text (`handle(_:_:)`).
    case notAVideo = "not-a-video"
    /// The service takes the request and never answers (`handle(_:_:)`).
    case timeout
    /// Nothing listens at the address, so that connecting fails (`VideoService.setFault(_:)`).
    case refused
    /// The video comes at a tenth of the rate (`send(_:on:with:)`).
    case slow
}
