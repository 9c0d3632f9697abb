/// A failure that ``LoopbackCamera`` injects into its streams on demand.
///
/// `CameraStream` makes all of them but ``refused``: those that concern the response head in
/// `handle(_:_:)`, those that concern pictures in `stream(to:fault:)`.
package enum CameraFault: String, ServiceFault {
    /// The camera answers, and sends no picture (`stream`).
    case hang
    /// The connection breaks in the middle of the sixth picture (`stream`).
    case drop
    /// After the fifth picture no other one comes (`stream`).
    case stall
    /// The head announces an invalid boundary (`handle`).
    case boundary
    /// The pictures are separated by another boundary than the head announces (`stream`).
    case mismatch
    /// The first picture announces more bytes than any client accepts (`stream`).
    case large
    /// The parts of the stream are not pictures (`stream`).
    case garbage
    /// The answer is a web page (`handle`).
    case page
    /// The camera answers with status 503 (`handle`).
    case busy
    /// Nothing listens at the address, so that connecting fails (`LoopbackCamera.setFault(_:)`).
    case refused
    /// After the fifth picture (`stream`) the camera is unreachable for a second, and comes back
    /// without this fault (`LoopbackCamera.restart()`).
    case restart
}
