/// A transaction that a caller waits for.
struct StoreRequest<Transaction>: Sendable {
    /// How the transaction is performed.
    enum Kind: Sendable {
        case read
        case write
        /// A write that does not share its commit with other writes.
        case writeAlone
        /// Work that begins and ends its own transactions, for measurements.
        case withoutTransaction
    }

    /// The resumption of a caller with the result of its closure.
    typealias Delivery = @Sendable () -> Void

    let fleet: String
    let kind: Kind

    /// Calls the caller's closure and returns the delivery of its result.
    let run: @Sendable (Transaction) throws -> Delivery

    /// Resumes the caller with an error.
    let fail: @Sendable (any Error) -> Void
}
