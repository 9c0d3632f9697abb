/// The functions of SQLite that the store uses.
///
/// The library is loaded when the program opens its first store, so a program without a store needs
/// no SQLite. Above each function is its declaration in C.
struct SQLiteLibrary: Sendable {
    typealias Database = OpaquePointer
    typealias Statement = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias BusyHandler = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32

    // MARK: Connections

    // int sqlite3_open_v2(const char *filename, sqlite3 **ppDb, int flags, const char *zVfs);
    let open: @Sendable @convention(c) (Text, UnsafeMutablePointer<Database?>, Int32, Text?) -> Int32

    // int sqlite3_close(sqlite3 *);
    let close: @Sendable @convention(c) (Database) -> Int32

    // int sqlite3_db_readonly(sqlite3 *db, const char *zDbName);
    let isReadOnly: @Sendable @convention(c) (Database, Text) -> Int32

    // const char *sqlite3_db_filename(sqlite3 *db, const char *zDbName);
    let fileName: @Sendable @convention(c) (Database, Text) -> Text?

    // int sqlite3_file_control(sqlite3 *, const char *zDbName, int op, void *);
    let fileControl: @Sendable @convention(c) (Database, Text, Int32, UnsafeMutableRawPointer?) -> Int32

    // int sqlite3_extended_result_codes(sqlite3 *, int onoff);
    let extendedResultCodes: @Sendable @convention(c) (Database, Int32) -> Int32

    // int sqlite3_busy_handler(sqlite3 *, int (*)(void *, int), void *);
    let busyHandler: @Sendable @convention(c) (Database, BusyHandler?, UnsafeMutableRawPointer?) -> Int32

    // int sqlite3_get_autocommit(sqlite3 *);
    let isAutocommit: @Sendable @convention(c) (Database) -> Int32

    // int sqlite3_changes(sqlite3 *);
    let changes: @Sendable @convention(c) (Database) -> Int32

    // const char *sqlite3_errmsg(sqlite3 *);
    let errorMessage: @Sendable @convention(c) (Database) -> Text?

    // MARK: Statements

    // int sqlite3_prepare_v2(sqlite3 *db, const char *zSql, int nByte, sqlite3_stmt **ppStmt,
    // const char **pzTail);
    let prepare:
        @Sendable @convention(c) (Database, Text, Int32, UnsafeMutablePointer<Statement?>, UnsafeMutablePointer<Text?>?)
            -> Int32

    // int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int, void (*)(void *));
    let bindText: @Sendable @convention(c) (Statement, Int32, Text?, Int32, Destructor?) -> Int32

    // int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64);
    let bindInteger: @Sendable @convention(c) (Statement, Int32, Int64) -> Int32

    // int sqlite3_bind_null(sqlite3_stmt *, int);
    let bindNull: @Sendable @convention(c) (Statement, Int32) -> Int32

    // int sqlite3_clear_bindings(sqlite3_stmt *);
    let clearBindings: @Sendable @convention(c) (Statement) -> Int32

    // int sqlite3_step(sqlite3_stmt *);
    let step: @Sendable @convention(c) (Statement) -> Int32

    // int sqlite3_reset(sqlite3_stmt *);
    let reset: @Sendable @convention(c) (Statement) -> Int32

    // int sqlite3_finalize(sqlite3_stmt *);
    let finalize: @Sendable @convention(c) (Statement) -> Int32

    // MARK: Columns

    // int sqlite3_column_count(sqlite3_stmt *pStmt);
    let columnCount: @Sendable @convention(c) (Statement) -> Int32

    // int sqlite3_column_type(sqlite3_stmt *, int iCol);
    let columnType: @Sendable @convention(c) (Statement, Int32) -> Int32

    // sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *, int iCol);
    let columnInteger: @Sendable @convention(c) (Statement, Int32) -> Int64

    // const unsigned char *sqlite3_column_text(sqlite3_stmt *, int iCol);
    let columnText: @Sendable @convention(c) (Statement, Int32) -> UnsafePointer<UInt8>?

    // int sqlite3_column_bytes(sqlite3_stmt *, int iCol);
    let columnBytes: @Sendable @convention(c) (Statement, Int32) -> Int32
}

extension SQLiteLibrary {
    /// Loads the library.
    ///
    /// - Throws: ``DurableStoreError/library(_:reason:installation:)`` if it is missing, too old,
    ///   or lacks a function.
    init(names: [String] = Self.names, oldest: Int32 = 3_008_003) throws(DurableStoreError) {
        let library = try SharedLibrary(names, installation: Self.installation)
        // int sqlite3_libversion_number(void);
        let version: @convention(c) () -> Int32 = try library.function("sqlite3_libversion_number")
        guard version() >= oldest else {
            throw library.error("its version is \(Self.text(version())), and \(Self.text(oldest)) is required")
        }
        // int sqlite3_threadsafe(void);
        let isThreadSafe: @convention(c) () -> Int32 = try library.function("sqlite3_threadsafe")
        guard isThreadSafe() != 0 else { throw library.error("it was built without thread support") }
        self.init(
            open: try library.function("sqlite3_open_v2"),
            close: try library.function("sqlite3_close"),
            isReadOnly: try library.function("sqlite3_db_readonly"),
            fileName: try library.function("sqlite3_db_filename"),
            fileControl: try library.function("sqlite3_file_control"),
            extendedResultCodes: try library.function("sqlite3_extended_result_codes"),
            busyHandler: try library.function("sqlite3_busy_handler"),
            isAutocommit: try library.function("sqlite3_get_autocommit"),
            changes: try library.function("sqlite3_changes"),
            errorMessage: try library.function("sqlite3_errmsg"),
            prepare: try library.function("sqlite3_prepare_v2"),
            bindText: try library.function("sqlite3_bind_text"),
            bindInteger: try library.function("sqlite3_bind_int64"),
            bindNull: try library.function("sqlite3_bind_null"),
            clearBindings: try library.function("sqlite3_clear_bindings"),
            step: try library.function("sqlite3_step"),
            reset: try library.function("sqlite3_reset"),
            finalize: try library.function("sqlite3_finalize"),
            columnCount: try library.function("sqlite3_column_count"),
            columnType: try library.function("sqlite3_column_type"),
            columnInteger: try library.function("sqlite3_column_int64"),
            columnText: try library.function("sqlite3_column_text"),
            columnBytes: try library.function("sqlite3_column_bytes")
        )
    }

    /// The library of this system, loaded once.
    static let shared = Result { () throws(DurableStoreError) in try SQLiteLibrary() }

    #if canImport(Darwin)
    static let names = ["libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
    static let installation = "the library belongs to the system as libsqlite3.dylib"
    #else
    static let names = ["libsqlite3.so.0", "libsqlite3.so"]
    static let installation = "apt-get install libsqlite3-0"
    #endif

    private static func text(_ version: Int32) -> String {
        "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
    }
}

/// The numbers of SQLite's header file.
enum SQLiteCode {
    static let ok: Int32 = 0
    static let row: Int32 = 100
    static let done: Int32 = 101

    // SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    static let openFlags: Int32 = 0x2 | 0x4 | 0x8000

    // SQLITE_FCNTL_HAS_MOVED, which versions before 3.8.3 do not know.
    static let hasMoved: Int32 = 20

    // SQLITE_INTEGER and SQLITE_NULL, types of columns.
    static let integer: Int32 = 1
    static let null: Int32 = 5

    // SQLITE_TRANSIENT: SQLite copies the text before the call returns.
    static var transient: SQLiteLibrary.Destructor? {
        unsafeBitCast(-1, to: Optional<SQLiteLibrary.Destructor>.self)
    }
}
