/// The functions of libpq that the store uses.
///
/// The library is loaded when the program opens its first store. Above each function is its
/// declaration in C.
struct PostgreSQLLibrary: Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<Text?>
    typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void

    // MARK: Connections

    // PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values,
    // int expand_dbname);
    let connectStart: @Sendable @convention(c) (Texts, Texts, Int32) -> Connection?

    // void PQreset(PGconn *conn);
    let connect: @Sendable @convention(c) (Connection) -> Void

    // PGVerbosity PQsetErrorVerbosity(PGconn *conn, PGVerbosity verbosity);
    let setErrorVerbosity: @Sendable @convention(c) (Connection, Int32) -> Int32

    // ConnStatusType PQstatus(const PGconn *conn);
    let status: @Sendable @convention(c) (Connection) -> Int32

    // void PQfinish(PGconn *conn);
    let finish: @Sendable @convention(c) (Connection) -> Void

    // int PQbackendPID(const PGconn *conn);
    let process: @Sendable @convention(c) (Connection) -> Int32

    // int PQsocket(const PGconn *conn);
    let socket: @Sendable @convention(c) (Connection) -> Int32

    // char *PQerrorMessage(const PGconn *conn);
    let errorMessage: @Sendable @convention(c) (Connection) -> Text?

    // char *PQdb(const PGconn *conn);
    let database: @Sendable @convention(c) (Connection) -> Text?

    // char *PQhost(const PGconn *conn);
    let host: @Sendable @convention(c) (Connection) -> Text?

    // PQconninfoOption *PQconninfoParse(const char *conninfo, char **errmsg);
    let parseOptions:
        @Sendable @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> OpaquePointer?

    // void PQconninfoFree(PQconninfoOption *connOptions);
    let freeOptions: @Sendable @convention(c) (OpaquePointer) -> Void

    // PQnoticeReceiver PQsetNoticeReceiver(PGconn *conn, PQnoticeReceiver proc, void *arg);
    let setNoticeReceiver:
        @Sendable @convention(c) (Connection, NoticeReceiver?, UnsafeMutableRawPointer?) -> NoticeReceiver?

    // MARK: Commands

    // int PQsetnonblocking(PGconn *conn, int arg);
    let setNonblocking: @Sendable @convention(c) (Connection, Int32) -> Int32

    // int PQenterPipelineMode(PGconn *conn);
    let enterPipelineMode: @Sendable @convention(c) (Connection) -> Int32

    // int PQpipelineSync(PGconn *conn);
    let pipelineSync: @Sendable @convention(c) (Connection) -> Int32

    // int PQsendPrepare(PGconn *conn, const char *stmtName, const char *query, int nParams,
    // const Oid *paramTypes);
    let sendPrepare: @Sendable @convention(c) (Connection, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32

    // int PQsendQueryParams(PGconn *conn, const char *command, int nParams, const Oid *paramTypes,
    // const char *const *paramValues, const int *paramLengths, const int *paramFormats,
    // int resultFormat);
    let sendQuery:
        @Sendable @convention(c) (
            Connection, Text, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32

    // int PQsendQueryPrepared(PGconn *conn, const char *stmtName, int nParams,
    // const char *const *paramValues, const int *paramLengths, const int *paramFormats,
    // int resultFormat);
    let sendQueryPrepared:
        @Sendable @convention(c) (
            Connection, Text, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32

    // int PQflush(PGconn *conn);
    let flush: @Sendable @convention(c) (Connection) -> Int32

    // int PQconsumeInput(PGconn *conn);
    let consumeInput: @Sendable @convention(c) (Connection) -> Int32

    // int PQisBusy(PGconn *conn);
    let isBusy: @Sendable @convention(c) (Connection) -> Int32

    // PGresult *PQgetResult(PGconn *conn);
    let getResult: @Sendable @convention(c) (Connection) -> Result?

    // MARK: Notifications

    // PGnotify *PQnotifies(PGconn *conn);
    let notification: @Sendable @convention(c) (Connection) -> OpaquePointer?

    // void PQfreemem(void *ptr);
    let freeMemory: @Sendable @convention(c) (UnsafeMutableRawPointer) -> Void

    // MARK: Results

    // ExecStatusType PQresultStatus(const PGresult *res);
    let resultStatus: @Sendable @convention(c) (Result) -> Int32

    // char *PQresultErrorField(const PGresult *res, int fieldcode);
    let errorField: @Sendable @convention(c) (Result, Int32) -> Text?

    // char *PQcmdTuples(PGresult *res);
    let changes: @Sendable @convention(c) (Result) -> Text?

    // int PQntuples(const PGresult *res);
    let rowCount: @Sendable @convention(c) (Result) -> Int32

    // int PQnfields(const PGresult *res);
    let columnCount: @Sendable @convention(c) (Result) -> Int32

    // int PQgetisnull(const PGresult *res, int row_number, int column_number);
    let isNull: @Sendable @convention(c) (Result, Int32, Int32) -> Int32

    // char *PQgetvalue(const PGresult *res, int row_number, int column_number);
    let value: @Sendable @convention(c) (Result, Int32, Int32) -> Text?

    // int PQgetlength(const PGresult *res, int row_number, int column_number);
    let length: @Sendable @convention(c) (Result, Int32, Int32) -> Int32

    // void PQclear(PGresult *res);
    let clear: @Sendable @convention(c) (Result) -> Void
}

extension PostgreSQLLibrary {
    /// Loads the library.
    ///
    /// - Throws: ``DurableStoreError/library(_:reason:installation:)`` if it is missing, or too old
    ///   to have a function. Version 14 is the first one with pipelines.
    init(names: [String] = Self.names) throws(DurableStoreError) {
        let library = try SharedLibrary(names, installation: Self.installation)
        // int PQisthreadsafe(void);
        let isThreadSafe: @convention(c) () -> Int32 = try library.function("PQisthreadsafe")
        guard isThreadSafe() != 0 else { throw library.error("it was built without thread support") }
        self.init(
            connectStart: try library.function("PQconnectStartParams"),
            connect: try library.function("PQreset"),
            setErrorVerbosity: try library.function("PQsetErrorVerbosity"),
            status: try library.function("PQstatus"),
            finish: try library.function("PQfinish"),
            process: try library.function("PQbackendPID"),
            socket: try library.function("PQsocket"),
            errorMessage: try library.function("PQerrorMessage"),
            database: try library.function("PQdb"),
            host: try library.function("PQhost"),
            parseOptions: try library.function("PQconninfoParse"),
            freeOptions: try library.function("PQconninfoFree"),
            setNoticeReceiver: try library.function("PQsetNoticeReceiver"),
            setNonblocking: try library.function("PQsetnonblocking"),
            enterPipelineMode: try library.function("PQenterPipelineMode"),
            pipelineSync: try library.function("PQpipelineSync"),
            sendPrepare: try library.function("PQsendPrepare"),
            sendQuery: try library.function("PQsendQueryParams"),
            sendQueryPrepared: try library.function("PQsendQueryPrepared"),
            flush: try library.function("PQflush"),
            consumeInput: try library.function("PQconsumeInput"),
            isBusy: try library.function("PQisBusy"),
            getResult: try library.function("PQgetResult"),
            notification: try library.function("PQnotifies"),
            freeMemory: try library.function("PQfreemem"),
            resultStatus: try library.function("PQresultStatus"),
            errorField: try library.function("PQresultErrorField"),
            changes: try library.function("PQcmdTuples"),
            rowCount: try library.function("PQntuples"),
            columnCount: try library.function("PQnfields"),
            isNull: try library.function("PQgetisnull"),
            value: try library.function("PQgetvalue"),
            length: try library.function("PQgetlength"),
            clear: try library.function("PQclear")
        )
    }

    /// The database of a connection and its host.
    func name(of handle: Connection) -> String {
        let database = database(handle).map { String(cString: $0) } ?? ""
        let host = host(handle).map { String(cString: $0) } ?? ""
        return host.isEmpty ? "the database \(database)" : "the database \(database) on \(host)"
    }

    /// The library of this system, loaded once.
    static let shared = Swift.Result { () throws(DurableStoreError) in try PostgreSQLLibrary() }

    #if canImport(Darwin)
    static let names = [
        "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
    static let installation = "brew install libpq"
    #else
    static let names = ["libpq.so.5", "libpq.so"]
    static let installation = "apt-get install libpq5"
    #endif
}

/// A notification (`PGnotify`).
struct PostgreSQLNotification {
    let channel: UnsafePointer<CChar>
    let process: Int32
    let content: UnsafePointer<CChar>
    let next: OpaquePointer?
}

/// The numbers of libpq's header file.
enum PostgreSQLCode {
    /// A machine that another transaction has added after this one has read that it does not exist.
    ///
    /// This is the state of SQL for a failed serialization.
    static let conflict = "40001"

    // CONNECTION_OK
    static let connected: Int32 = 0

    // PQERRORS_DEFAULT and PQERRORS_VERBOSE
    static let defaultVerbosity: Int32 = 1
    static let verbose: Int32 = 2

    // PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_FATAL_ERROR, PGRES_PIPELINE_SYNC and
    // PGRES_PIPELINE_ABORTED
    static let commandDone: Int32 = 1
    static let rows: Int32 = 2
    static let failed: Int32 = 7
    static let synced: Int32 = 10
    static let skipped: Int32 = 11

    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY
    static let state = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
}

/// The result of a command, which is freed with this object.
final class PostgreSQLResult {
    let library: PostgreSQLLibrary
    let handle: PostgreSQLLibrary.Result

    init(_ handle: PostgreSQLLibrary.Result, of library: PostgreSQLLibrary) {
        (self.handle, self.library) = (handle, library)
    }

    deinit { library.clear(handle) }

    /// A `PGRES_` number.
    var status: Int32 { library.resultStatus(handle) }

    /// The number of rows that the command has changed.
    var changes: Int { library.changes(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The rows that a query has found.
    var rows: [SQLRow] { values.map { SQLRow(values: $0) } }

    /// The values of all rows, as texts.
    var values: [[FleetSQLValue]] {
        let columns = library.columnCount(handle)
        return (0..<library.rowCount(handle)).map { row in (0..<columns).map { value(row, $0) } }
    }

    private func value(_ row: Int32, _ column: Int32) -> FleetSQLValue {
        guard library.isNull(handle, row, column) == 0, let start = library.value(handle, row, column) else {
            return .null
        }
        let count = Int(library.length(handle, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        }
    }

    /// A text about an error.
    func error(_ field: Int32) -> String? { library.errorField(handle, field).map { String(cString: $0) } }
}
