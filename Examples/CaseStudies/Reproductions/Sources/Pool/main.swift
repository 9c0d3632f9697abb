import Synchronization
import _ConnectionPoolModule

// Runs the connection pool with connections that close slowly.
// usage: Pool keep-alive | persisted | draining-shutdown | draining-close | streams-release
//     | streams-draining | waiting | idle

final class Connection: PooledConnection {
    private let closure = Mutex<(@Sendable ((any Error)?) -> Void)?>(nil)
    let id: Int, closing: Duration

    init(id: Int, closing: Duration) { (self.id, self.closing) = (id, closing) }

    func onClose(_ closure: @escaping @Sendable ((any Error)?) -> Void) { self.closure.withLock { $0 = closure } }
    func close() {
        print("  connection \(id) is being closed")
        Task {
            try? await Task.sleep(for: closing)
            isClosed()
        }
    }
    func isClosed() {
        print("  connection \(id) is closed")
        let closure = self.closure.withLock { closure in
            defer { closure = nil }
            return closure
        }
        closure?(nil)
    }
}

struct Failed: Error {}

struct FailingKeepAlive: ConnectionKeepAliveBehavior {
    let keepAliveFrequency: Duration?

    func runKeepAlive(for connection: Connection) async throws {
        print("  the keep-alive of connection \(connection.id) begins")
        try await Task.sleep(for: .milliseconds(300))
        print("  the keep-alive of connection \(connection.id) fails")
        throw Failed()
    }
}

struct Silent: ConnectionPoolObservabilityDelegate {
    func startedConnecting(id: Int) {}
    func connectFailed(id: Int, error: any Error) {}
    func connectSucceeded(id: Int, streamCapacity: UInt16) {}
    func connectionUtilizationChanged(id: Int, streamsUsed: UInt16, streamCapacity: UInt16) {}
    func keepAliveTriggered(id: Int) {}
    func keepAliveSucceeded(id: Int) {}
    func keepAliveFailed(id: Int, error: any Error) {}
    func connectionClosing(id: Int) {}
    func connectionClosed(id: Int, error: (any Error)?) {}
    func requestQueueDepthChanged(_ newDepth: Int) {}
    func connectSucceeded(id: Int) {}
    func connectionUtilizationChanged(id: Int, streamsUsed: UInt16) {}
}

typealias Pool = ConnectionPool<
    Connection, Int, ConnectionIDGenerator, ConnectionRequest<Connection>, Int, FailingKeepAlive, Silent,
    ContinuousClock
>

func pool(
    _ minimum: Int,
    _ maximum: Int,
    streams: UInt16 = 1,
    idle: Duration = .seconds(60),
    keepAlive: Duration? = nil,
    closing: Duration = .zero,
    failing: Int? = nil
) -> Pool {
    let attempts = Atomic(0)
    var configuration = ConnectionPoolConfiguration()
    configuration.minimumConnectionCount = minimum
    configuration.maximumConnectionSoftLimit = maximum
    configuration.maximumConnectionHardLimit = maximum
    configuration.idleTimeout = idle
    return Pool(
        configuration: configuration,
        keepAliveBehavior: FailingKeepAlive(keepAliveFrequency: keepAlive),
        observabilityDelegate: Silent()
    ) { id, _ in
        if attempts.add(1, ordering: .relaxed).newValue == failing {
            print("  connection \(id) fails to connect")
            throw Failed()
        }
        print("  connection \(id) is made")
        let connection = Connection(id: id, closing: closing)
        return ConnectionAndMetadata(connection: connection, maximalStreamsOnConnection: streams)
    }
}

func pause(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

switch CommandLine.arguments.dropFirst().first {
case "keep-alive":
    // The keep-alive of the only connection fails, and a request arrives while the connection is
    // being closed.
    let pool = pool(1, 4, keepAlive: .milliseconds(100), closing: .milliseconds(500))
    Task { await pool.run() }
    await pause(600)
    print("  a request")
    _ = try await pool.leaseConnection()
case "streams-release":
    // A connection can serve two requests. Its keep-alive fails while one request uses it, and then
    // the request releases it.
    let pool = pool(1, 1, streams: 2, keepAlive: .milliseconds(100), closing: .seconds(3))
    Task { await pool.run() }
    await pause(200)
    let lease = try await pool.leaseConnection()
    print("  connection \(lease.connection.id) is leased")
    await pause(500)
    print("  it is released")
    lease.release()
    await pause(200)
case "streams-draining":
    // A connection can serve two requests. The server announces that the connection will close, and
    // then its keep-alive fails.
    let pool = pool(1, 1, streams: 2, keepAlive: .milliseconds(100), closing: .seconds(3))
    Task { await pool.run() }
    await pause(200)
    let lease = try await pool.leaseConnection()
    pool.connectionWillClose(lease.connection.id)
    print("  connection \(lease.connection.id) is leased, and will close")
    await pause(500)
    _ = lease
case "persisted":
    // While an idle connection is being closed, another one takes its place. Then the server closes
    // the connection that the pool always keeps.
    let pool = pool(1, 2, idle: .milliseconds(200), closing: .seconds(3))
    Task { await pool.run() }
    await pause(50)
    let first = try await pool.leaseConnection()
    let second = try await pool.leaseConnection()
    second.release()
    await pause(400)
    let third = try await pool.leaseConnection()
    print("  connections \(first.connection.id) and \(third.connection.id) are leased")
    first.connection.isClosed()
    await pause(500)
case "draining-shutdown":
    // The server announces that the leased connection will close, and then the pool is shut down.
    let pool = pool(0, 1)
    let running = Task { await pool.run() }
    let lease = try await pool.leaseConnection()
    pool.connectionWillClose(lease.connection.id)
    print("  the pool is shut down")
    running.cancel()
    await pause(500)
    _ = lease
case "draining-close":
    // The server announces that the leased connection will close, and closes it before its release.
    let pool = pool(0, 1)
    Task { await pool.run() }
    let lease = try await pool.leaseConnection()
    pool.connectionWillClose(lease.connection.id)
    lease.connection.isClosed()
    await pause(500)
case "waiting":
    // The server closes the only connection while the first of two requests uses it.
    let pool = pool(0, 1)
    Task { await pool.run() }
    let first = try await pool.leaseConnection()
    let second = Task {
        _ = try await pool.leaseConnection()
        print("  the second request is served")
    }
    await pause(100)
    first.connection.isClosed()
    first.release()
    await pause(2000)
    print("  two seconds later")
    second.cancel()
case "idle":
    // The second of two connections fails to connect, and two requests arrive before the next try.
    let pool = pool(2, 2, failing: 2)
    Task { await pool.run() }
    await pause(30)
    let start = ContinuousClock.now
    for number in 1...2 {
        Task {
            let lease = try await pool.leaseConnection()
            print("  request \(number) has connection \(lease.connection.id) after \(start.duration(to: .now))")
            await pause(4000)
            lease.release()
        }
    }
    await pause(6000)
default: print("The first lines of Sources/Pool/main.swift describe the usage.")
}
print("no crash")
