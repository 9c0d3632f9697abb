#if os(Linux)
import StateMachineLocks
import Foundation
import StateMachineTestSupport

@testable import DurableMachines

/// A disk whose writes fail when a test says so, for the files of one folder.
///
/// SQLite lets a program replace its calls of the operating system. The replacements stay until the
/// process ends. They affect only the files of the folder, so other tests can run at the same time.
/// Only one test at a time may use this disk.
enum FailingDisk {
    /// A fault, beginning with one of the calls that change files.
    struct Fault: Hashable, Sendable, CustomStringConvertible {
        enum Kind: Hashable, Sendable {
            /// The call fails with an error number.
            case error(Int32)

            /// The call writes the first half, and the rest fails with an error number.
            case half(Int32)
        }

        let kind: Kind

        /// Whether all later calls also fail.
        let isPermanent: Bool

        /// The error number.
        var number: Int32 {
            switch kind {
            case .error(let number), .half(let number): number
            }
        }

        /// Each kind of fault with one of the two error numbers; all of them in long runs.
        static var tried: [Fault] {
            guard ProcessEnvironment.runsFactor == 1 else { return all }
            return all.filter { $0.isPermanent ? $0.number == ENOSPC : $0.number == EIO }
        }

        private static let all = [EIO, ENOSPC].flatMap { number in
            [
                Fault(kind: .error(number), isPermanent: false), Fault(kind: .error(number), isPermanent: true),
                Fault(kind: .half(number), isPermanent: false),
            ]
        }

        var description: String { "\(kind), \(isPermanent ? "from then on" : "once")" }
    }

    private struct Content: Sendable {
        var folder = ""
        var fault: Fault?

        /// The number of calls up to the fault.
        var remaining = Int.max
        var calls: [String] = []

        /// The contents of the files when they were last flushed, by name.
        var flushed: [String: Data] = [:]

        /// Whether the rest of a half write has to fail.
        var isHalf = false
    }

    private static let content = Locked(Content())

