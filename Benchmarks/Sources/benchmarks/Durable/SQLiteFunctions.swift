import Foundation

/// The functions of SQLite for ``ParcelsByHand``, from the library that the store has loaded.
struct SQLiteFunctions {
    private let prepare:
        @convention(c) (
            OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
        ) -> Int32
    private let bindText: @convention(c) (OpaquePointer, Int32, UnsafePointer<CChar>?, Int32, Int) -> Int32
    private let bindInteger: @convention(c) (OpaquePointer, Int32, Int64) -> Int32
    private let step: @convention(c) (OpaquePointer) -> Int32
    private let reset: @convention(c) (OpaquePointer) -> Int32
    private let finalize: @convention(c) (OpaquePointer) -> Int32
    private let columnText: @convention(c) (OpaquePointer, Int32) -> UnsafePointer<UInt8>?
    private let columnBytes: @convention(c) (OpaquePointer, Int32) -> Int32

    struct Failure: Error { let code: Int32 }

    enum Value {
        case text(String)
        case json(Data)
        case integer(Int)
    }

    init() throws {
        #if canImport(Darwin)
        let library = dlopen("libsqlite3.dylib", RTLD_NOW)
        #else
        let library = dlopen("libsqlite3.so.0", RTLD_NOW)
        #endif
        func function<Function>(_ name: String) throws -> Function {
            guard let library, let symbol = dlsym(library, name) else { throw Failure(code: -1) }
            return unsafeBitCast(symbol, to: Function.self)
        }
        prepare = try function("sqlite3_prepare_v2")
        bindText = try function("sqlite3_bind_text")
        bindInteger = try function("sqlite3_bind_int64")
        step = try function("sqlite3_step")
        reset = try function("sqlite3_reset")
        finalize = try function("sqlite3_finalize")
        columnText = try function("sqlite3_column_text")
        columnBytes = try function("sqlite3_column_bytes")
    }

    func prepare(_ sql: String, on connection: OpaquePointer) throws -> Statement {
        var statement: OpaquePointer?
        let code = prepare(connection, sql, -1, &statement, nil)
        guard code == 0, let statement else { throw Failure(code: code) }
        return Statement(pointer: statement, sqlite: self)
    }

    struct Statement {
        fileprivate let pointer: OpaquePointer
        fileprivate let sqlite: SQLiteFunctions

        /// Performs the statement.
        func run(_ values: Value...) throws {
            bind(values)
            defer { _ = sqlite.reset(pointer) }
            var code = sqlite.step(pointer)
            while code == 100 { code = sqlite.step(pointer) }
            guard code == 101 else { throw Failure(code: code) }
        }

        /// Performs the statement, and returns the text in the first column of the first row.
        func text(_ values: Value...) throws -> Data {
            bind(values)
            defer { _ = sqlite.reset(pointer) }
            let code = sqlite.step(pointer)
            guard code == 100, let text = sqlite.columnText(pointer, 0) else { throw Failure(code: code) }
            return Data(bytes: text, count: Int(sqlite.columnBytes(pointer, 0)))
        }

        private func bind(_ values: [Value]) {
            for (index, value) in zip(Int32(1)..., values) {
                switch value {
                case .text(var text): text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index) }
                case .json(let data): data.withUnsafeBytes { bind($0, at: index) }
                case .integer(let number): _ = sqlite.bindInteger(pointer, index, Int64(number))
                }
            }
        }

        private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            // -1 is SQLITE_TRANSIENT: SQLite copies the text.
            _ = sqlite.bindText(pointer, index, start, Int32(bytes.count), -1)
        }

        func finalize() { _ = sqlite.finalize(pointer) }
    }
}
