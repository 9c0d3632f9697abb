public import Foundation

/// One picture of a camera, as it came over the network.
public struct CameraFrame: Hashable, Sendable {
    /// A whole JPEG file.
    public let data: Data

    /// Wraps a JPEG file.
    public init(data: Data) {
        self.data = data
    }
}
