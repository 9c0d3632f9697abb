/// What can go wrong with a stream, on demand.
///
/// The raw value is what an example takes on its command line.
public enum CameraFault: String, CaseIterable, Sendable {
    /// The camera answers, and sends no picture.
    case hang
    /// The connection breaks in the middle of the sixth picture.
    case drop
    /// The sixth picture does not come, nor any other.
    case stall
    /// The answer announces a boundary that cannot be.
    case boundary
    /// The pictures are separated by another boundary than the one announced.
    case mismatch
    /// The first picture announces more bytes than anybody would take.
    case large
    /// The parts of the stream are no pictures.
    case garbage
    /// The answer is a web page.
    case page
    /// The camera answers with status 503.
    case busy
    /// Nothing listens at the address, so that a connect fails.
    case refused
    /// After the fifth picture the camera goes away for a while, and comes back without this fault.
    case restart
}