    /// Performs a closure while a call on the files of a folder fails.
    ///
    /// - Parameter call: The number of the failing call, from 1.
    /// - Returns: The names of the calls, and the contents of the files that were flushed, which a
    ///   power failure would leave.
    @discardableResult
    static func fail(
        _ fault: Fault?,
        at call: Int,
        in folder: URL,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async throws -> (calls: [String], flushed: [String: Data]) {
        try installation.get()
        content.withLock {
            let path = folder.resolvingSymlinksInPath().path(percentEncoded: false)
            $0 = Content(folder: path, fault: fault, remaining: call)
        }
        defer { content.withLock { $0 = Content() } }
        try await body()
        return content.withLock { ($0.calls, $0.flushed) }
    }

    /// The number of flushes so far.
    static var syncs: Int { content.withLock { $0.calls.count { $0 == "sync" } } }

    // MARK: Decisions

    fileprivate enum Decision {
        case pass
        case fail(Int32)
        case half
    }

    /// Decides about a call on an open file.
    fileprivate static func decide(_ call: String, on descriptor: Int32) -> Decision {
        contains(path(of: descriptor)) ? decide(call) : .pass
    }

    /// Decides about a call on a file of the folder.
    fileprivate static func decide(_ call: String) -> Decision {
        content.withLock { content in
            guard !content.folder.isEmpty else { return .pass }
            content.calls.append(call)
            guard let fault = content.fault else { return .pass }
            if content.isHalf, case .half(let number) = fault.kind {
                // SQLite tries to write the second half.
                content.isHalf = false
                return .fail(number)
            }
            content.remaining -= 1
            guard content.remaining == 0 || content.remaining < 0 && fault.isPermanent else { return .pass }
            switch fault.kind {
            case .half where call.contains("write"):
                content.isHalf = true
                return .half
            case .error(let number), .half(let number): return .fail(number)
            }
        }
    }

    /// Whether a file belongs to the folder.
    fileprivate static func contains(_ path: @autoclosure () -> String) -> Bool {
        let folder = content.withLock(\.folder)
        return !folder.isEmpty && path().hasPrefix(folder)
    }

    /// Keeps the contents of a file that is flushed now, or forgets those of a removed file.
    fileprivate static func keep(_ flushed: Data?, of path: String) {
        let name = URL(filePath: path).lastPathComponent
        content.withLock { $0.flushed[name] = flushed }
    }

    private static func path(of descriptor: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    // MARK: Calls of the operating system

    /// Replaces the calls, once.
    private static let installation = Result {
        let library = try SharedLibrary(SQLiteLibrary.names, installation: SQLiteLibrary.installation)
        // sqlite3_vfs *sqlite3_vfs_find(const char *zVfsName);
        let find: @convention(c) (UnsafePointer<CChar>?) -> Pointer? = try library.function("sqlite3_vfs_find")
        // int sqlite3_vfs_register(sqlite3_vfs *, int makeDflt);
        let register: @convention(c) (Pointer, Int32) -> Int32 = try library.function("sqlite3_vfs_register")
        guard let system = find(nil) else { throw CocoaError(.featureUnsupported) }
        SystemCalls.install(in: system)
        _ = register(Syncs.copy(of: system), 1)
    }

    fileprivate typealias Pointer = UnsafeMutableRawPointer
}

/// The functions of SQLite that change files.
private enum SystemCalls {
    typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
    typealias WriteAt = @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int
    typealias Truncate = @convention(c) (Int32, Int) -> Int32
    typealias Remove = @convention(c) (UnsafePointer<CChar>) -> Int32

    static func install(in system: FailingDisk.Pointer) {
        let write: Write = { file, bytes, count in
            SystemCalls.write("write", file, count) { Glibc.write(file, bytes, $0) }
        }
        let writeAt: WriteAt = { file, bytes, count, offset in
            SystemCalls.write("pwrite", file, count) { Glibc.pwrite(file, bytes, $0, offset) }
        }
        let truncate: Truncate = { file, size in
            if case .fail(let number) = FailingDisk.decide("ftruncate", on: file) {
                errno = number
                return -1
            }
            return Glibc.ftruncate(file, size)
        }
        let remove: Remove = { path in
            if FailingDisk.contains(String(cString: path)), case .fail(let number) = FailingDisk.decide("unlink") {
                errno = number
                return -1
            }
            if FailingDisk.contains(String(cString: path)) { FailingDisk.keep(nil, of: String(cString: path)) }
            return Glibc.unlink(path)
        }
        set("write", unsafeBitCast(write, to: FailingDisk.Pointer.self), in: system)
        set("pwrite", unsafeBitCast(writeAt, to: FailingDisk.Pointer.self), in: system)
        set("pwrite64", unsafeBitCast(writeAt, to: FailingDisk.Pointer.self), in: system)
        set("ftruncate", unsafeBitCast(truncate, to: FailingDisk.Pointer.self), in: system)
        set("unlink", unsafeBitCast(remove, to: FailingDisk.Pointer.self), in: system)
    }

    private static func set(_ name: String, _ call: FailingDisk.Pointer, in system: FailingDisk.Pointer) {
        // int (*xSetSystemCall)(sqlite3_vfs *, const char *zName, sqlite3_syscall_ptr);
        typealias SetCall =
            @convention(c) (FailingDisk.Pointer, UnsafePointer<CChar>, FailingDisk.Pointer) -> Int32
        // Fails for a call that this build of SQLite does not use.
        _ = system.load(fromByteOffset: 144, as: SetCall.self)(system, name, call)
    }

    private static func write(_ name: String, _ file: Int32, _ count: Int, _ write: (Int) -> Int) -> Int {
        switch FailingDisk.decide(name, on: file) {
        case .pass: return write(count)
        case .half: return write((count + 1) / 2)
        case .fail(let number):
            errno = number
            return -1
        }
    }
}

/// The function with which SQLite waits for the disk, which is not one of the replaceable calls.
///
/// The files of the folder are never flushed, which saves time. Their contents are kept instead.
private enum Syncs {
    // int (*xOpen)(sqlite3_vfs *, const char *zName, sqlite3_file *, int flags, int *pOutFlags);
    typealias Open =
        @convention(c) (
            FailingDisk.Pointer, UnsafePointer<CChar>?, FailingDisk.Pointer, Int32, UnsafeMutablePointer<Int32>?
        ) -> Int32

    // int (*xSync)(sqlite3_file *, int flags);
    typealias Sync = @convention(c) (FailingDisk.Pointer, Int32) -> Int32

    // int (*xRead)(sqlite3_file *, void *, int iAmt, sqlite3_int64 iOfst);
    typealias Read = @convention(c) (FailingDisk.Pointer, FailingDisk.Pointer?, Int32, Int64) -> Int32

    // int (*xFileSize)(sqlite3_file *, sqlite3_int64 *pSize);
    typealias Size = @convention(c) (FailingDisk.Pointer, UnsafeMutablePointer<Int64>) -> Int32

    /// The paths of the open files, by their addresses.
    private static let paths = Locked<[UInt: String]>([:])

    private static let original = Locked<Open?>(nil)

    /// The changed lists of functions, by the addresses of the original ones.
    private static let lists = Locked<[UInt: UInt]>([:])

    /// A file system that gives the files of the folder another list of functions.
    static func copy(of system: FailingDisk.Pointer) -> FailingDisk.Pointer {
        let copy = FailingDisk.Pointer.allocate(byteCount: 168, alignment: 8)
        copy.copyMemory(from: system, byteCount: 168)
        original.withLock { $0 = system.load(fromByteOffset: 40, as: Open.self) }
        let open: Open = { system, path, file, flags, outFlags in
            guard let open = Syncs.original.withLock(\.self) else { return 14 }
            let code = open(system, path, file, flags, outFlags)
            if code == 0, let path = path.map({ String(cString: $0) }), FailingDisk.contains(path) {
                Syncs.paths.withLock { $0[UInt(bitPattern: file)] = path }
                Syncs.change(file)
            }
            return code
        }
        copy.storeBytes(of: unsafeBitCast(open, to: UInt.self), toByteOffset: 40, as: UInt.self)
        return copy
    }

    /// Changes the functions of an open file.
    private static func change(_ file: FailingDisk.Pointer) {
        let list = file.load(as: UInt.self)
        guard let former = UnsafeRawPointer(bitPattern: list) else { return }
        let changed = lists.withLock { lists in
            if let changed = lists[list] { return changed }
            let copy = FailingDisk.Pointer.allocate(byteCount: 152, alignment: 8)
            copy.copyMemory(from: former, byteCount: 152)
            let sync: Sync = { file, _ in
                // SQLITE_IOERR_FSYNC
                if case .fail = FailingDisk.decide("sync") { return 1034 }
                if let path = Syncs.paths.withLock({ $0[UInt(bitPattern: file)] }) {
                    FailingDisk.keep(Syncs.contents(of: file), of: path)
                }
                return 0
            }
            copy.storeBytes(of: unsafeBitCast(sync, to: UInt.self), toByteOffset: 40, as: UInt.self)
            lists[list] = UInt(bitPattern: copy)
            return UInt(bitPattern: copy)
        }
        file.storeBytes(of: changed, as: UInt.self)
    }

    private static func contents(of file: FailingDisk.Pointer) -> Data {
        let list = file.load(as: FailingDisk.Pointer.self)
        var size: Int64 = 0
        _ = list.load(fromByteOffset: 48, as: Size.self)(file, &size)
        var data = Data(count: Int(size))
        data.withUnsafeMutableBytes {
            _ = list.load(fromByteOffset: 16, as: Read.self)(file, $0.baseAddress, Int32(size), 0)
        }
        return data
    }
}
#endif
