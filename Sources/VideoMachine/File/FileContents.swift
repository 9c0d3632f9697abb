import Foundation

/// The bytes of a file, read on demand.
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
        // The file may have become shorter since it was opened.
        guard data.count == Int(count) else { throw .truncated }
        return Array(data)
    }
}
