package import StateMachineInspectionMessages

/// A receiver of records about machines: an inspector, or a file.
package protocol RecordSink: AnyObject, Sendable {
    /// Returns the time of something that happens now, and reserves its place in the order of all
    /// records.
    func stamp() -> RecordStamp

    /// Adds a record, which is filled later.
    ///
    /// - Parameters:
    ///   - kind: The kind of record.
    ///   - machine: The machine's number.
    ///   - stamp: The record's time and place, if it is about something that has begun before.
    ///   - fill: A closure that fills the record. It runs code of the machine's values.
    func note(
        _ kind: RecordKind,
        of machine: Int,
        at stamp: RecordStamp?,
        _ fill: @escaping @Sendable (inout WrittenRecord) -> Void
    )

    /// Returns a machine's number, if the machine is being recorded.
    func number(of source: MachineSource) -> Int?

    /// Adds a machine's last record.
    func endMachine(_ machine: Int)
}

/// A record's time, and its place in the order of all records if the sink has reserved one.
package struct RecordStamp: Sendable {
    package let time: Duration
    package let sequence: Int?

    package init(time: Duration, sequence: Int? = nil) {
        self.time = time
        self.sequence = sequence
    }
}
