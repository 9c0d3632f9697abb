import DurableMachines
import Foundation
import StateMachineExampleSupport

/// The files of a run, with the choices that an earlier run has written down.
struct ShopFiles: Sendable {
    let database: String
    let store: any DurableStore
    let ledger: Ledger
    let seed: UInt64
    let orders: Int

    /// Whether the file is temporary, so that the program removes it at the end.
    let isTemporary: Bool

    /// Opens or creates the files.
    init(_ options: Options) throws {
        isTemporary = options.file == nil
        database = try options.file ?? Self.temporaryFile()
        do {
            let ledgerPath = database + ".ledger"
            let manager = FileManager.default
            if options.postgres == nil, manager.fileExists(atPath: ledgerPath), !manager.fileExists(atPath: database) {
                let words = "\(database) is missing, but its ledger exists. Remove \(ledgerPath) to begin again"
                throw Problem(description: words)
            }
            store = try OrderStore.open(database, postgres: options.postgres)
            ledger = try Ledger(ledgerPath)
            try ledger.completeLastLine()
            (seed, orders) = try Self.choices(options, ledger)
        } catch {
            if isTemporary { Self.removeFolder(of: database) }
            throw error
        }
    }

    /// Returns the seed and the number of orders, and writes them down for later runs.
    private static func choices(_ options: Options, _ ledger: Ledger) throws -> (seed: UInt64, orders: Int) {
        let former = try ledger.lines().compactMap { line -> (seed: UInt64, orders: Int)? in
            guard case .opened(let seed, let orders) = line else { return nil }
            return (seed, orders)
        }
        if let first = former.first, let seed = options.seed, seed != first.seed {
            throw Problem(description: "the orders in this file have the seed \(first.seed), not \(seed)")
        }
        let seed = former.first?.seed ?? options.seed ?? 1
        // A later run can add orders, and it does not forget any.
        let known = former.map(\.orders).max()
        let orders = max(options.orders ?? known ?? 1_000, known ?? 1)
        if known != orders { try ledger.append(.opened(seed: seed, orders: orders)) }
        return (seed, orders)
    }

    /// Creates a folder for a file.
    private static func temporaryFile() throws(Problem) -> String {
        let folder = URL.temporaryDirectory.appending(path: "orders.\(UUID().uuidString)", directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Problem(description: "cannot create a folder for the orders: \(error.systemReason)")
        }
        return folder.appending(path: "orders.db").path(percentEncoded: false)
    }

    /// Removes a temporary file with everything that belongs to it.
    func removeIfTemporary() {
        if isTemporary { Self.removeFolder(of: database) }
    }

    private static func removeFolder(of file: String) {
        try? FileManager.default.removeItem(at: URL(filePath: file).deletingLastPathComponent())
    }
}
