import Foundation
import StateMachineExampleSupport

/// A file in which the bank, the warehouse and the carrier write each request that they receive.
///
/// It represents the world outside the shop, which survives every crash of the shop. The processes
/// only append lines, each with a single system call. The main process reads the file at the end.
final class Ledger: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens or creates the file.
    init(_ path: String) throws(Problem) {
        self.path = path
        descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Problem(description: "cannot open \(path): \(systemReason())") }
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line.
    func append(_ line: LedgerLine) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try write(encoder.encode(line) + Data("\n".utf8))
    }

    private func write(_ bytes: Data) throws(Problem) {
        var written = -1
        repeat {
            written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        } while written < 0 && errno == EINTR
        if written < 0 { throw Problem(description: "cannot write to \(path): \(systemReason())") }
        if written < bytes.count { throw Problem(description: "cannot write to \(path): the disk is full") }
    }

    /// Reads all lines.
    ///
    /// An incomplete line comes from a request that did not arrive, for example because the disk
    /// was full. Its sender got an error.
    func lines() throws(Problem) -> [LedgerLine] {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Problem(description: "cannot read \(path): \(error.systemReason)")
        }
        let decoder = JSONDecoder()
        return data.split(separator: UInt8(ascii: "\n")).compactMap { try? decoder.decode(LedgerLine.self, from: $0) }
    }

    /// Ends an incomplete last line, so that the next line begins after it.
    func completeLastLine() throws(Problem) {
        let end = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        if end > 0, pread(descriptor, &last, 1, end - 1) == 1, last != UInt8(ascii: "\n") {
            try write(Data("\n".utf8))
        }
    }
}

private func systemReason() -> String { String(cString: strerror(errno)) }

/// Calls the system's `write`, whose name a method above shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
