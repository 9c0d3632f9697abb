import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing
import VideoMachine

/// What the process holds, and what it may not have; each test therefore has a process of its own.
@Suite(.timeLimit(.minutes(5)), .outside) struct ResourceTests {
    #if os(Linux)
    /// A thousand of them with `RANDOM_RUNS_FACTOR=20`.
    @Test func `many runs leave no task, no descriptor, no thread and no file behind`() async throws {
        await #expect(processExitsWith: .success) {
            limitProcess()
            let video = StoredResource(SampleVideo(frameCount: 1).file(), contentType: "video/quicktime")
            try await withStudio(video: video) { studio in
                // What the first request makes the libraries open stays open.
                try await Self.run(in: studio, number: 0)
                let descriptors = ProcessResources.socketsAndPipes
                let threads = ProcessResources.threads
                for number in 1...ProcessEnvironment.runs(50) {
                    try await Self.run(in: studio, number: number)
                    precondition(Set(studio.files).isSubset(of: ["ocean.mov"]), "\(number): \(studio.files)")
                    precondition(Self.openFiles(in: studio.folder) == 0, "\(number): a file is open")
                }
                let areClosed = await eventually { ProcessResources.socketsAndPipes <= descriptors }
                precondition(areClosed, "\(ProcessResources.socketsAndPipes) descriptors after \(descriptors)")
                let threadsAreGone = await eventually { ProcessResources.threads <= threads + 4 }
                precondition(threadsAreGone, "\(ProcessResources.threads) threads after \(threads)")
            }
        }
    }

    /// How many files of a folder this process has open.
    private static func openFiles(in folder: URL) -> Int {
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        precondition(descriptors?.isEmpty == false, "/proc/self/fd cannot be read")
        return (descriptors ?? []).count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target?.hasPrefix(folder.path(percentEncoded: false)) == true
        }
    }

    @MainActor
    private static func expectEnd(of model: VideoModel, _ number: Int) async {
        let isOver = await eventually { model.state.playback?.isAtEnd == true || model.state.failureReason != nil }
        precondition(isOver && model.state.failureReason == nil, "\(number): \(model.state)")
    }

    /// A model from its start to its end, in one of six variants.
    @MainActor
    private static func run(in studio: Studio, number: Int) async throws {
        let way = number % 6
        try studio.service.setFault([nil, .disconnect, .notFound, .wrongLength, .notAVideo, nil][way])
        weak var last: VideoModel?
        do {
            let model = VideoModel(
                source: studio.source,
                downloader: studio.downloader(),
                tick: .milliseconds(1),
                speed: 1_000
            )
            last = model
            let run = Task { await model.run(until: { $0.playback?.isAtEnd == true }) }
            model.download()
            switch way {
            case 0: await Self.expectEnd(of: model, number)
            case 5:
                for _ in 0..<(number % 50) { await Task.yield() }
                run.cancel()
            default:
                let hasFailed = await eventually { model.state.failureReason != nil }
                precondition(hasFailed, "\(number): \(model.state)")
                if way == 1 {
                    model.download()
                    await Self.expectEnd(of: model, number)
                }
            }
            run.cancel()
            _ = await run.result
        }
        // Whatever were still at work for it would keep it.
        let isGone = await eventually { last == nil }
        precondition(isGone, "\(number): something keeps the model")
    }
    #endif

    @Test func `a limit on the size of files is an error, and what is there is resumed from`() async throws {
        await #expect(processExitsWith: .success) {
            limitProcess()
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(fileSizeLimit, &limit)
            var all = limit
            limit.rlim_cur = 10_000
            try await withStudio { studio in
                let downloader = studio.downloader()
                try await keepingPartialFile(of: studio.source, with: downloader) {
                    setrlimit(fileSizeLimit, &limit)
                    let error = await Self.failure(of: { try await downloader.download(from: studio.source) })
                    precondition(error == .cannotWrite("File too large"), "\(String(describing: error))")
                    setrlimit(fileSizeLimit, &all)
                    try await downloader.download(from: studio.source)
                }
                let bytes = try Array(Data(contentsOf: studio.destination))
                precondition(bytes == Studio.video.bytes)
                precondition(studio.files == ["ocean.mov"])
            }
        }
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed, "mounting a small disk is not allowed here"))
    func `a full disk is an error, and with more room the download resumes`() async throws {
        try await withStudio { studio in
            let disk = studio.folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            let tinyDisk = try TinyDisk(size: "12k", on: disk)
            defer { tinyDisk.unmount() }
            let path = disk.path(percentEncoded: false)
            let downloader = VideoDownloader(destination: disk.appending(path: "ocean.mov"))
            try await keepingPartialFile(of: studio.source, with: downloader) {
                await #expect(throws: VideoDownloadError.diskFull) {
                    try await downloader.download(from: studio.source)
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
                try tinyDisk.grow(to: "1m")
                try await downloader.download(from: studio.source)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["ocean.mov"])
            #expect(try Array(Data(contentsOf: downloader.destination)) == Studio.video.bytes)
        }
    }
    #endif

    private static func failure(of work: () async throws -> URL) async -> VideoDownloadError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return error as? VideoDownloadError
        }
    }
}

#if canImport(Glibc)
private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
private let fileSizeLimit = RLIMIT_FSIZE
#endif
