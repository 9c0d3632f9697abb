import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

/// The example `video` in a folder of its own.
enum VideoProgram {
    /// What the program prints while it makes its sample.
    static let progress = "video: drawing eight seconds of the sea\n"

    /// A small video, which downloads at once.
    ///
    /// It claims to last an hour, so a test never sees its end.
    static func hour() throws -> [UInt8] {
        var bytes = SampleVideo(frameCount: 36, framesPerSecond: 1).file()
        let duration = try #require(bytes.firstRange(of: Array("mvhd".utf8))).upperBound + 12
        bytes.replaceSubrange(duration..<duration + 8, with: [0, 0, 0, 1, 0, 0, 0x0E, 0x10])
        return bytes
    }

    /// Starts a service with the video that lasts an hour.
    static func serviceOfHour() throws -> VideoService {
        try VideoService(video: StoredResource(hour(), contentType: "video/quicktime"))
    }

    /// Makes a folder, and removes it afterwards; the program puts temporary files there.
    static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "VideoProgram.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    static func files(in folder: URL) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()) ?? []
    }

    static func run(_ arguments: String..., input: String = "", in folder: URL) async throws -> Example.Result {
        try await Example.run("video", arguments, input: input, environment: environment(folder))
    }

    static func environment(_ folder: URL) -> [String: String] { ["TMPDIR": folder.path(percentEncoded: false)] }
}
