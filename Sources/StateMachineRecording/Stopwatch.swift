/// Returns a closure that returns the time since this call.
package func stopwatch<Time: Clock<Duration>>(of clock: Time) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
