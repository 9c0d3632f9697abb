/// Reads the duration of the sound in a RIFF file.
///
/// The chunk `fmt ` contains the number of bytes per second, and the chunk `data` contains the
/// bytes.
struct WAVReader<Contents: VideoContents> {
    private let contents: Contents
    private let mostChunks = 10_000

    init(_ contents: Contents) {
        self.contents = contents
    }

    /// Returns the duration of the sound.
    func duration() throws(VideoFileError) -> Duration {
        var bytesPerSecond: UInt32?
        var offset: UInt64 = 12
        for _ in 0..<mostChunks {
            let type = try contents.type(at: offset)
            let announced: UInt32 = try contents.number(at: offset + 4, as: UInt32.self).byteSwapped
            let room = contents.size - offset - 8
            if type == "data" {
                // A program that writes to a pipe cannot fill in the size later.
                let size = announced == .max ? room : UInt64(announced)
                guard size <= room else { throw .truncated }
                guard let bytesPerSecond else { throw .malformed("the format chunk is missing before the sound") }
                guard bytesPerSecond > 0 else { throw .malformed("the number of bytes per second is zero") }
                guard size > 0 else { throw .noDuration }
                return Duration(size, per: UInt64(bytesPerSecond))
            }
            guard UInt64(announced) <= room else { throw .truncated }
            if type == "fmt " {
                guard announced >= 16 else { throw .malformed("the format chunk is too short") }
                bytesPerSecond = try contents.number(at: offset + 16, as: UInt32.self).byteSwapped
            }
            // Chunks begin at even offsets.
            offset += 8 + UInt64(announced) + UInt64(announced % 2)
        }
        throw .malformed("the file has too many chunks")
    }
}
