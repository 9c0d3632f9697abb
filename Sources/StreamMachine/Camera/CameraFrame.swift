public import Foundation

/// One frame from a camera, exactly as it was received.
public struct CameraFrame: Hashable, Sendable {
    /// A complete JPEG file.
    public let data: Data

    /// Creates a frame from a JPEG file.
    public init(data: Data) {
        self.data = data
    }
}
