#if os(Linux)
import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Where traps are found in a process with many libraries.
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct LoadedLibraryTests {
    /// Traps without a message, which would contain the place.
    private struct Trapping: ExploredSystem {
        static var initialStates: [Trapping] { [Trapping()] }
        func moves(_ move: inout SystemMoves<Trapping>) { move("trap") { _ in abort() } }
    }

    /// The files whose code is in memory.
    private static func loadedFiles() throws -> Set<Substring> {
        // The size of this file is said to be 0.
        let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        let paths = maps.split(separator: "\n").filter { $0.contains(" r-xp ") }.compactMap { line in
            line.firstIndex(of: "/").map { line[$0...] }
        }
        return Set(paths)
    }

    // The encoding of a number up to 127 is one byte long, that of a larger one has two bytes.
    @Test func `a place is found, whether the process has 127, 128 or 129 files with code`() async {
        await #expect(processExitsWith: .success) {
            let folder = URL.temporaryDirectory.appending(path: "LoadedLibraryTests.\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            var files = try Self.loadedFiles()
            let library = try #require(files.first { $0.contains("/libm.so") })
            for count in [127, 128, 129].usually({ $0 == 128 }) {
                while files.count < count {
                    let copy = folder.appending(path: "\(files.count).so").path
                    try FileManager.default.copyItem(atPath: String(library), toPath: copy)
                    try #require(dlopen(copy, RTLD_NOW) != nil)
                    files = try Self.loadedFiles()
                }
                #expect(files.count == count)
                let fault = try SystemExploration(of: Trapping.self).faults.first?.fault
                #expect(fault?.place?.file == "ExploredSystemsTests/LoadedLibraryTests.swift", "\(count)")
            }
        }
    }
}
#endif
