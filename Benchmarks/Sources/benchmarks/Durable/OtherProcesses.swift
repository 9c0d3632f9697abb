import Foundation

/// Worker processes that print a line for each job that begins: its order and the time.
///
/// They end when their standard input does.
final class OtherProcesses: Sendable {
    /// The starts of jobs: the order, and the time in nanoseconds of the system's clock.
    let starts: AsyncStream<(order: String, time: UInt64)>

    private let inputs: [Pipe]

    /// Starts processes.
    ///
    /// - Parameters:
    ///   - count: The number of processes.
    ///   - arguments: The arguments of this program.
    init(_ count: Int, arguments: [String]) throws {
        let (starts, continuation) = AsyncStream.makeStream(of: (order: String, time: UInt64).self)
        self.starts = starts
        inputs = try (0..<count).map { _ in
            let (process, input, output) = (Process(), Pipe(), Pipe())
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = arguments
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            Thread {
                var rest = Data()
                while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                    rest += data
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
                        rest.removeSubrange(...end)
                        if words.count == 2, let time = UInt64(words[1]) {
                            continuation.yield((String(words[0]), time))
                        }
                    }
                }
            }.start()
            return input
        }
    }

    func end() {
        for input in inputs { try? input.fileHandleForWriting.close() }
    }

    /// The time, by the clock that all processes share.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns when the standard input has ended.
    static func waitForEnd() async {
        await withCheckedContinuation { continuation in
            Thread {
                while !FileHandle.standardInput.availableData.isEmpty {}
                continuation.resume()
            }.start()
        }
    }
}
