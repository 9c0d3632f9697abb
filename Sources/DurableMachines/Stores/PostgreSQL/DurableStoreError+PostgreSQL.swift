import Foundation

extension DurableStoreError {
    /// The error for a state of SQL.
    ///
    /// - Parameters:
    ///   - state: The five characters of the state (“SQLSTATE”).
    ///   - message: The text of the server.
    ///   - name: The name of the database.
    ///   - seconds: The time that the connection waits for a lock.
    init(state: String, message: String, name: String, seconds: Double) {
        switch state {
        case "55P03": self = .busy(name, seconds: seconds)
        case "25006": self = .readOnly(name)
        case "53100": self = .full(name)
        case "3F000":
            let reason =
                "the role cannot use any schema in the search path. Grant it USAGE and CREATE on one of them, or "
                + "pass the name of another schema"
            self = .failed(name, code: state, message: "\(message): \(reason)")
        case "42501":
            self = .failed(name, code: state, message: "\(message): grant the role this privilege")
        case "26000", "42P05":
            let reason = "with a pooler in transaction mode, pass 'pooling: .transaction' to the store"
            self = .failed(name, code: state, message: "\(message): \(reason)")
        case "XX001", "XX002": self = .damaged(name, reason: message)
        // The server ends: an administrator's command, a crash, or it is not ready yet.
        case "57P01", "57P02", "57P03": self = .disconnected(name, reason: message)
        default: self = .failed(name, code: state, message: message)
        }
    }

    /// Whether another attempt to connect makes no sense before somebody has changed something.
    ///
    /// These are a wrong or missing password (28), a database that does not exist (3D), and missing
    /// permissions (42).
    var isPermanent: Bool {
        guard case .cannotOpen(_, let reason) = self else { return false }
        return reason.contains(#/:\s+(?:28|3D|42)[0-9A-Z]{3}:/#) || reason.contains("no password supplied")
    }

    /// Whether nobody accepts connections at the address.
    ///
    /// libpq has no code for this, but uses the texts of the system.
    var isRefused: Bool {
        guard case .cannotOpen(_, let reason) = self else { return false }
        return [ECONNREFUSED, ENOENT].contains { reason.contains(String(cString: strerror($0))) }
            || reason.contains("could not translate host name")
    }

    /// Whether the transaction was chosen to end because of others, so that it is performed again.
    var isConflict: Bool {
        guard case .failed(_, let code, _) = self else { return false }
        return code == PostgreSQLCode.conflict || code == "40P01"
    }
}
