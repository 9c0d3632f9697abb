public import StateMachines

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension VideoState: FiniteStateDefinition {
    private static var sampleSource: URL { URL(filePath: "/videos/ocean.mp4") }
    private static var sampleFile: URL { URL(filePath: "/downloads/ocean.mp4") }

    /// A video that has not been downloaded.
    public static var initialStates: [VideoState] { [.willDownload(from: sampleSource)] }

    /// Every event, with minimum, middle and maximum values and some invalid ones.
    public var sampleEvents: [Event] {
        [
            .download, .didReceive(bytes: 0, of: nil), .didReceive(bytes: 50, of: 100), .didReceive(bytes: -1, of: 100),
            .didFinishDownload(file: Self.sampleFile), .didFailDownload("connection lost"), .cancel, .play, .pause,
            .didProgress(0.5), .didProgress(.nan), .seek(0), .seek(1), .seek(1.5), .didPlayToEnd,
        ]
    }
}
