#if os(Linux) && canImport(Runtime)
import Foundation
import Runtime
import StateMachineTrapHandling

extension ImageMap {
    /// The program and its shared libraries, as the dynamic loader lists them.
    ///
    /// It replaces `ImageMap.capture()`, which reads the beginning of every file that is mapped
    /// into memory, and crashes if another thread unmaps the file meanwhile, for example by closing
    /// a database.
    ///
    /// The property is `nil` if the toolchain has another encoding of image maps.
    static var ofLoadedImages: ImageMap? {
        var images: [LoadedImage] = []
        withUnsafeMutablePointer(to: &images) { images in
            state_machine_trap_each_image(
                { images, path, begin, codeEnd in
                    guard let images, let path else { return }
                    let image = LoadedImage(path: String(cString: path), begin: UInt64(begin), codeEnd: UInt64(codeEnd))
                    images.assumingMemoryBound(to: [LoadedImage].self).pointee.append(image)
                },
                images
            )
        }
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for index in images.indices where images[index].path.isEmpty { images[index].path = program ?? "" }
        // Images without a file belong to the system.
        return ImageMap(images.filter { $0.path.hasPrefix("/") })
    }

    /// Creates a map from the encoding that the `Runtime` module decodes.
    ///
    /// The encoding is described in `docs/CompactImageMapFormat.md` of the Swift project. The name
    /// of the platform, which is not described there, follows the first byte.
    private init?(_ images: [LoadedImage]) {
        let wordsOf64Bits: UInt8 = 0x02
        var bytes = [wordsOf64Bits, 0] + Self.encoding(ofCount: images.count)
        for image in images.sorted(by: { $0.begin < $1.begin }) { bytes += image.encoding }
        guard let json = try? JSONEncoder().encode(Data(bytes).base64EncodedString()),
            let map = try? JSONDecoder().decode(ImageMap.self, from: json)
        else { return nil }
        self = map
    }

    /// Groups of seven bits, the most significant one first; the top bit of the last byte is clear.
    private static func encoding(ofCount count: Int) -> [UInt8] {
        let last = UInt8(count & 0x7F)
        return (count < 0x80 ? [] : encoding(ofCount: count >> 7).map { $0 | 0x80 }) + [last]
    }
}

/// The program or a shared library in memory.
private struct LoadedImage {
    var path: String
    let begin: UInt64
    let codeEnd: UInt64

    /// A header, the address, the size up to the end of the code, an empty identifier of the build,
    /// and the path in pieces of at most 63 bytes.
    var encoding: [UInt8] {
        let eightAndEightBytes: UInt8 = 0x3F
        var bytes = [eightAndEightBytes] + begin.bigEndianBytes + (codeEnd - begin).bigEndianBytes + [0]
        var rest = Array(path.utf8)[...]
        while !rest.isEmpty {
            let piece = rest.prefix(63)
            bytes.append(UInt8(piece.count))
            bytes += piece
            rest = rest.dropFirst(63)
        }
        return bytes + [0]
    }
}

extension UInt64 {
    /// The eight bytes, the most significant one first.
    var bigEndianBytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt64($0)) }
    }
}
#endif
