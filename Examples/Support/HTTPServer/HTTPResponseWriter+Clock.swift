extension HTTPResponseWriter {
    /// Sleeps by a clock, and wakes by throwing as soon as the client goes or the server stops.
    ///
    /// The clock may be one that a test moves, of which nobody here is told; so it is looked at often.
    ///
    /// - Throws: ``ClientDisconnected`` when nobody is left to wait for.
    public func wait<Time: Clock>(until deadline: Time.Instant, on clock: Time) throws(ClientDisconnected)
    where Time.Duration == Duration {
        while clock.now < deadline {
            let isReal = clock is ContinuousClock
            try wait(isReal ? clock.now.duration(to: deadline) : .milliseconds(3))
        }
    }

    /// Sleeps by a clock for a time, and wakes by throwing as soon as the client goes or the server stops.
    ///
    /// - Throws: ``ClientDisconnected`` when nobody is left to wait for.
    public func wait(_ duration: Duration, on clock: some Clock<Duration>) throws(ClientDisconnected) {
        try wait(until: clock.now.advanced(by: duration), on: clock)
    }
}
