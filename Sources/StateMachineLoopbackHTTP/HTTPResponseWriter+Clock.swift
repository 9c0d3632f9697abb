extension HTTPResponseWriter {
    /// Sleeps until an instant of a clock, unless the client disconnects or the server stops.
    ///
    /// A test may advance its clock. Because the clock sends no notification then, this method
    /// polls it.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func wait<Time: Clock>(until deadline: Time.Instant, on clock: Time) throws(ClientDisconnected)
    where Time.Duration == Duration {
        while clock.now < deadline {
            let isReal = clock is ContinuousClock
            try wait(isReal ? clock.now.duration(to: deadline) : .milliseconds(3))
        }
    }

    /// Sleeps for a duration of a clock, unless the client disconnects or the server stops.
    ///
    /// - Throws: ``ClientDisconnected`` if the client has disconnected or the server stops.
    package func wait(_ duration: Duration, on clock: some Clock<Duration>) throws(ClientDisconnected) {
        try wait(until: clock.now.advanced(by: duration), on: clock)
    }
}
