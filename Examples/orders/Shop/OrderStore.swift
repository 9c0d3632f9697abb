import DurableMachines
import Foundation

/// The store of the orders: a file, or tables in a PostgreSQL database.
enum OrderStore {
    /// The environment variable that passes the connection string to the workers.
    ///
    /// Everybody can read the arguments of a process, and the string may contain a password.
    static let variable = "ORDERS_POSTGRES"

    /// Opens the store of a file, or the tables that belong to the file.
    static func open(_ file: String, postgres: String?) throws -> any DurableStore {
        guard let postgres else { return try SQLiteStore(path: file) }
        return try PostgreSQLStore(postgres, schema: schema(of: file))
    }

    /// The schema of the tables, which has another name for each file.
    static func schema(of file: String) -> String {
        let path = URL(filePath: file).standardizedFileURL.path(percentEncoded: false)
        // The hash of Fowler, Noll and Vo (FNV-1a), which is the same in each process.
        let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "orders_\(String(hash, radix: 16))"
    }

    /// Performs a call again whose connection to the database was lost.
    ///
    /// The first call may be committed. So it must be one that can be made twice.
    @discardableResult
    static func repeating<Result>(_ call: () async throws -> Result) async throws -> Result {
        for _ in 1...20 {
            do { return try await call() } catch FleetError.store(let error) where error.isLostConnection {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        return try await call()
    }
}

extension DurableStoreError {
    /// Whether a later call may get a connection again.
    var isLostConnection: Bool {
        switch self {
        case .disconnected, .cannotOpen: true
        default: false
        }
    }
}
