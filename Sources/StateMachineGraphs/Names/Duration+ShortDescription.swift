extension Duration {
    /// The duration in seconds or milliseconds, with one digit after the point.
    package var shortDescription: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds < 1000
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\((milliseconds / 100).rounded() / 10) s"
    }
}
