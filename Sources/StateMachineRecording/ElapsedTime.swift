/// Returns a closure that returns the time since this call.
package func elapsedTime<Time: Clock<Duration>>(of clock: Time) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
