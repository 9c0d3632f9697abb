/// Collects what may happen in one state of a system.
///
/// ```swift
/// func moves(_ move: inout Moves<PoolSystem>) {
///     if waiting.count < 2 { move.optional("lease") { try $0.perform($0.pool.lease($0.nextRequest())) } }
///     for link in open { move("close", of: link) { try $0.perform($0.pool.closed(link)) } }
///     for peer in silent { move("speak", of: peer, assuming: .impolitePeer) { … } }
/// }
/// ```
public struct Moves<System> {
    struct Move {
        let name: String
        /// What the move is about; part of its name.
        let subject: Any?
        let assumption: Assumption?
        let isOptional: Bool
        let body: (inout System) throws -> Void
    }

    private(set) var list: [Move] = []

    /// Offers a move.
    ///
    /// A move changes the system, or throws: a ``Fault`` if something is wrong, which ends the
    /// run there. Any other error is a fault, too. A trap, such as a failed precondition in the
    /// code under test, is a fault of the move.
    ///
    /// - Parameters:
    ///   - name: What happens, in words.
    ///   - subject: What it happens to, such as the number of a connection: the rest of the name,
    ///     with the ranks of ``Identifiers`` in place of their values. A state has no two moves of
    ///     the same name, and a move has the same name in all states.
    ///   - assumption: What has to be assumed for it, if not everybody would agree that it can
    ///     happen.
    ///   - body: Makes the move on a copy of the system.
    public mutating func callAsFunction(
        _ name: String,
        of subject: Any? = nil,
        assuming assumption: Assumption? = nil,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(Move(name: name, subject: subject, assumption: assumption, isOptional: false, body: body))
    }

    /// Offers a move that need not happen, such as what a caller may ask for.
    ///
    /// A system in which only such moves are possible is at rest: see
    /// ``SystemState/isAtRest``.
    public mutating func optional(
        _ name: String,
        of subject: Any? = nil,
        assuming assumption: Assumption? = nil,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(Move(name: name, subject: subject, assumption: assumption, isOptional: true, body: body))
    }
}
