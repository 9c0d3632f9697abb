import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Equality and hash of a value never change during its life, whatever happens to what it comes
/// from.
///
/// A `Set` relies on it.
@MainActor
@Suite(.timeLimit(.minutes(1)), .outside) struct HashableLawTests {
    private typealias Token = StateMachine<Door>.HookToken

    /// Which of the values are equal, and which hashes they have.
    private func identity(of values: [Token]) -> [[Int]] {
        values.map { one in [one.hashValue] + values.map { one == $0 ? 1 : 0 } }
    }

    /// Registers every kind of hook.
    private func hooks(on machine: StateMachine<Door>) -> [Token] {
        [
            machine.onEntry(of: .open) {}, machine.onExit(of: .open) {},
            machine.onEntry { _ in
                true
            } perform: {
            },
            machine.onExit { _ in
                true
            } perform: {
            }, machine.onActivityEntry { _ in }, machine.onActivityExit { _ in },
            machine.onTransition { _ in }, machine.onChange { _, _ in }, machine.onRejection { _ in },
            machine.onDrop { _, _ in }, machine.onStep { _ in }, machine.onStep { _ in },
        ]
    }

    @Test func `tokens of released machines remain different`() {
        var machines = [StateMachine(Door.closed), StateMachine(Door.closed)]
        let tokens = machines.flatMap { hooks(on: $0) }
        let before = identity(of: tokens)
        let members = Set(tokens)
        #expect(members.count == tokens.count)
        for token in tokens.prefix(5) { token.cancel() }
        #expect(identity(of: tokens) == before)
        machines = []
        #expect(identity(of: tokens) == before)
        #expect(Set(tokens) == members)
        #expect(members.union(tokens).count == tokens.count)
    }

    @Test func `a token equals its copy, also when its machine is gone`() {
        let token = StateMachine(Door.closed).onTransition { _ in }
        let copy = token
        #expect(token == copy)
        #expect(token.hashValue == copy.hashValue)
    }

    /// The compiler derives equality from values alone, unless a class is `Hashable`.
    ///
    /// So only these types need a look.
    @Test func `only types that are known to keep the law define their equality themselves`() throws {
        var found: Set<String> = []
        for file in try sourceFiles() {
            let text = try String(contentsOf: file, encoding: .utf8)
            let name = file.deletingPathExtension().lastPathComponent
            if text.contains(/func (== ?\(|hash\(into)/) { found.insert(name) }
            #expect(!text.contains(/public [a-z ]*class [^{\n]*: [^{\n]*(Equatable|Hashable)/), "\(name)")
        }
        let known: Set = [
            // Compares numbers that are unique in the process.
            "StateMachine.HookToken",
            // Compares the number of a state, and the exploration, which it retains.
            "SystemState",
            // Compares the identities of the mailbox and the instance, which it retains.
            "StateMachine.Sender",
            // Compare nothing but values.
            "Bag", "FleetOutcome", "FleetReport", "FleetSQLDialect", "FleetSQLStatement", "MachineFlags",
            "MachineRecording", "Records", "SameKey", "StateGraph.States", "StateMachine.Outcome", "SystemOutcome",
        ]
        #expect(found == known)
    }

    private func sourceFiles() throws -> [URL] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let files = FileManager.default.enumerator(
            at: package.appending(path: "Sources"),
            includingPropertiesForKeys: nil
        )
        return try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }
}

extension Door {
    fileprivate var isOpen: Bool { self == .open }
}
