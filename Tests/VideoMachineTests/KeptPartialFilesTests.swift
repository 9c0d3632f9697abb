import Foundation
import StateMachineTestSupport
import Testing

@testable import VideoMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct KeptPartialFilesTests {
    private let files = KeptPartialFiles()
    private let source = URL(filePath: "/ocean.mov")

    private func withFiles(_ body: (PartialFile, PartialFile) async throws -> Void) async throws {
        try await withEmptyFolder { folder in
            let destination = folder.appending(path: "ocean.mov")
            try await body(PartialFile(beside: destination), PartialFile(beside: destination))
        }
    }

    /// The file that is kept at the moment: a cancelled task does not wait for one.
    private func keptFile(of source: URL) async -> PartialFile? {
        let task = Task { [files] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await files.file(for: source)
        }
        return await task.value
    }

    private func keep(_ file: PartialFile) async -> Task<Void, Never> {
        let keeping = Task { [files, source] in await files.keep(file, for: source) }
        while await keptFile(of: source) !== file, !Task.isCancelled { await Task.yield() }
        return keeping
    }

    @Test func `a keeper that ends late does not take the file of its successor along`() async throws {
        try await withFiles { old, new in
            let oldKeeper = await keep(old)
            let newKeeper = await keep(new)
            oldKeeper.cancel()
            await oldKeeper.value
            #expect(await keptFile(of: source) === new)
            newKeeper.cancel()
            #expect(await keptFile(of: source) == nil)
            await newKeeper.value
        }
    }

    @Test func `a keeper that was cancelled before it began offers no file`() async throws {
        try await withFiles { file, _ in
            let keeping = Task { [files, source] in
                withUnsafeCurrentTask { $0?.cancel() }
                await files.keep(file, for: source)
            }
            await keeping.value
            #expect(await keptFile(of: source) == nil)
        }
    }

    @Test func `a download waits for the file of its own address`() async throws {
        try await withFiles { file, other in
            let elsewhere = URL(filePath: "/lake.mov")
            let waiting = Task { [files] in await files.file(for: elsewhere) }
            let waitingToo = Task { [files, source] in await files.file(for: source) }
            for _ in 0..<100 { await Task.yield() }
            let keeping = await keep(file)
            #expect(await waitingToo.value === file)
            let keepingElsewhere = Task { [files] in await files.keep(other, for: elsewhere) }
            #expect(await waiting.value === other)
            for keeper in [keeping, keepingElsewhere] {
                keeper.cancel()
                await keeper.value
            }
        }
    }

    @Test func `a download that is cancelled while it waits gets no file`() async throws {
        let waiting = Task { [files, source] in await files.file(for: source) }
        for _ in 0..<100 { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
