/// The database that a connection is made to.
struct PostgreSQLPlace: Sendable {
    /// A URL or a list of options, as libpq reads them.
    let options: String

    /// The schema of the tables; `nil` for the first one of the search path.
    var schema: String?

    /// The number of partitions of the tables that a connection creates.
    var partitions = 1

    /// Whether each transaction can have another connection of the server.
    var pooling = PostgreSQLPooling.Mode.automatic
}

/// The times that a connection waits.
struct PostgreSQLLimits: Sendable {
    /// For a connection, from the beginning of the call.
    var connecting: Duration

    /// For the first answer of a server that has accepted a connection.
    var firstAnswer: Duration { connecting / 2 }

    /// For the answer of an idle connection, which then counts as lost.
    var probe = Duration.seconds(2)

    /// The time for which a connection that has answered needs no proof that its server is there.
    var trust = Duration.seconds(5)

    /// The time after a hint during which its sender sends no other one, so that many commits wake
    /// other processes only now and then.
    ///
    /// After twice this time, the receivers look for jobs once more.
    var hints = Duration.milliseconds(5)

    /// For the locks of others.
    var lock: Duration

    /// For the results of commands that were sent, which may wait for a lock.
    var answer: Duration

    /// For the next statement of a transaction; the server then ends the connection.
    ///
    /// So a suspended process does not keep its locks. By default, it is half of ``lock``, so that
    /// others who wait for the locks get them, but long enough for the work of a transaction.
    var idle: Duration

    init(
        connecting: Duration = .seconds(10),
        lock: Duration = .seconds(60),
        answer: Duration? = nil,
        idle: Duration? = nil
    ) {
        (self.connecting, self.lock) = (connecting, lock)
        (self.answer, self.idle) = (answer ?? lock + .seconds(5), idle ?? max(lock / 2, .seconds(5)))
    }
}

extension PostgreSQLLibrary {
    /// Makes sure that libpq reads a connection string as its author means it.
    ///
    /// The error contains no part of the string, because that may be a part of a password. A
    /// password with an `@` or a `/` in a URL would end up in the name of the host or the database,
    /// which errors contain.
    func check(_ options: String) throws(DurableStoreError) {
        guard !options.utf8.contains(0), let parsed = parseOptions(options, nil) else {
            throw .cannotOpen(
                "PostgreSQL",
                reason: "The connection string is neither a URL (postgres://host/database) nor a list of options."
            )
        }
        defer { freeOptions(parsed) }
        guard Self.isUnambiguous(options), hasPlainNames(parsed) else {
            throw .cannotOpen(
                "PostgreSQL",
                reason: "In the URL, the user, the password and the database need percent encoding: write %40 for @, "
                    + "%2F for /, %3A for : and %3F for ?."
            )
        }
    }

    /// Whether a URL has at most one `@`, and it comes before the path.
    private static func isUnambiguous(_ options: String) -> Bool {
        guard let scheme = options.firstRange(of: "://"), !options[..<scheme.lowerBound].contains("=") else {
            return true
        }
        let place = options[scheme.upperBound...].prefix { $0 != "?" }
        return place.filter { $0 == "@" }.count <= 1 && !place.drop { $0 != "/" }.contains("@")
    }

    /// Whether no part of another option is in the names that errors contain.
    private func hasPlainNames(_ options: OpaquePointer) -> Bool {
        var option = UnsafePointer<PostgreSQLOption>(options)
        while let keyword = option.pointee.keyword.map({ String(cString: $0) }) {
            let value = option.pointee.value.map { String(cString: $0) } ?? ""
            switch keyword {
            case "host", "hostaddr", "dbname", "user": if value.contains("://") { return false }
            case "port": if !value.allSatisfy({ $0.isNumber || $0 == "," }) { return false }
            default: break
            }
            option += 1
        }
        return true
    }
}

/// An element of the array that libpq's parser returns (`PQconninfoOption`), up to an element
/// without a keyword.
struct PostgreSQLOption {
    typealias Text = UnsafePointer<CChar>?

    let keyword: Text
    let environment: Text
    let compiled: Text
    let value: Text
    let label: Text
    let character: Text
    let size: Int32
}
