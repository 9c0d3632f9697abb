/// A collection of the moves that are possible in one state of a system.
///
/// ```swift
/// func moves(_ move: inout SystemMoves<PoolSystem>) {
///     if waiting.count < 2 { move.optional("lease") { try $0.perform($0.pool.lease($0.nextRequest())) } }
///     for link in open { move("close", of: link) { try $0.perform($0.pool.closed(link)) } }
///     for peer in silent { move("speak", of: peer, assuming: .impolitePeer) { … } }
/// }
/// ```
public struct SystemMoves<System> {
    struct Move {
        let name: String
        /// The subject of the move, which is a part of its name.
        let subject: Any?
        /// The number of this move among the moves with the same name and subject.
        var ordinal = 1
        let assumption: SystemAssumption?
        let isOptional: Bool
        let body: (inout System) throws -> Void
    }

    private(set) var list: [Move] = []
    /// The moves that are left out only to limit the exploration.
    private(set) var limits: [(name: String, assumption: SystemAssumption?)] = []

    /// Offers a move.
    ///
    /// A move either changes the system or throws an error. It throws a ``SystemFault`` to report a
    /// failure, and the run ends there. An error of another type is also a fault. Two such errors
    /// are one fault if they have the same type and case and if the moves have the same name,
    /// whatever their subjects are. A trap in the code under test, such as a failed precondition,
    /// is a fault as well.
    ///
    /// - Parameters:
    ///   - name: A short description of the move. Give a move the same name in all states, and give
    ///     the moves of one state different names.
    ///   - subject: The subject of the move, such as the number of a connection. It becomes the end
    ///     of the name. If the value contains ``SystemIdentifiers``, their ranks replace them. A
    ///     plain number could be any number, so pass an identifier in a property or a type that
    ///     the system's list contains.
    ///   - assumption: The assumption that the move depends on, if it is open to debate whether the
    ///     move can happen.
    ///   - isWithinLimit: A condition that keeps the exploration small, such as `now < 5`. If it is
    ///     false, the move is not offered. Since the move could happen in reality, the state is not
    ///     at rest, and a promise that begins or continues there is not judged.
    ///   - body: A closure that makes the move on a copy of the system.
    public mutating func callAsFunction(
        _ name: String,
        of subject: Any? = nil,
        assuming assumption: SystemAssumption? = nil,
        within isWithinLimit: Bool = true,
        _ body: @escaping (inout System) throws -> Void
    ) {
        guard isWithinLimit else { return limits.append((name, assumption)) }
        list.append(Move(name: name, subject: subject, assumption: assumption, isOptional: false, body: body))
    }

    /// Offers a move whose name contains its number, unless the number is 1.
    mutating func append(
        _ name: String,
        of subject: Any,
        ordinal: Int,
        assuming assumption: SystemAssumption?,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(
            Move(
                name: name,
                subject: subject,
                ordinal: ordinal,
                assumption: assumption,
                isOptional: false,
                body: body
            )
        )
    }

    /// Offers a move that does not have to happen, such as a request that a caller may send.
    ///
    /// A system in which only optional moves are possible is at rest: see
    /// ``SystemState/isAtRest``.
    ///
    /// - Parameters:
    ///   - name: A short description of the move.
    ///   - subject: The subject of the move, such as the number of a connection.
    ///   - assumption: The assumption that the move depends on.
    ///   - body: A closure that makes the move on a copy of the system.
    public mutating func optional(
        _ name: String,
        of subject: Any? = nil,
        assuming assumption: SystemAssumption? = nil,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(Move(name: name, subject: subject, assumption: assumption, isOptional: true, body: body))
    }
}
