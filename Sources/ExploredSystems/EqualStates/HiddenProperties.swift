/// A stored property that hides something from the exploration.
struct HiddenProperty: Hashable, Sendable {
    /// The name with its type, such as `Client.onMessage`.
    let name: String
    let content: Content

    /// The part of a state that the property hides.
    enum Content: String, Hashable, Sendable {
        case noncopyable = "a noncopyable value"
        case memory = "the memory behind an unsafe pointer"
        case captures = "the values that a closure captures"
        case lifetime = "the lifetime of a weak or unowned reference"
        case elements = "the elements of a managed buffer"
        case unreflected = "a value that reflection does not show"
        case identity = "the identity of an object outside the state"
        case runtime = "the progress of a task or a continuation"
    }

    /// The name, followed by what is hidden in parentheses.
    var text: String { "\(name) (\(content.rawValue))" }
}

/// The stored properties that a reader has met and that hide something.
final class HiddenProperties {
    private var all: Set<HiddenProperty> = []

    /// The properties, sorted by name.
    var list: [HiddenProperty] { all.sorted { ($0.name, $0.content.rawValue) < ($1.name, $1.content.rawValue) } }

    func note(_ content: HiddenProperty.Content, in name: String) {
        all.insert(HiddenProperty(name: name, content: content))
    }
}
