import Foundation

/// Bytes that can be read at any place: a file, or an array.
protocol VideoContents: Sendable {
    /// How many there are.
    var size: UInt64 { get }

    /// So many bytes from a place on.
    ///
    /// - Throws: `VideoFileError.truncated` if there are fewer.
    func bytes(at offset: UInt64, count: UInt64) throws(VideoFileError) -> [UInt8]
}

extension VideoContents {
    /// A number whose first byte is the most significant one.
    func number<Number: FixedWidthInteger & UnsignedInteger>(
        at offset: UInt64,
        as type: Number.Type = Number.self
    ) throws(VideoFileError) -> Number {
        try bytes(at: offset, count: UInt64(Number.bitWidth / 8)).reduce(0) { $0 << 8 | Number($1) }
    }

    /// Four letters.
    func type(at offset: UInt64) throws(VideoFileError) -> String {
        String(decoding: try bytes(at: offset, count: 4), as: Unicode.ASCII.self)
    }
}

extension [UInt8]: VideoContents {
    var size: UInt64 { UInt64(count) }

    func bytes(at offset: UInt64, count: UInt64) throws(VideoFileError) -> [UInt8] {
        guard offset <= size, count <= size - offset else { throw .truncated }
        return Array(self[Int(offset)..<Int(offset + count)])
    }
}

/// The bytes of a file, read as they are asked for.
struct FileContents: VideoContents {
    let size: UInt64
    private let handle: FileHandle

    init(of file: URL) throws(VideoFileError) {
        do {
            handle = try FileHandle(forReadingFrom: file)
            size = try handle.seekToEnd()
        } catch {
            throw .unreadable(error.reason)
        }
    }

    func bytes(at offset: UInt64, count: UInt64) throws(VideoFileError) -> [UInt8] {
        guard offset <= size, count <= size - offset else { throw .truncated }
        let data: Data
        do {
            try handle.seek(toOffset: offset)
            data = try handle.read(upToCount: Int(count)) ?? Data()
        } catch {
            throw .unreadable(error.reason)
        }
        // The file may have become shorter since.
        guard data.count == Int(count) else { throw .truncated }
        return Array(data)
    }
}

extension Error {
    /// What the system says of a failure of the file system, as short as it does.
    var reason: String {
        posixCode.map { String(cString: strerror($0)) } ?? localizedDescription
    }

    /// The value of `errno` behind an error of Foundation.
    var posixCode: Int32? {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError,
            underlying.domain == NSPOSIXErrorDomain
        else { return nil }
        return Int32(underlying.code)
    }
}
