#if os(Linux) && canImport(Runtime)
import Foundation
import Runtime
#endif

/// The places of traps in the source, looked up together in the program's debug information.
struct CrashPlaces {
    struct Found {
        /// The innermost place in code that is not part of Swift.
        var place: SystemFault.Place?

        /// The compiler's description of a trap without a message, such as an overflow.
        var reason: String?
    }

    #if os(Linux) && canImport(Runtime)
    private var symbols: [Backtrace.Address: [SymbolicatedBacktrace.Symbol]] = [:]

    init(of reports: [CrashReport]) {
        guard !reports.isEmpty, let images = ImageMap.ofLoadedImages else { return }
        // Deeper frames lead away from the place of the trap.
        let ownFrames = reports.map { report in
            let frames = report.frames.lazy.filter { frame in
                let image = images.indexOfImage(at: Backtrace.Address(frame)).flatMap { images[$0].name }
                return image?.isSharedLibrary != true
            }
            return frames.prefix(6)
        }
        // The lookup of a frame reads all line tables of the program, and the first frame outside
        // Swift's libraries is nearly always the place, so the others wait until they are needed.
        lookUp(ownFrames.map { $0.prefix(1) }, in: images)
        let unresolved = zip(reports, ownFrames).filter { found(for: $0.0).place?.file == nil }
        lookUp(unresolved.map { $0.1.dropFirst() }, in: images)
    }

    private mutating func lookUp(_ frames: [some Sequence<UInt64>], in images: ImageMap) {
        let addresses = Set(frames.joined()).filter { symbols[Backtrace.Address($0)] == nil }.sorted()
        guard !addresses.isEmpty, let all = Backtrace(returnAddresses: addresses)?.symbolicated(with: images)
        else { return }
        for frame in all.frames {
            guard case .returnAddress(let address) = frame.captured, let symbol = frame.symbol else { continue }
            symbols[address, default: []].append(symbol)
        }
    }

    func found(for report: CrashReport) -> Found {
        var found = Found()
        for symbol in report.frames.lazy.flatMap({ symbols[Backtrace.Address($0)] ?? [] }) {
            let failure = "Swift runtime failure: "
            if found.reason == nil, symbol.name.hasPrefix(failure) {
                found.reason = String(symbol.name.dropFirst(failure.count))
            } else if symbol.isOwn {
                // Without debug information there is no location, so only the function is used.
                let location = symbol.sourceLocation.flatMap { $0.line > 0 ? $0 : nil }
                let place = SystemFault.Place(path: location?.path, line: location?.line, function: symbol.name)
                if found.place == nil || place.file != nil { found.place = place }
                if place.file != nil { break }
            }
        }
        return found
    }
    #else
    init(of reports: [CrashReport]) {}

    func found(for report: CrashReport) -> Found { Found() }
    #endif
}

#if os(Linux) && canImport(Runtime)
extension Backtrace {
    /// Creates a backtrace from addresses that a handler has recorded.
    ///
    /// The initializer uses the compact encoding of backtraces. It begins with a byte for the size
    /// of an address. Each frame has a byte for its kind, followed by the difference from the
    /// previous address, with the most significant byte first.
    fileprivate init?(returnAddresses addresses: [UInt64]) {
        let (wordsOf64Bits, returnAddress): (UInt8, UInt8) = (0x02, 0x27)
        var (bytes, last): ([UInt8], UInt64) = ([wordsOf64Bits], 0)
        for address in addresses {
            bytes.append(returnAddress)
            bytes += (address &- last).bigEndianBytes
            last = address
        }
        #if arch(x86_64)
        let architecture = "x86_64"
        #else
        let architecture = "arm64"
        #endif
        let text = ["backtrace": Data(bytes).base64EncodedString(), "architecture": architecture]
        guard let json = try? JSONEncoder().encode(text),
            let backtrace = try? JSONDecoder().decode(Backtrace.self, from: json)
        else { return nil }
        self = backtrace
    }
}

extension SymbolicatedBacktrace.Symbol {
    /// Whether the symbol belongs neither to Swift nor to the system.
    fileprivate var isOwn: Bool {
        let isRuntime = ["$ss", "swift_", "_swift", "__asan", "__tsan", "$s15ExploredSystems"].contains(
            where: rawName.hasPrefix
        )
        let path = sourceLocation?.path ?? ""
        let isGenerated =
            path.hasSuffix("<compiler-generated>") || path.contains("/compiler-rt/")
            || path.hasSuffix("/StateMachineTrapHandling.c")
        return !imageName.isSharedLibrary && !isRuntime && !isGenerated && !isSystemFunction && !isSwiftRuntimeFailure
    }
}

extension String {
    /// Whether the string is the name of a Swift or system library.
    fileprivate var isSharedLibrary: Bool {
        ["libswift", "lib_Foundation", "libFoundation", "libc.", "libstdc++", "libgcc", "ld-"].contains(
            where: hasPrefix
        )
    }
}
#endif
