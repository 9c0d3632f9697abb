/// A failure that ``LoopbackCamera`` injects into its streams on demand.
///
/// `LoopbackCamera+Faults` implements all of them. `setFault(_:)` implements ``refused`` with a
/// ``FaultSwitch``, which closes the port, and `restart()` implements ``restart``.
/// `begin(_:under:)` implements the faults in the response header, and
/// `disturbed(_:after:to:under:)` implements the faults in the pictures.
package enum CameraFault: String, ServiceFault {
    /// The camera responds but sends no picture.
    case hang
    /// The connection breaks in the middle of the sixth picture.
    case drop
    /// No more pictures arrive after the fifth one.
    case stall
    /// The response header announces an invalid boundary.
    case boundary
    /// The boundary between the pictures differs from the announced one.
    case mismatch
    /// The first picture announces more bytes than any client accepts.
    case large
    /// The parts of the stream are not pictures.
    case garbage
    /// The response is a web page.
    case page
    /// The camera responds with status 503.
    case busy
    /// Nothing listens at the address, so connecting fails.
    case refused
    /// After the fifth picture, the camera is unreachable for a second. A restart clears this
    /// fault.
    case restart
}
