/// A value in a TypeScript or JavaScript file, as it is written.
struct ScriptValue {
    indirect enum Content {
        case object([Member])
        case array([ScriptValue])
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
        case undefined
        /// A name with its qualifiers, such as `["State", "idle"]` for `State.idle`.
        case name([String])
        /// A call of a function, with its name and its qualifiers.
        case call([String], [ScriptValue])
        /// A function, with its name if it has one.
        case function(String?)
        /// The elements of another list.
        case spread(ScriptValue)
        /// An expression that only JavaScript can compute.
        case computed
    }

    /// A member of an object.
    struct Member {
        enum Key {
            case name(String)
            case computed(ScriptValue)
            /// All members of another object.
            case spread
        }

        var key: Key
        var position: Position
        var value: ScriptValue
        /// Whether the key is written as the name of a variable, which is also the value.
        var isShorthand = false
    }

    var content: Content
    var position: Position
    /// The tokens of the value.
    var tokens: Range<Int>
}
