import Foundation

/// Bytes that can be read at any offset, such as a file or an array.
protocol VideoContents: Sendable {
    /// The number of bytes.
    var size: UInt64 { get }

    /// Reads a number of bytes at an offset.
    ///
    /// - Throws: `VideoFileError.truncated` if fewer bytes are available.
    func bytes(at offset: UInt64, count: UInt64) throws(VideoFileError) -> [UInt8]
}

extension VideoContents {
    /// Reads a big-endian number.
    func number<Number: FixedWidthInteger & UnsignedInteger>(
        at offset: UInt64,
        as type: Number.Type = Number.self
    ) throws(VideoFileError) -> Number {
        try bytes(at: offset, count: UInt64(Number.bitWidth / 8)).reduce(0) { $0 << 8 | Number($1) }
    }

    /// Reads a type of four letters.
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
