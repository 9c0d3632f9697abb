import Foundation

extension Duration {
    /// The duration in words for messages, such as "10 seconds".
    package var words: String { formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide)) }
}
