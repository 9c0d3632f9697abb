import Foundation
import StateMachineTestSupport
import Testing

@testable import VideoMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct PartialFileTests {
    private func withFile(_ body: (PartialFile) async throws -> Void) async throws {
        try await withEmptyFolder { folder in
            let file = PartialFile(beside: folder.appending(path: "ocean.mov"))
            try await body(file)
        }
    }

    private func write(_ text: String, at offset: Int64, of validator: String?, to file: PartialFile) throws {
        try file.open(at: offset, expecting: 10, of: validator)
        try file.append(Data(text.utf8))
        file.close()
    }

    private func text(of file: PartialFile) throws -> String {
        String(decoding: try Data(contentsOf: file.location), as: UTF8.self)
    }

    /// What a download may resume from: bytes whose version has a name, and that are still there.
    @Test(arguments: [nil, "\"first\""], [nil, 0, 4, 5, 6] as [UInt64?])
    func `bytes count only if their version has a name and the file still has them`(validator: String?, size: UInt64?)
        async throws
    {
        try await withFile { file in
            try write("abcde", at: 0, of: validator, to: file)
            if let size {
                let handle = try FileHandle(forUpdating: file.location)
                try handle.truncate(atOffset: size)
                try handle.close()
            } else {
                try FileManager.default.removeItem(at: file.location)
            }
            file.forgetUnlessSound()
            let isSound = validator != nil && (size ?? 0) >= 5
            let whole = PartialFile.Knowledge(received: 5, expected: 10, validator: validator)
            #expect(file.knowledge == (isSound ? whole : PartialFile.Knowledge()))
        }
    }

    @Test func `a file is opened at its beginning or at an offset, and ends there`() async throws {
        try await withFile { file in
            try write("abcde", at: 0, of: nil, to: file)
            try write("XY", at: 3, of: "\"first\"", to: file)
            #expect(try text(of: file) == "abcXY")
            #expect(file.knowledge == .init(received: 5, expected: 10, validator: "\"first\""))
            try file.open(at: 2, expecting: nil, of: nil)
            #expect(try text(of: file) == "ab")
            #expect(file.knowledge == .init(received: 2, expected: nil, validator: nil))
            try write("new", at: 0, of: nil, to: file)
            #expect(try text(of: file) == "new")
            file.forget()
            #expect(file.knowledge == .init())
        }
    }

    @Test func `a file that is gone is not opened at an offset`() async throws {
        try await withFile { file in
            #expect(throws: VideoDownloadError.cannotWrite("No such file or directory")) {
                try file.open(at: 3, expecting: nil, of: nil)
            }
        }
    }

    @Test func `one download at a time uses a file, and none uses a removed one`() async throws {
        try await withFile { file in
            _ = try await file.use { () throws(VideoDownloadError) in
                await #expect(throws: VideoDownloadError.cancelled) { try await file.use {} }
            }
            _ = try await file.use {}
            await file.remove()
            await #expect(throws: VideoDownloadError.cancelled) { _ = try await file.use {} }
        }
    }

    @Test func `bytes that come after the use of a file are not written`() async throws {
        try await withFile { file in
            try await file.use { () throws(VideoDownloadError) in
                try file.open(at: 0, expecting: nil, of: nil)
                try file.append(Data("abc".utf8))
            }
            try file.append(Data("late".utf8))
            #expect(try text(of: file) == "abc")
        }
    }

    #if os(Linux)
    @Test func `a file has one descriptor while it is open, and then none`() async throws {
        try await withFile { file in
            func descriptors() throws -> Int {
                let folder = "/proc/self/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                    return target == file.location.path(percentEncoded: false)
                }
            }
            for _ in 0..<3 {
                try file.open(at: 0, expecting: nil, of: nil)
                #expect(try descriptors() == 1)
            }
            file.close()
            #expect(try descriptors() == 0)
            try await file.use { () throws(VideoDownloadError) in try file.open(at: 0, expecting: nil, of: nil) }
            #expect(try descriptors() == 0)
        }
    }
    #endif

    @Test func `a file is removed when its use has ended`() async throws {
        try await withFile { file in
            let gate = Gate()
            let isRemoved = Journal<Bool>()
            let use = Task {
                try await file.use { () throws(VideoDownloadError) in
                    try file.open(at: 0, expecting: nil, of: nil)
                    await gate.pass()
                    isRemoved.note(!FileManager.default.fileExists(atPath: file.location.path(percentEncoded: false)))
                }
            }
            try #require(await eventually { (try? text(of: file)) != nil })
            let removal = Task { await file.remove() }
            for _ in 0..<100 { await Task.yield() }
            gate.open()
            try await use.value
            await removal.value
            #expect(isRemoved.entries == [false])
            #expect((try? text(of: file)) == nil)
        }
    }

    @Test func `a folder may have any name`() async throws {
        try await withEmptyFolder { folder in
            let folder = folder.appending(path: "a %20 é?#", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let destination = folder.appending(path: "b %20 é?#.mov")
            let file = PartialFile(beside: destination)
            try write("abcde", at: 0, of: "\"first\"", to: file)
            file.forgetUnlessSound()
            #expect(file.knowledge.received == 5)
            try file.move(to: destination)
            #expect(try Data(contentsOf: destination) == Data("abcde".utf8))
            try write("late", at: 0, of: nil, to: file)
            await file.remove()
            let path = folder.path(percentEncoded: false)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["b %20 é?#.mov"])
        }
    }

    @Test func `a file that was moved starts at its beginning`() async throws {
        try await withFile { file in
            try write("abcde", at: 0, of: "\"first\"", to: file)
            let destination = file.location.deletingLastPathComponent().appending(path: "ocean.mov")
            try file.move(to: destination)
            #expect(file.knowledge == .init())
            #expect(try Data(contentsOf: destination) == Data("abcde".utf8))
        }
    }

    @Test func `a full disk and a full quota are the same for people`() {
        for (code, error) in [
            (ENOSPC, VideoDownloadError.diskFull), (EDQUOT, .diskFull), (EFBIG, .cannotWrite("File too large")),
        ] {
            let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
            #expect(VideoDownloadError(writing: cause) == error)
            let wrapped = NSError(domain: NSCocoaErrorDomain, code: 640, userInfo: [NSUnderlyingErrorKey: cause])
            #expect(VideoDownloadError(writing: wrapped) == error)
            // The codes of other domains mean something else.
            let other = NSError(domain: "disks", code: Int(code), userInfo: [NSLocalizedDescriptionKey: "words"])
            #expect(VideoDownloadError(writing: other) == .cannotWrite("words"))
            let info: [String: Any] = [NSUnderlyingErrorKey: other, NSLocalizedDescriptionKey: "more words"]
            let wrappedOther = NSError(domain: NSCocoaErrorDomain, code: 640, userInfo: info)
            #expect(VideoDownloadError(writing: wrappedOther) == .cannotWrite("more words"))
        }
    }
}
