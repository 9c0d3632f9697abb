import Foundation
import TestSupport

/// The example `video` in a folder of its own.
enum VideoProgram {
    /// What the program prints while it makes its sample.
    static let progress = "video: drawing eight seconds of the sea\n"

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
