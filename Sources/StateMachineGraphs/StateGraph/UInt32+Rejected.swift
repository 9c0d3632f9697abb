extension UInt32 {
    /// Stands for the successor of an event that was rejected.
    @inlinable static var rejected: UInt32 { .max }
}
