import StateMachines

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension VideoState {
    /// A download's progress.
    public struct Download: Hashable, Sendable {
        /// The video's address.
        public let source: URL

        /// The number of received bytes, counted from the beginning of the file.
        public private(set) var received: Int64 = 0

        /// The complete file's size in bytes, once it is known.
        public private(set) var expected: Int64?

        /// Creates a download without any received bytes.
        public init(from source: URL) {
            self.source = source
        }

        /// The received fraction of the file, from 0 to 1, if its size is known.
        public var fraction: Double? {
            guard let expected else { return nil }
            return received < expected ? Double(received) / Double(expected) : 1
        }

        mutating func update(received: Int64, expected: Int64?) throws(Refusal) {
            guard received >= 0, expected ?? 0 >= 0 else { throw .negativeCount }
            self.received = received
            self.expected = expected
        }
    }
}
