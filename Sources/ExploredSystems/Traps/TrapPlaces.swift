#if os(Linux) && canImport(Runtime)
import Foundation
import Runtime
#endif

/// Where traps were, by the debug information of the program, which is read once for all of them.
struct TrapPlaces {
    struct Found {
        /// The innermost place in code that is not Swift's own.
        var place: Fault.Place?

        /// What the compiler says of a trap without a message, such as an overflow.
        var reason: String?
    }

    #if os(Linux) && canImport(Runtime)
    private var symbols: [Backtrace.Address: [SymbolicatedBacktrace.Symbol]] = [:]

    init(of reports: [TrapReport]) {
        // Of each trap some frames outside of Swift's own libraries: to look one up takes long.
        let images = ImageMap.capture()
        let ownFrames = reports.map { report in
            let frames = report.frames.lazy.filter { frame in
                let image = images.indexOfImage(at: Backtrace.Address(frame)).flatMap { images[$0].name }
                return image?.isSharedLibrary != true
            }
            return frames.prefix(6)
        }
        let addresses = Set(ownFrames.joined()).sorted()
        guard !addresses.isEmpty, let all = Backtrace(returnAddresses: addresses)?.symbolicated() else { return }
        for frame in all.frames {
            guard case .returnAddress(let address) = frame.captured, let symbol = frame.symbol else { continue }
            symbols[address, default: []].append(symbol)
        }
    }

    func found(for report: TrapReport) -> Found {
        var found = Found()
        for symbol in report.frames.lazy.flatMap({ symbols[Backtrace.Address($0)] ?? [] }) {
            let failure = "Swift runtime failure: "
            if found.reason == nil, symbol.name.hasPrefix(failure) {
                found.reason = String(symbol.name.dropFirst(failure.count))
            } else if symbol.isOwn {
                // Without debug information there is no location, and then the function has to do.
                let location = symbol.sourceLocation.flatMap { $0.line > 0 ? $0 : nil }
                let file = location?.path.split(separator: "/").suffix(2).joined(separator: "/")
                let place = Fault.Place(file: file, line: location?.line, function: symbol.name)
                if found.place == nil || file != nil { found.place = place }
                if file != nil { break }
            }
        }
        return found
    }
    #else
    init(of reports: [TrapReport]) {}

    func found(for report: TrapReport) -> Found { Found() }
    #endif
}

#if os(Linux) && canImport(Runtime)
extension Backtrace {
    /// A backtrace of addresses that a handler has noted, by way of the compact format in which
    /// backtraces are encoded: a byte for the size of an address, and then for each frame a byte
    /// for its kind and the difference to the address before, with its most significant byte first.
    fileprivate init?(returnAddresses addresses: [UInt64]) {
        let (wordsOf64Bits, returnAddress): (UInt8, UInt8) = (0x02, 0x27)
        var (bytes, last): ([UInt8], UInt64) = ([wordsOf64Bits], 0)
        for address in addresses {
            let difference = address &- last
            bytes.append(returnAddress)
            bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: difference >> UInt64($0)) }
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
    /// Whether it belongs to neither Swift nor the system.
    fileprivate var isOwn: Bool {
        let isRuntime = ["$ss", "swift_", "_swift", "__asan", "__tsan", "$s15ExploredSystems"].contains(
            where: rawName.hasPrefix
        )
        let path = sourceLocation?.path ?? ""
        let isGenerated =
            path.hasSuffix("<compiler-generated>") || path.contains("/compiler-rt/")
            || path.hasSuffix("/trap_handling.c")
        return !imageName.isSharedLibrary && !isRuntime && !isGenerated && !isSystemFunction && !isSwiftRuntimeFailure
    }
}

extension String {
    /// Whether it names a library of Swift or of the system.
    fileprivate var isSharedLibrary: Bool {
        ["libswift", "lib_Foundation", "libFoundation", "libc.", "libstdc++", "libgcc", "ld-"].contains(
            where: hasPrefix
        )
    }
}
#endif
