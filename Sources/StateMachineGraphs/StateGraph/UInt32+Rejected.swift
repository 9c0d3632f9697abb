extension UInt32 {
    /// A placeholder for the successor of a rejected event.
    @inlinable static var rejected: UInt32 { .max }
}
