import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension VideoState {
    /// How far a download has come.
    public struct Download: Hashable, Sendable {
        /// Where the bytes come from.
        public let source: URL

        /// How many bytes are there, from the beginning of the file.
        public private(set) var received: Int64 = 0

        /// How many bytes the whole file has, as soon as that is known.
        public private(set) var expected: Int64?

        /// A download of which nothing is there yet.
        public init(from source: URL) {
            self.source = source
        }

        /// How much of the file is there, from 0 to 1, if its length is known.
        public var fraction: Double? {
            guard let expected else { return nil }
            return received < expected ? Double(received) / Double(expected) : 1
        }

        mutating func update(received: Int64, expected: Int64?) throws(TransitionError) {
            guard received >= 0, expected ?? 0 >= 0 else { throw .invalid }
            self.received = received
            self.expected = expected
        }
    }
}
